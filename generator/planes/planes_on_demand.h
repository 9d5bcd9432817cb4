// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "generator/planes/planes_file.h"

namespace damiera {

class PlanesCache;

/// Bit planes in memory that are read from their file frame by frame, each when it is first needed.
/// A job that looks up few men blocks of a slice reads few frames. Thread-safe, but for trim() of
/// the cache.
class PlanesOnDemand {
 public:
  /// `content` is the memory to be filled: zeroed, beginning at a page, of the number of bytes that
  /// the file was opened with. It and `cache` must outlive this.
  PlanesOnDemand(PlanesFile file, std::span<std::byte> content, PlanesCache& cache);
  ~PlanesOnDemand();
  PlanesOnDemand(const PlanesOnDemand&) = delete;

  /// Makes the bytes from `begin` to before `end` valid until the next trim() of the cache: reads
  /// what is not there, or waits for another thread that is reading it.
  void need(std::uint64_t begin, std::uint64_t end) const;
  /// Whether a frame that was needed is damaged. Then its bytes, and what follows from them, mean
  /// nothing.
  bool is_damaged() const { return damaged_.load(std::memory_order_relaxed); }

  /// The bytes that each frame takes beside its content.
  static constexpr std::uint64_t bytes_a_frame = 32;

 private:
  friend class PlanesCache;
  enum class State : std::uint8_t { absent, being_read, there };
  struct Frame {
    std::atomic<State> state = State::absent;
    std::atomic<std::uint32_t> last_needed = 0;  // when, as the cache counts
  };

  void read(std::uint64_t frame) const;
  // Gives the memory of a frame back.
  void forget(std::uint64_t frame);

  PlanesFile file_;
  std::span<std::byte> content_;
  PlanesCache& cache_;
  std::unique_ptr<Frame[]> frames_;
  mutable std::atomic<bool> damaged_ = false;
};

/// Bounds the memory of planes that are read on demand.
class PlanesCache {
 public:
  PlanesCache() = default;
  PlanesCache(const PlanesCache&) = delete;

  /// Between two calls of trim() there may be more. Without this call there is no bound.
  void set_bound(std::uint64_t bytes) { most_frames_ = bytes / PlanesFile::frame_bytes; }
  bool is_bounded() const { return most_frames_ != UINT64_MAX; }
  /// How many bytes are in memory, in whole frames.
  std::uint64_t bytes() const { return frames_.load() * PlanesFile::frame_bytes; }
  /// Forgets the frames that were needed least recently, if there are more than the bound. To be
  /// called while no thread needs or reads planes; what need() made valid is no longer valid.
  void trim();

 private:
  friend class PlanesOnDemand;
  std::atomic<std::uint64_t> frames_ = 0;  // in memory
  std::uint64_t most_frames_ = UINT64_MAX;
  std::uint32_t now_ = 0;  // the number of calls of trim()
  std::vector<PlanesOnDemand*> planes_;
};

inline void PlanesOnDemand::need(std::uint64_t begin, std::uint64_t end) const {
  constexpr std::uint64_t size = PlanesFile::frame_bytes;
  for (std::uint64_t n = begin / size; n * size < end; ++n) {
    Frame& frame = frames_[n];
    if (frame.state.load(std::memory_order_acquire) != State::there) read(n);
    if (frame.last_needed.load(std::memory_order_relaxed) != cache_.now_)
      frame.last_needed.store(cache_.now_, std::memory_order_relaxed);
  }
}

}  // namespace damiera
