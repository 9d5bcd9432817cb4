// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "data/file/file_descriptor.h"
#include "data/memory/scratch_pages.h"
#include "rules/result.h"

namespace damiera {

class Memory;

/// Zeroed memory for a large array.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& b) noexcept
      : data_{std::exchange(b.data_, {})},
        owner_{std::exchange(b.owner_, nullptr)},
        file_{std::move(b.file_)},
        counted_{b.counted_} {}
  Buffer& operator=(Buffer&& b) noexcept {
    std::swap(data_, b.data_);
    std::swap(owner_, b.owner_);
    std::swap(file_, b.file_);
    std::swap(counted_, b.counted_);
    return *this;
  }
  ~Buffer();

  /// The buffer as an array of T, which must be trivial and have zero as a value.
  template <class T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(data_.data()), data_.size() / sizeof(T)};
  }
  bool is_in_file() const { return static_cast<bool>(file_); }
  /// Copies the bytes from number `begin` on, without mapping pages of a file. For scattered reads:
  /// where one byte is touched, the system may map two megabytes. Thread-safe.
  void copy(std::uint64_t begin, std::span<std::byte> to) const;

 private:
  friend class Memory;
  Buffer(std::span<std::byte> data, Memory& owner, FileDescriptor file, std::uint64_t counted)
      : data_{data}, owner_{&owner}, file_{std::move(file)}, counted_{counted} {}

  std::span<std::byte> data_;
  Memory* owner_ = nullptr;
  FileDescriptor file_{-1};    // none if the buffer is in memory
  std::uint64_t counted_ = 0;  // how many bytes it counts as
};

/// The most bytes of memory that `parts` parts of an array touch, with `bytes` bytes each, wherever
/// they lie: whole pages.
std::uint64_t bytes_touched(std::uint64_t parts, std::uint64_t bytes);

/// Gives out memory up to a bound. Beyond it, buffers are mappings of nameless files, which the
/// operating system writes out and reads back. The pages of these files in memory may fill the rest
/// of the bound, and little more. Must outlive its buffers. One thread at a time.
class Memory {
 public:
  /// `limit` in bytes, 0 for none; `folder` is where the files go.
  Memory(std::uint64_t limit, std::filesystem::path folder)
      : limit_{limit}, folder_{std::move(folder)} {}
  Memory(const Memory&) = delete;

  /// Errors: out_of_memory; io, if the disk is full.
  Result<Buffer> allocate(std::uint64_t bytes) { return allocate_sparse(bytes, bytes); }
  /// The same for a buffer of which at most `used` bytes will be touched, whole pages counted: it
  /// counts as these.
  Result<Buffer> allocate_sparse(std::uint64_t bytes, std::uint64_t used);
  bool fits(std::uint64_t bytes) const {
    return limit_ == 0 || held_ + reserved_ + bytes <= limit_;
  }
  /// The bytes that are left; nothing if there is no bound.
  std::optional<std::uint64_t> left() const {
    if (limit_ == 0) return {};
    return limit_ - std::min(limit_, held_ + reserved_);
  }
  /// Keeps this many bytes free for other users. A later call replaces the number.
  void reserve(std::uint64_t bytes) {
    reserved_ = bytes;
    bound_pages();
  }

 private:
  friend class Buffer;
  void end(const Buffer& buffer);
  // Bounds the pages of files in memory by the memory that is free.
  void bound_pages();

  std::uint64_t limit_;
  std::filesystem::path folder_;
  std::uint64_t held_ = 0, reserved_ = 0;
  ScratchPages pages_;
};

}  // namespace damiera
