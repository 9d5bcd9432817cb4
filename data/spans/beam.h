// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace damiera {

/// The farthest places of a span that n codes can reach, at most `width` of them, for n = 1, 2, 3
/// and so on. A place is a number of values from the beginning of the span.
class Beam {
 public:
  /// `width`: at least 1.
  explicit Beam(std::size_t width);

  /// A place, the place of the previous level from which it was reached, and the code.
  struct Step {
    std::uint32_t place, from;
    std::uint16_t code;
  };
  /// The places reached by the current number of codes, the farthest first.
  std::span<const Step> level() const { return std::span{steps_}.subspan(level_); }
  /// Moves on to the next level, for one more code; no place is reached in it yet.
  void advance();
  /// The next level keeps only places beyond this one.
  std::uint32_t least() const { return least_; }
  /// Adds to the next level that `place` is reached from number `from` of the current level.
  void reach(std::uint32_t place, std::uint32_t from, std::uint16_t code);
  /// The codes that lead to the farthest place of the current level.
  std::vector<std::uint16_t> codes() const;

 private:
  std::size_t width_;
  std::vector<Step> steps_;  // level by level
  std::size_t level_ = 0;    // where the current one begins
  std::vector<Step> next_;   // the next level
  std::uint32_t least_ = 0;
};

}  // namespace damiera
