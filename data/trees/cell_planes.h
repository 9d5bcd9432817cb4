// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace damiera {

/// Answers 0 to 3 about up to 64 cells: a bit of each in either word.
struct AnswerPlanes {
  std::uint64_t low = ~std::uint64_t{0}, high = ~std::uint64_t{0};

  /// Where `mask` has a bit becomes what `other` says there.
  void take(std::uint64_t mask, const AnswerPlanes& other) {
    low = (low & ~mask) | (other.low & mask);
    high = (high & ~mask) | (other.high & mask);
  }
  AnswerPlanes operator<<(int by) const { return {low << by, high << by}; }
};

/// The values of a block, 0, 1, 2, or 3 for all others, as bits.
class CellPlanes {
 public:
  explicit CellPlanes(std::span<const std::uint16_t> cells) : words_(cells.size() / 64 + 3) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint64_t differs = 3U - std::min<unsigned>(cells[i], 3);
      AnswerPlanes& word = words_[i / 64 + 1];
      word.low ^= (differs & 1) << i % 64;
      word.high ^= (differs >> 1) << i % 64;
    }
  }
  /// The answers of 64 cells from `begin` on: 3 for cells before or behind the block.
  /// Requires that it is less than the block's size.
  AnswerPlanes from(std::int64_t begin) const {
    if (begin <= -64) return {};
    const auto at = static_cast<std::uint64_t>(begin + 64);
    const AnswerPlanes &a = words_[at / 64], &b = words_[at / 64 + 1];
    const int by = static_cast<int>(at % 64);
    return {joined(a.low, b.low, by), joined(a.high, b.high, by)};
  }

 private:
  static std::uint64_t joined(std::uint64_t a, std::uint64_t b, int by) {
    return a >> by | b << 1 << (63 - by);
  }
  std::vector<AnswerPlanes> words_;  // 64 cells before the block, the block, and some behind it
};

}  // namespace damiera
