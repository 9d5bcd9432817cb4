// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace damiera {

/// Stops a running search, and has its clock. Thread-safe.
class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  /// The clock runs from now on; if `pondering`, time does not end the search before the opponent
  /// has moved.
  explicit SearchControl(bool pondering) : pondering_{pondering} {}

  void stop() { stopped_ = true; }
  /// The opponent has played the expected move: what was the opponent's time is ours from now on.
  void ponder_hit() {
    clock_start_ = Clock::now();
    pondering_ = false;
  }
  /// False once the search has to end; `bound` is in seconds.
  bool goes_on(const std::optional<double>& bound) const {
    if (stopped_) return false;
    return pondering_ || !bound || since(clock_start_) < *bound;
  }
  /// Seconds since the search began.
  double seconds() const { return since(begin_); }

 private:
  static double since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  Clock::time_point begin_ = Clock::now();
  std::atomic<Clock::time_point> clock_start_ = begin_;
  std::atomic<bool> stopped_ = false, pondering_;
};

}  // namespace damiera
