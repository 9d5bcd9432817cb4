// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>

#include "rules/result.h"

namespace damiera {

/// A file's bytes, mapped read-only; no file descriptor stays open. A file that was replaced by a
/// rename or removed stays readable; a file that was shortened in place must not be read.
class MappedFile {
 public:
  /// Errors: missing_table if there is no such file; out_of_memory; io.
  static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept : bytes_{std::exchange(other.bytes_, {})} {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_{bytes} {}
  std::span<const std::byte> bytes_;  // empty: nothing is mapped
};

}  // namespace damiera
