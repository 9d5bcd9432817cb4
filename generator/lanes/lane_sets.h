// SPDX-License-Identifier: MIT
#pragma once

#include "indexing/slice_index.h"

namespace damiera {

/// Positions of a men block that differ in nothing but the square of one king, the lane king.
struct LaneSet {
  Position rest;      ///< the pieces but the lane king, as the side to move sees them
  bool lane_is_mine;  ///< whose the lane king is
  Bitboard universe;  ///< where the kings of its side may stand
  Bitboard lanes;     ///< where the lane king stands in these positions; not empty
  std::uint64_t first;

  /// The placement number of the position with the lane king on `sq`, without runs of kings.
  std::uint64_t placement(Square sq) const {
    return first + static_cast<unsigned>(universe.below(sq).count());
  }
};

/// Calls visit(LaneSet) for sets of a block with kings. Each position, runs of kings ignored, is in
/// one set: the set in which the lane king is the lowest king of its side.
template <Rules R, class Visit>
void for_each_lane_set(const SliceIndex<R>& index, const Men& men, const Visit& visit) {
  const KingPlacement& kings = index.kings();
  const bool mine = kings.lane() == LaneSide::mine;
  const Bitboard free = SliceIndex<R>::free_squares(men);
  const std::uint64_t rows = kings.count() / kings.lane_count();
  for (std::uint64_t row = 0; row < rows; ++row) {
    const Bitboard other = unrank(row, kings.other_kings(), free), universe = free & ~other;
    const std::uint64_t columns = choose(universe.count(), kings.lane_kings() - 1);
    for (std::uint64_t column = 0; column < columns; ++column) {
      const Bitboard beside = unrank(column, kings.lane_kings() - 1, universe);
      const Bitboard lanes = beside.empty() ? universe : universe.below(beside.lowest());
      if (lanes.empty()) continue;
      const Position rest = mine ? Position{men.mine, beside, men.theirs, other}
                                 : Position{men.mine, other, men.theirs, beside};
      std::uint64_t first = row * kings.lane_count();
      for (int k = 2; Square sq : beside) first += choose(universe.below(sq).count(), k++);
      visit(LaneSet{rest, mine, universe, lanes, first});
    }
  }
}

}  // namespace damiera
