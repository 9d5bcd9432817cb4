// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "data/file/few_values.h"

namespace damiera {

/// The places up to which a run of each value may go in a span with don't-cares. In the span 0 * 1,
/// where * is a don't-care, a run of 0 may take places 0 and 1. Takes a bit for each value and
/// place.
class RunEnds {
 public:
  /// `numbers`: the values' numbers, from 0 to `alphabet` - 1; `any` for a don't-care.
  RunEnds(std::span<const std::uint16_t> numbers, std::size_t alphabet, std::uint16_t any);
  /// `values`: 3 for a don't-care; `alphabet`: the other values, by their numbers.
  RunEnds(const FewValues& values, std::span<const std::uint16_t> alphabet);

  std::uint32_t size() const { return size_; }

  /// The end of the longest run of value number `v` that begins at place `i`.
  std::uint32_t end(std::size_t v, std::uint32_t i) const {
    const Words words = others(v);
    std::size_t w = i / 64;
    std::uint64_t rest = words[w] >> i % 64 << i % 64;
    while (rest == 0) {
      if (++w == words_) return size_;
      rest = words[w];
    }
    return static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  /// True if a run of a value other than number `v` may begin at place `i`.
  bool may_change(std::size_t v, std::uint32_t i) const {
    return i < size_ && (has(others(v), i) || !has(matters_, i));
  }

 private:
  using Words = std::span<const std::uint64_t>;

  static bool has(Words words, std::uint32_t i) { return (words[i / 64] >> i % 64 & 1) != 0; }
  // The places whose value is neither number `v` nor a don't-care.
  Words others(std::size_t v) const { return Words{others_}.subspan(v * words_, words_); }

  std::uint32_t size_;
  std::size_t words_;
  std::vector<std::uint64_t> matters_, others_;
};

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
