// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/trees/lanes.h"

namespace damiera {

/// Answers 0 to 3 for up to 64 cells. One word has the low bit of each answer, the other the high
/// bit.
struct AnswerPlanes {
  std::uint64_t low = ~std::uint64_t{0}, high = ~std::uint64_t{0};

  /// Takes the answers of `other` where `mask` has a bit.
  void take(std::uint64_t mask, const AnswerPlanes& other) {
    low = (low & ~mask) | (other.low & mask);
    high = (high & ~mask) | (other.high & mask);
  }
};

/// The values of the cells of a block as bit planes: 0, 1, 2, or 3 for don't-cares. Some cells
/// before the block may be included.
class CellPlanes {
 public:
  /// The planes of the values of `cells`.
  explicit CellPlanes(std::span<const std::uint16_t> cells)
      : CellPlanes{0, static_cast<std::int64_t>(cells.size())} {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint64_t differs = 3U - std::min<unsigned>(cells[i], 3);
      AnswerPlanes& word = words_[i / 64 + 1];
      word.low ^= (differs & 1) << i % 64;
      word.high ^= (differs >> 1) << i % 64;
    }
  }
  /// Makes the planes of cells `begin`, which is 0 or less, to `end` - 1; all values are 3.
  CellPlanes(std::int64_t begin, std::int64_t end)
      : begin_{begin}, end_{end}, words_(static_cast<std::size_t>(end - begin) / 64 + 3) {}

  /// The answers of 64 cells from `first` on: 3 for cells that do not exist.
  AnswerPlanes from(std::int64_t first) const {
    if (first <= begin_ - 64 || first >= end_) return {};
    const auto at = static_cast<std::uint64_t>(first - begin_ + 64);
    const AnswerPlanes &a = words_[at / 64], &b = words_[at / 64 + 1];
    const int by = static_cast<int>(at % 64);
    return {joined(a.low, b.low, by), joined(a.high, b.high, by)};
  }
  /// For each lane, the answers of the 64 cells from cell begins + by on. They are 3 if `by` is
  /// more than 0, since no cell after the current one is known.
  template <class W>
  void from(const typename W::CellCounts& begins, const typename W::CellCounts& by,
            AnswerLanes<W>& answers) const {
    using Lanes = typename W::Lanes;
    using CellCounts = typename W::CellCounts;
    // There are only 3s from bit 0 of words_ on, and from bit `behind` on.
    const CellCounts nothing{}, behind = nothing + (end_ - begin_ + 64);
    CellCounts at = begins + by + (64 - begin_);
    at &= ~((at | -by) >> 63);  // 0 if `by` is positive or `at` negative; a sign makes a mask
    at = at > behind ? behind : at;
    const CellCounts word = at >> 6, bit = at & 63;
    const Lanes right = reinterpret_cast<const Lanes&>(bit), left = 63 - right;
    const auto words = [&](std::uint64_t AnswerPlanes::*plane, std::int64_t next, Lanes& found) {
      const AnswerPlanes* const w = words_.data() + next;
      const auto in = [&](std::size_t lane) { return w[word[lane]].*plane; };
      if constexpr (W::lanes == 4)
        found = Lanes{in(0), in(1), in(2), in(3)};
      else
        found = Lanes{in(0), in(1), in(2), in(3), in(4), in(5), in(6), in(7)};
    };
    Lanes low, next_low, high, next_high;
    words(&AnswerPlanes::low, 0, low);
    words(&AnswerPlanes::low, 1, next_low);
    words(&AnswerPlanes::high, 0, high);
    words(&AnswerPlanes::high, 1, next_high);
    answers.low = low >> right | next_low << 1 << left;
    answers.high = high >> right | next_high << 1 << left;
  }
  /// Sets the answers of the cells from number `first` on whose bits are set in `mask`. Requires
  /// that these cells exist.
  void put(std::int64_t first, std::uint64_t mask, const AnswerPlanes& answers) {
    const auto at = static_cast<std::uint64_t>(first - begin_ + 64);
    const int by = static_cast<int>(at % 64);
    words_[at / 64].take(mask << by, {answers.low << by, answers.high << by});
    if (by != 0)
      words_[at / 64 + 1].take(mask >> (64 - by),
                               {answers.low >> (64 - by), answers.high >> (64 - by)});
  }

 private:
  static std::uint64_t joined(std::uint64_t a, std::uint64_t b, int by) {
    return a >> by | b << 1 << (63 - by);
  }
  std::int64_t begin_, end_;
  std::vector<AnswerPlanes> words_;  // 64 cells before the first, the cells, and some after
};

}  // namespace damiera
