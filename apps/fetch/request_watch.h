// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "apps/fetch/web_folder.h"
#include "data/file/file_descriptor.h"

namespace damiera {

/// The socket of a client's request. Another thread can break its connection off, which ends the
/// request. httplib's own stop() waits until a connection stands, and does not reach the server
/// that a redirect leads to.
class ClientSocket {
 public:
  /// Keeps a duplicate, because httplib closes its own descriptor at any time.
  void set(int socket);
  void break_off();
  /// A request begins, perhaps on the connection of the one before it.
  void begin_request();
  /// The bytes that came for this request, on the connection that it uses now.
  std::uint64_t received();

 private:
  std::mutex mutex_;
  FileDescriptor socket_{-1};
  std::uint64_t before_ = 0;  // bytes that came before this request
};

/// Asks ten times a second whether a request is to go on, because a request that waits for its
/// server asks nobody. Breaks its connection off if not, and where the header of the answer has no
/// end: httplib would read it for ever, into memory.
class RequestWatch {
 public:
  RequestWatch(const WebFolder::GoOn& go_on, ClientSocket& socket)
      : go_on_{go_on}, socket_{socket}, thread_{[this] { run(); }} {}
  RequestWatch(const RequestWatch&) = delete;
  RequestWatch& operator=(const RequestWatch&) = delete;
  ~RequestWatch() { end(); }

  /// The header of the answer has been read.
  void has_header();
  /// Passes a step on. False if the request was stopped.
  bool tell(const TransferStep& step);
  /// Ends the thread. Returns whether the request was stopped.
  bool end();
  /// Whether the connection was broken off because of the header. Call it after end().
  bool had_endless_header() const { return is_endless_; }

 private:
  bool is_header_endless();
  bool ask(const TransferStep& step);
  void run();

  const WebFolder::GoOn& go_on_;
  ClientSocket& socket_;
  std::mutex mutex_;  // of all below
  std::condition_variable ended_;
  bool has_header_ = false, is_endless_ = false, has_ended_ = false, is_stopped_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::thread thread_;
};

}  // namespace damiera
