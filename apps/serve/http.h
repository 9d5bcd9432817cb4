// SPDX-License-Identifier: MIT
#pragma once

#include <httplib.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "apps/serve/connection.h"
#include "apps/serve/rate_limiter.h"
#include "apps/serve/site.h"

namespace damiera {

/// Requests and responses as bytes: what cpp-httplib does, without its sockets. Thread-safe.
class Http : private httplib::Server {
 public:
  using Log = std::function<void(const std::string&)>;

  /// The first three must outlive this. `log`: as for Server.
  Http(const Site& site, Metrics& metrics, const Limits& limits, Log log);

  /// Reads a request from the connection and answers it. `last`: the connection takes no request
  /// after it. Returns false if the connection cannot be used any more.
  bool answer(Connection& connection, bool last);
  /// Breaks off the files that are being sent: they may take long, and clients ask for the rest.
  void end_files() { ending_ = true; }

 private:
  HandlerResponse before_body(const httplib::Request& request, httplib::Response& response);
  void respond(const httplib::Request& request, httplib::Response& response);
  /// The status for refusing a request before its body is read; 0 if it is not refused.
  int refusal(const httplib::Request& request) const;
  /// Logs each text once: clients may ask for the same damaged table again and again.
  void log(const std::string& text);
  /// The client's address, for the limit on the rate.
  std::string address_of(const httplib::Request& request) const;

  const Site& site_;
  Metrics& metrics_;
  const Limits& limits_;
  Log log_;
  std::mutex logging_;
  std::set<std::string> logged_;  // at most 1000
  RateLimiter rate_;
  std::atomic<bool> ending_ = false;
};

}  // namespace damiera
