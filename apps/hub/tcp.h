// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// Called with the port that it listens on, before the other side connects.
using OnListening = std::function<void(int)>;

/// A TCP connection for messages that each end with a zero byte. One thread at a time.
class DxpConnection {
 public:
  /// Errors: io, where no such host can be reached.
  static Result<DxpConnection> to(const std::string& host, int port);
  /// Waits for one program that connects to `address`; port 0 stands for any free port. Errors: io.
  static Result<DxpConnection> from(const std::string& address, int port,
                                    const OnListening& on_listening);

  /// The next message without its zero byte; nothing once the other side has closed. Error io, also
  /// for a message that does not end.
  Result<std::optional<std::string>> receive();
  /// A message that is sent after the other side has closed is lost; receive() then reports the
  /// close. Error io.
  Result<void> send(const std::string& message);

 private:
  explicit DxpConnection(FileDescriptor socket);

  FileDescriptor socket_;
  std::string received_;
};

}  // namespace damiera
