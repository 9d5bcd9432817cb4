// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "apps/serve/limits.h"
#include "apps/serve/site.h"
#include "data/file/file_descriptor.h"

namespace damiera {

class Http;

/// Accepts connections, and answers each in a thread of its own, until it is stopped.
class Server {
 public:
  /// Gets what the operator should know, such as which table is damaged; called from any thread.
  using Log = std::function<void(const std::string&)>;

  /// `site` and `metrics` must outlive this.
  Server(const Site& site, Metrics& metrics, const Limits& limits, Log log = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Listens there; returns the port, which the system chooses for 0. Error io.
  Result<int> listen(const std::string& host, int port);
  /// Takes over a socket that listens already, such as one from systemd; the original stays open.
  /// Error io if the socket does not listen, or cannot be duplicated.
  Result<void> adopt(int socket);

  /// Serves until stop(); then accepts no more connections, finishes the current requests, and
  /// closes all connections. Requires a successful listen() or adopt(). Error io, if accepting
  /// fails.
  Result<void> run();
  /// Makes run() return; from any thread.
  void stop();

 private:
  Result<void> accept_all();
  void accept_one();
  void serve(const std::shared_ptr<FileDescriptor>& socket, const std::string& address);
  bool is_stopping() const { return stopping_; }

  Metrics& metrics_;
  Limits limits_;
  std::unique_ptr<Http> http_;
  FileDescriptor listening_{-1}, stop_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::condition_variable all_closed_;
  std::size_t open_ = 0;  // connections
};

}  // namespace damiera
