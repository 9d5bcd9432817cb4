// SPDX-License-Identifier: MIT
#pragma once

#include <httplib.h>

#include <chrono>
#include <string>

#include "apps/serve/limits.h"
#include "data/file/file_descriptor.h"

namespace damiera {

/// The bytes of one client, as cpp-httplib reads and writes them. Time and bytes of a request are
/// bounded; a read beyond either fails. What is written is sent by flush(), or once it reaches 256
/// KiB.
class Connection final : public httplib::Stream {
 public:
  Connection(FileDescriptor socket, std::string address, const Limits& limits)
      : socket_{std::move(socket)}, address_{std::move(address)}, limits_{limits} {}

  /// Waits until a request begins. False if the client left, or sent nothing for the idle time, or
  /// when something can be read from `stop`.
  bool wait(int stop);
  /// Call it when a request begins: starts the time of the request, and allows the bytes of a
  /// header.
  void begin_request();
  /// True once no byte of the request may be read any more.
  bool is_exhausted() const { return bytes_left_ == 0; }
  /// Call it when the header has been read: allows the bytes of a body as well.
  void allow_body() { bytes_left_ += limits_.body_bytes; }
  /// Sends what was written. False if the client does not take it in time.
  bool flush();
  /// Ends the sending side, and for a moment reads on what the client sends, so that the client
  /// gets to read the last response.
  void end();

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  /// Not the socket: cpp-httplib would only look whether its number is small.
  socket_t socket() const override { return 0; }

 private:
  using Clock = std::chrono::steady_clock;
  bool is_ready(short events) const;
  bool fill();

  FileDescriptor socket_;
  std::string address_;
  const Limits& limits_;
  Clock::time_point deadline_;
  std::size_t bytes_left_ = 0;
  std::string in_, out_;
  std::size_t read_ = 0;  // of in_
};

}  // namespace damiera
