// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// Called with the port that is listened on, before anybody connects.
using OnListening = std::function<void(int)>;

/// A TCP connection over which messages go that each end with a zero byte. One thread at a time.
class DxpConnection {
 public:
  /// Errors: io, where no such host can be reached.
  static Result<DxpConnection> to(const std::string& host, int port);
  /// Waits for one program that connects to `address`; port 0 stands for any that is free. Errors:
  /// io.
  static Result<DxpConnection> from(const std::string& address, int port,
                                    const OnListening& on_listening);

  /// The next message without its zero byte; nothing once the other side has closed. Error io, also
  /// for a message that does not end.
  Result<std::optional<std::string>> receive();
  /// What is sent after the other side has closed is lost, and receive() tells so. Error io.
  Result<void> send(const std::string& message);

 private:
  explicit DxpConnection(FileDescriptor socket);

  FileDescriptor socket_;
  std::string received_;
};

}  // namespace damiera
