// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace damiera {

/// The longest distance found so far, and the least index found with this distance. Threads may add
/// at the same time; the result does not depend on their order.
class LongestSoFar {
 public:
  LongestSoFar() = default;
  LongestSoFar(int plies, std::uint64_t index) : both_{both(plies, index)} {}

  /// `index`: below 2^48. Nothing is added for 0 plies.
  void add(int plies, std::uint64_t index) {
    if (plies == 0) return;
    const std::uint64_t found = both(plies, index);
    // relaxed, here and below: a join orders what is added and what is read
    std::uint64_t longest = both_.load(std::memory_order_relaxed);
    while (longest < found &&
           !both_.compare_exchange_weak(longest, found, std::memory_order_relaxed)) {
    }
  }
  /// Whether to add this would change anything yet.
  bool is_changed_by(int plies, std::uint64_t index) const {
    return plies != 0 && both_.load(std::memory_order_relaxed) < both(plies, index);
  }
  /// Replaces what was found before. No other thread may add at the same time.
  void set(int plies, std::uint64_t index) { both_ = both(plies, index); }

  /// 0 if nothing was added.
  int plies() const {
    return static_cast<int>(both_.load(std::memory_order_relaxed) >> index_bits);
  }
  /// 0 if nothing was added.
  std::uint64_t index() const { return ~both_.load(std::memory_order_relaxed) & last_index; }

 private:
  static constexpr int index_bits = 48;
  static constexpr std::uint64_t last_index = (std::uint64_t{1} << index_bits) - 1;

  // Both in one number: greater for more plies, and for equal plies greater for a lesser index.
  static constexpr std::uint64_t both(int plies, std::uint64_t index) {
    return static_cast<std::uint64_t>(plies) << index_bits | (last_index - index);
  }

  std::atomic<std::uint64_t> both_ = both(0, 0);
};

}  // namespace damiera
