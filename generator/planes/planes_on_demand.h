// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "generator/planes/planes_file.h"

namespace damiera {

/// Bit planes in memory that are read from their file frame by frame, each when it is first needed.
/// A job that looks up few men blocks of a slice reads few frames. Thread-safe.
class PlanesOnDemand {
 public:
  /// `content` is the memory to be filled: zeroed, of the number of bytes that the file was opened
  /// with. It must outlive this.
  PlanesOnDemand(PlanesFile file, std::span<std::byte> content);

  /// Makes the bytes from `begin` to before `end` valid: reads what is not there yet, or waits for
  /// another thread that is reading it.
  void need(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t n = begin / PlanesFile::frame_bytes; n * PlanesFile::frame_bytes < end; ++n)
      if (states_[n].load(std::memory_order_acquire) != State::there) read(n);
  }
  /// Whether a frame that was needed is damaged. Then its bytes, and what follows from them, mean
  /// nothing.
  bool is_damaged() const { return damaged_.load(std::memory_order_relaxed); }
  /// How many frames have been needed.
  std::uint64_t frames_needed() const;

 private:
  enum class State : std::uint8_t { absent, being_read, there };

  void read(std::uint64_t frame) const;

  PlanesFile file_;
  std::span<std::byte> content_;
  std::unique_ptr<std::atomic<State>[]> states_;
  mutable std::atomic<bool> damaged_ = false;
};

}  // namespace damiera
