// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace damiera {

/// Seconds that the lane solver spends in its steps.
struct LaneTimes {
  double layout = 0;      ///< making an empty matrix of a block
  double first_pass = 0;  ///< finding what conversions are worth
  double sweeps = 0;      ///< moving kings, and writing the images of symmetric blocks
};

/// Adds to a step the time since the clock was made, or since the last step. Does nothing if
/// `times` is null.
class LaneClock {
  using Clock = std::chrono::steady_clock;

 public:
  explicit LaneClock(LaneTimes* times) : times_{times} {
    if (times_) last_ = Clock::now();
  }
  void add_to(double LaneTimes::*step) {
    if (!times_) return;
    const auto now = Clock::now();
    times_->*step += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  LaneTimes* times_;
  Clock::time_point last_;
};

}  // namespace damiera
