// SPDX-License-Identifier: MIT
#pragma once

#include "indexing/material.h"

namespace damiera {

/// Numbers the runs of king moves that both sides may have made; 0 stands for no run. A side has no
/// other run if the game does not limit the moves of kings, or if the side has no men or no kings.
class KingRuns {
 public:
  /// `limit`: Rules::king_limit.
  constexpr KingRuns(const Material& m, int limit)
      : limit_{limit},
        mine_{count(m.my_men, m.my_kings, limit)},
        theirs_{count(m.their_men, m.their_kings, limit)} {}

  constexpr std::uint64_t count() const { return mine_ * theirs_; }
  /// The number of runs of the side to move, and of the opponent: count() is their product.
  constexpr std::uint64_t mine() const { return mine_; }
  constexpr std::uint64_t theirs() const { return theirs_; }

  /// The number of the runs of `pos`. Requires runs that are possible in this slice.
  constexpr std::uint64_t rank(const Position& pos) const {
    return rank(pos.my_run, pos.my_kings) * theirs_ + rank(pos.their_run, pos.their_kings);
  }
  /// Sets in `pos`, which has no runs, the runs with number n: the inverse of rank().
  constexpr void unrank(std::uint64_t n, Position& pos) const {
    pos.my_run = unrank(n / theirs_, pos.my_kings);
    pos.their_run = unrank(n % theirs_, pos.their_kings);
  }

 private:
  static constexpr std::uint64_t count(int men, int kings, int limit) {
    return men > 0 ? 1 + static_cast<std::uint64_t>(limit * kings) : 1;
  }
  // Number 0 is no run. The others are sorted by the king's place among its side's kings, then by
  // moves.
  constexpr std::uint64_t rank(const KingRun& run, Bitboard kings) const {
    if (!run.any()) return 0;
    return static_cast<std::uint64_t>(kings.below(run.king).count() * limit_ + run.moves);
  }
  constexpr KingRun unrank(std::uint64_t n, Bitboard kings) const {
    if (n == 0) return {};
    const int before = static_cast<int>(n) - 1;
    return {static_cast<std::uint8_t>(before % limit_ + 1), kings.nth(before / limit_)};
  }

  int limit_;
  std::uint64_t mine_, theirs_;
};

}  // namespace damiera
