// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <utility>

namespace damiera {

/// Owns a file descriptor and closes it; -1 stands for none.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_{fd} {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }

  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace damiera
