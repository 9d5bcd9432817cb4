// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace damiera {

/// Adds the processor time, in nanoseconds, that its thread uses while this object lives. Of
/// several objects nested in one thread, only the outermost adds time.
class EncodeTime {
 public:
  explicit EncodeTime(std::atomic<std::uint64_t>& sum) : sum_{sum}, start_{now()} { ++depth_; }
  EncodeTime(const EncodeTime&) = delete;
  EncodeTime& operator=(const EncodeTime&) = delete;
  ~EncodeTime() {
    if (--depth_ == 0) sum_.fetch_add(now() - start_, std::memory_order_relaxed);
  }

 private:
  static std::uint64_t now() {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(t.tv_nsec);
  }
  static inline thread_local int depth_ = 0;
  std::atomic<std::uint64_t>& sum_;
  std::uint64_t start_;
};

}  // namespace damiera
