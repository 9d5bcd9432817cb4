// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "indexing/index.h"
#include "indexing/king_placement.h"
#include "indexing/men_block.h"

namespace damiera {

/// The number of positions of a slice on a board with `row_squares` playing squares in each of
/// 2 * row_squares rows; men of neither side stand on their own last row.
std::uint64_t count_positions(const Material& m, int row_squares);

/// The numbering of a slice's positions: block number x placements per block + placement number.
/// Blocks are numbered by the side to move's men, then by the opponent's men among the squares
/// left to them, so that there are no holes. Thread-safe once made. The table inside has one entry
/// for each placement of the side to move's men.
template <Rules R>
class SliceIndex {
  using B = Board<R>;

 public:
  explicit SliceIndex(const Material& m)
      : material_{m}, kings_{m, B::size}, first_block_(choose(my_squares.count(), m.my_men) + 1) {
    std::uint64_t next = 0;
    for (std::uint64_t r = 0; r + 1 < first_block_.size(); ++r) {
      first_block_[r] = next;
      next += choose(their_squares(unrank(r, m.my_men, my_squares)).count(), m.their_men);
    }
    first_block_.back() = next;
  }

  const Material& material() const { return material_; }
  const KingPlacement& kings() const { return kings_; }
  std::uint64_t blocks() const { return first_block_.back(); }
  std::uint64_t block_size() const { return kings_.count(); }
  std::uint64_t size() const { return blocks() * block_size(); }

  /// The number of a men block, 0 .. blocks() - 1.
  std::uint64_t block(const Men& men) const {
    return first_block_[rank(men.mine, my_squares)] + rank(men.theirs, their_squares(men.mine));
  }
  /// The inverse of block().
  Men men(std::uint64_t block) const {
    const auto after = std::ranges::upper_bound(first_block_, block);
    const auto r = static_cast<std::uint64_t>(after - first_block_.begin()) - 1;
    const Bitboard mine = unrank(r, material_.my_men, my_squares);
    return {mine, unrank(block - first_block_[r], material_.their_men, their_squares(mine))};
  }
  /// The squares on which kings may stand in a block.
  static constexpr Bitboard free_squares(const Men& men) { return B::all & ~men.all(); }

  /// Requires a valid position of this slice.
  Index index(const Position& pos) const {
    const Men men = men_of(pos);
    return Index{block(men) * block_size() +
                 kings_.rank({pos.my_kings, pos.their_kings}, free_squares(men))};
  }
  /// The inverse of index(). Requires an index below size().
  Position position(Index index) const {
    const auto n = static_cast<std::uint64_t>(index);
    assert(n < size());
    const Men m = men(n / block_size());
    const auto kings = kings_.unrank(n % block_size(), free_squares(m));
    return {m.mine, kings.mine, m.theirs, kings.theirs};
  }

 private:
  static constexpr Bitboard my_squares = B::all & ~B::my_last_row;
  static constexpr Bitboard their_squares(Bitboard my_men) {
    return B::all & ~B::their_last_row & ~my_men;
  }

  Material material_;
  KingPlacement kings_;
  std::vector<std::uint64_t> first_block_;  // number of the first block, by rank of my men
};

}  // namespace damiera
