// SPDX-License-Identifier: MIT
#pragma once

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

 private:
  std::mutex mutex_;
  FileDescriptor socket_{-1};
};

/// Asks ten times a second whether a request is to go on, because a request that waits for its
/// server asks nobody. Breaks its connection off if not.
class RequestWatch {
 public:
  RequestWatch(const WebFolder::GoOn& go_on, ClientSocket& socket)
      : go_on_{go_on}, socket_{socket}, thread_{[this] { run(); }} {}
  RequestWatch(const RequestWatch&) = delete;
  RequestWatch& operator=(const RequestWatch&) = delete;
  ~RequestWatch() { end(); }

  /// Passes a step on. False if the request was stopped.
  bool tell(const TransferStep& step);
  /// Ends the thread. Returns whether the request was stopped.
  bool end();

 private:
  bool ask(const TransferStep& step);
  void run();

  const WebFolder::GoOn& go_on_;
  ClientSocket& socket_;
  std::mutex mutex_;  // of all below
  std::condition_variable ended_;
  bool has_ended_ = false, is_stopped_ = false;
  std::thread thread_;
};

}  // namespace damiera
