// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>

#include "generator/build.h"
#include "generator/plan/plan.h"

namespace damiera {

/// Reports progress to the caller of build(), at most ten times a second. The caller may stop the
/// build by returning false. Thread-safe.
class ProgressReporter {
 public:
  using Callback = std::function<bool(const BuildProgress&)>;

  /// `positions` and `pairs` are still to do; the `_found` ones were finished before.
  ProgressReporter(const Callback& callback, std::uint64_t positions, int pairs,
                   std::uint64_t positions_found = 0, int pairs_found = 0)
      : callback_{callback}, progress_{"",    "solving",       0,          positions, 0,
                                       pairs, positions_found, pairs_found} {}

  void begin(const SlicePair& pair, const char* phase) {
    const std::scoped_lock lock{mutex_};
    progress_.slice = name(pair.first);
    progress_.phase = phase;
    tell();
  }
  void pair_done() {
    const std::scoped_lock lock{mutex_};
    ++progress_.pairs_done;
    tell();
  }
  /// Returns false if the caller wants to stop.
  bool solved(std::uint64_t positions) {
    done_.fetch_add(positions, std::memory_order_relaxed);
    if (std::unique_lock lock{mutex_, std::try_to_lock};
        lock && std::chrono::steady_clock::now() >= next_)
      tell();
    return !stopped();
  }
  /// Says that `positions` of those to do had been solved before.
  void found(std::uint64_t positions) {
    const std::scoped_lock lock{mutex_};
    progress_.positions_total -= positions;
    progress_.positions_found += positions;
    tell();
  }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  void tell() {
    next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds{100};
    progress_.positions_done = done_.load(std::memory_order_relaxed);
    if (callback_ && !callback_(progress_)) stopped_ = true;
  }

  const Callback& callback_;
  std::mutex mutex_;  // guards progress_ and next_; calls come one at a time
  BuildProgress progress_;
  std::chrono::steady_clock::time_point next_{};
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace damiera
