// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>

#include "data/file/cell_order.h"
#include "indexing/slice_index.h"

namespace damiera {

/// Walks all sets of k squares of a universe, in the order of rank().
class SquareSets {
 public:
  /// Begins at the set with this rank. Requires rank < choose(universe.count(), squares).
  SquareSets(Bitboard universe, int squares, std::uint64_t rank) {
    for (const Square sq : universe) squares_[count_++] = static_cast<std::uint8_t>(sq);
    chosen_ = unrank(rank, squares, Bitboard::first(static_cast<int>(count_))).bits();
    note();
  }

  Bitboard set() const { return set_; }
  /// The number of the set among all sets of k squares of the whole board.
  std::uint64_t number() const { return number_; }
  /// Moves on to the next set; returns false after the last one.
  bool next() {
    if (chosen_ == 0) return false;
    const std::uint64_t low = chosen_ & -chosen_, high = chosen_ + low;
    chosen_ = (((high ^ chosen_) >> 2) / low) | high;
    if (chosen_ >> count_ != 0) return false;
    note();
    return true;
  }

 private:
  void note() {
    set_ = {};
    number_ = 0;
    int k = 1;
    for (std::uint64_t rest = chosen_; rest != 0; rest &= rest - 1) {
      const int sq = squares_[static_cast<std::size_t>(std::countr_zero(rest))];
      set_ = set_.with(Square(sq));
      number_ += choose(sq, k++);
    }
  }

  std::array<std::uint8_t, 64> squares_{};
  std::size_t count_ = 0;  // how many of squares_ are used
  std::uint64_t chosen_;   // a bit for each of squares_ that is in the set
  Bitboard set_;
  std::uint64_t number_ = 0;
};

/// Walks the positions of a slice in the order of Index, and gives the cell of each in the order of
/// CellLayout{}.
template <Rules R>
class IndexWalk {
 public:
  /// Begins at position `begin`. `order` has CellLayout{}. `slice` and `order` must outlive this.
  IndexWalk(const SliceIndex<R>& slice, const CellOrder& order, Index begin)
      : slice_{slice},
        order_{order},
        block_{static_cast<std::uint64_t>(begin) / slice.block_size()},
        placement_{static_cast<std::uint64_t>(begin) % slice.block_size()},
        my_stride_{stride(2)},
        their_stride_{stride(3)} {
    enter();
  }

  const Position& position() const { return position_; }
  std::uint64_t cell() const { return cell_; }
  /// Moves on to the next position. Requires that this is not the last one.
  void next() {
    if (lane_.next()) return place_lane();
    if (other_.next()) {
      lane_ = lane_sets(0);
      return place();
    }
    placement_ = ++runs_ < slice_.runs().count() ? runs_ * kings().count() : 0;
    if (placement_ == 0) ++block_;
    enter();
  }

 private:
  const KingPlacement& kings() const { return slice_.kings(); }
  bool lane_is_mine() const { return kings().lane() == LaneSide::mine; }
  // The stride of the group of this kind; 0 if it has no pieces.
  std::uint64_t stride(int kind) const {
    for (const CellOrder::Group& g : order_.groups())
      if (g.kind == kind) return g.stride;
    return 0;
  }
  SquareSets other_sets(std::uint64_t rank) const {
    return {SliceIndex<R>::free_squares(men_of(position_)), kings().other_kings(), rank};
  }
  SquareSets lane_sets(std::uint64_t rank) const {
    return {SliceIndex<R>::free_squares(men_of(position_)) & ~other_.set(), kings().lane_kings(),
            rank};
  }
  // Enters the current men block.
  void enter() {
    if (block_ == slice_.blocks()) return;
    const Men men = slice_.men(block_);
    runs_ = placement_ / kings().count();
    const std::uint64_t placed = placement_ % kings().count();
    position_ = {men.mine, {}, men.theirs, {}};
    men_cell_ = order_.cells_before_runs(runs_);
    for (const CellOrder::Group& g : order_.groups())
      if (g.kind < 2) men_cell_ += CellOrder::rank_of(order_.slots(g, position_.*g.set)) * g.stride;
    other_ = other_sets(placed / kings().lane_count());
    lane_ = lane_sets(placed % kings().lane_count());
    place();
  }
  void place() {
    (lane_is_mine() ? position_.their_kings : position_.my_kings) = other_.set();
    other_cell_ = men_cell_ + other_.number() * (lane_is_mine() ? their_stride_ : my_stride_);
    place_lane();
  }
  void place_lane() {
    (lane_is_mine() ? position_.my_kings : position_.their_kings) = lane_.set();
    cell_ = other_cell_ + lane_.number() * (lane_is_mine() ? my_stride_ : their_stride_);
    if constexpr (R.king_limit > 0) slice_.runs().unrank(runs_, position_);
  }

  const SliceIndex<R>& slice_;
  const CellOrder& order_;
  std::uint64_t block_, placement_, runs_ = 0;
  std::uint64_t my_stride_, their_stride_;
  Position position_{};
  std::uint64_t men_cell_ = 0, other_cell_ = 0, cell_ = 0;
  SquareSets other_{{}, 0, 0}, lane_{{}, 0, 0};
};

}  // namespace damiera
