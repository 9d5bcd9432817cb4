// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "data/file/few_values.h"

namespace damiera {

/// How far runs of each value may go in a span, some of whose values do not matter. Takes a bit for
/// each value and place.
class RunEnds {
 public:
  /// `numbers`: of the values, from 0 to `alphabet` - 1; `any` where none matters.
  RunEnds(std::span<const std::uint16_t> numbers, std::size_t alphabet, std::uint16_t any);
  /// `values`: 3 where none matters; `alphabet`: the others, by their numbers.
  RunEnds(const FewValues& values, std::span<const std::uint16_t> alphabet);

  std::uint32_t size() const { return size_; }

  /// Behind the last place of a run of value number `v` from place `i` on.
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
  /// False if a run of value number `v` that ends before place `i` would go on there: nothing else
  /// fits.
  bool may_change(std::size_t v, std::uint32_t i) const {
    return i < size_ && (has(others(v), i) || !has(matters_, i));
  }

 private:
  using Words = std::span<const std::uint64_t>;

  static bool has(Words words, std::uint32_t i) { return (words[i / 64] >> i % 64 & 1) != 0; }
  // The places that matter and have another value than number `v`.
  Words others(std::size_t v) const { return Words{others_}.subspan(v * words_, words_); }

  std::uint32_t size_;
  std::size_t words_;
  std::vector<std::uint64_t> matters_, others_;
};

/// The farthest places of a span that n codes can lead to, at most `width` of them, for n = 1, 2, 3
/// and so on. A place is a number of values from the beginning of the span.
class Beam {
 public:
  /// `width`: at least 1.
  explicit Beam(std::size_t width);

  /// A place, and how it was reached: from which place of the level before, by which code.
  struct Step {
    std::uint32_t place, from;
    std::uint16_t code;
  };
  /// The places that the current number of codes leads to, the farthest first.
  std::span<const Step> level() const { return std::span{steps_}.subspan(level_); }
  /// Goes on to the next level, in which nothing is reached yet.
  void advance();
  /// Of the next level: only places beyond this one are kept.
  std::uint32_t least() const { return least_; }
  /// Of the next level: `place` is reached from number `from` of the current one.
  void reach(std::uint32_t place, std::uint32_t from, std::uint16_t code);
  /// The codes that lead to the farthest place of the current level.
  std::vector<std::uint16_t> codes() const;

 private:
  std::size_t width_;
  std::vector<Step> steps_;  // level by level
  std::size_t level_ = 0;    // where the current one begins
  std::vector<Step> next_;   // level
  std::uint32_t least_ = 0;
};

}  // namespace damiera
