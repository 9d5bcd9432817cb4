// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "indexing/index.h"
#include "indexing/king_placement.h"
#include "indexing/king_runs.h"
#include "indexing/men_block.h"

namespace damiera {

/// The number of positions of a slice on a board of 2 * row_squares rows, each with `row_squares`
/// playing squares. No man stands on the row where it promotes. Runs of kings are not counted.
std::uint64_t count_positions(const Material& m, int row_squares);

/// The number of positions of a slice in a game; each possible run of kings counts as one.
inline std::uint64_t count_positions(const Material& m, const Rules& rules) {
  return count_positions(m, rules.row_squares()) * KingRuns{m, rules.king_limit}.count();
}

/// Numbers a slice's positions: block number x placements per block + placement number.
/// Where runs of kings matter, a block has all placements without a run first, then all placements
/// with run number 1, and so on. Blocks are numbered by the side to move's men, then by the
/// opponent's men among the squares left to them, so that no number is unused. Thread-safe once
/// made. The table inside has one entry for each placement of the side to move's men.
template <Rules R>
class SliceIndex {
  using B = Board<R>;

 public:
  explicit SliceIndex(const Material& m)
      : material_{m},
        kings_{m, B::size},
        runs_{m, R.king_limit},
        first_block_(choose(my_squares.count(), m.my_men) + 1) {
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
  const KingRuns& runs() const { return runs_; }
  std::uint64_t block_size() const { return kings_.count() * runs_.count(); }
  /// The block size of a slice for which no index has been made.
  static constexpr std::uint64_t block_size(const Material& m) {
    return KingPlacement{m, B::size}.count() * KingRuns{m, R.king_limit}.count();
  }
  std::uint64_t size() const { return blocks() * block_size(); }

  /// The number of a men block, 0 .. blocks() - 1.
  std::uint64_t block(const Men& men) const { return first_block_of(men.mine) + number_among(men); }
  /// The number of the first block in which my men stand on `mine`.
  std::uint64_t first_block_of(Bitboard mine) const { return first_block_[rank(mine, my_squares)]; }
  /// The number of a block among the blocks in which my men stand on the same squares, from 0.
  std::uint64_t number_among(const Men& men) const {
    return rank(men.theirs, their_squares(men.mine));
  }
  /// The inverse of block().
  Men men(std::uint64_t block) const {
    const std::uint64_t r = my_placement(block);
    const Bitboard mine = my_men(r);
    return {mine, their_men(mine, block - first_block_[r])};
  }
  /// The number of placements of the side to move's men. my_men(r) is the placement with number r,
  /// and first_block(r) the number of the first block that has it.
  std::uint64_t my_placements() const { return first_block_.size() - 1; }
  Bitboard my_men(std::uint64_t r) const { return unrank(r, material_.my_men, my_squares); }
  std::uint64_t first_block(std::uint64_t r) const { return first_block_[r]; }
  /// The number of the placement that the side to move's men have in a block.
  std::uint64_t my_placement(std::uint64_t block) const {
    const auto after = std::ranges::upper_bound(first_block_, block);
    return static_cast<std::uint64_t>(after - first_block_.begin()) - 1;
  }
  /// The opponent's men in the n-th block with `my_men`.
  Bitboard their_men(Bitboard my_men, std::uint64_t n) const {
    return unrank(n, material_.their_men, their_squares(my_men));
  }
  /// The opponent's men in all blocks with `my_men`, beginning with the n-th.
  Subsets their_men_from(Bitboard my_men, std::uint64_t n) const {
    return {n, material_.their_men, their_squares(my_men)};
  }
  /// The squares on which kings may stand in the block of `men`.
  static constexpr Bitboard free_squares(const Men& men) { return B::all & ~men.all(); }

  /// The number of a position within its block.
  std::uint64_t placement(const Position& pos) const {
    const std::uint64_t placed =
        kings_.rank({pos.my_kings, pos.their_kings}, free_squares(men_of(pos)));
    if constexpr (R.king_limit == 0) return placed;
    return runs_.rank(pos) * kings_.count() + placed;
  }
  /// The inverse of placement(), in the block of `men`.
  Position position(const Men& men, std::uint64_t placement) const {
    const auto kings = kings_.unrank(placement % kings_.count(), free_squares(men));
    Position pos{men.mine, kings.mine, men.theirs, kings.theirs};
    if constexpr (R.king_limit > 0) runs_.unrank(placement / kings_.count(), pos);
    return pos;
  }

  /// Requires a valid position of this slice.
  Index index(const Position& pos) const {
    return Index{block(men_of(pos)) * block_size() + placement(pos)};
  }
  /// The inverse of index(). Requires an index below size().
  Position position(Index index) const {
    const auto n = static_cast<std::uint64_t>(index);
    assert(n < size());
    return position(men(n / block_size()), n % block_size());
  }

 private:
  static constexpr Bitboard my_squares = B::all & ~B::my_last_row;
  static constexpr Bitboard their_squares(Bitboard my_men) {
    return B::all & ~B::their_last_row & ~my_men;
  }

  Material material_;
  KingPlacement kings_;
  KingRuns runs_;
  std::vector<std::uint64_t> first_block_;  // number of the first block, by rank of my men
};

/// Walks the men blocks of a slice in the order of their numbers. A step takes a fraction of the
/// time of SliceIndex::men(). The index must outlive this object.
template <Rules R>
class MenBlocks {
 public:
  /// Begins at a block. Requires block < index.blocks().
  MenBlocks(const SliceIndex<R>& index, std::uint64_t block)
      : index_{index},
        mine_{index.my_placement(block)},
        men_{index.men(block)},
        theirs_{index.their_men_from(men_.mine, block - index.first_block(mine_))} {}

  const Men& men() const { return men_; }

  /// Moves on to the next block. After the last one men() has no meaning.
  void next() {
    if (!theirs_.next()) {
      if (++mine_ == index_.my_placements()) return;
      men_.mine = index_.my_men(mine_);
      theirs_ = index_.their_men_from(men_.mine, 0);
    }
    men_.theirs = theirs_.set();
  }

 private:
  const SliceIndex<R>& index_;
  std::uint64_t mine_;
  Men men_;
  Subsets theirs_;
};

}  // namespace damiera
