// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "generator/block_solver.h"
#include "generator/lanes/lane_runs.h"
#include "generator/lanes/lanes.h"
#include "generator/lanes/transpose.h"

namespace damiera {

/// One row and column of the matrix of N men blocks, with one side to move. A lane is a position;
/// each word is a set of lanes of one block.
template <Rules R, std::size_t N = 1>
struct LaneCell {
  using Sets = LaneArray<R, N>;

  alignas(sizeof(Sets)) Sets open;  ///< no capture, and not known to be decided
  Sets hope;                        ///< not won before the current pass
  Sets fresh;                       ///< decided by the previous pass
  Sets next;                        ///< decided by the current pass: won if `open`, else lost
};

/// A position with several kings on the lane side stands in several cells, one for each choice of
/// the lane king. LaneSharing copies what was found in one of these cells to the others.
template <Rules R, std::size_t N = 1>
class LaneSharing {
  using Cell = LaneCell<R, N>;
  using Word = LaneWord<R>;
  using Sets = LaneArray<R, N>;

 public:
  /// `free`: the squares without men; `lane_of`: the side of the lane king; `fellows`: the number
  /// of that side's other kings.
  LaneSharing(Bitboard free, int fellows, const RowCells<R>& cells, int lane_of) {
    if (fellows == 0) return;
    const auto others = static_cast<std::uint16_t>(cells.runs(1 - lane_of).count());
    const std::uint64_t sets = choose(free.count(), fellows - 1);
    for (std::uint64_t n = 0; n < sets; ++n) {
      const Bitboard set = unrank(n, fellows - 1, free);
      for (std::uint16_t other = 0; other < others; ++other)
        add_planes(free, set, cells, lane_of, other);
    }
  }

  /// `row`: the cells of a row in which each position is set only in the cell whose lane king is
  /// the highest king of its side (or, for all positions, the lowest). Copies the sets open, fresh
  /// and next of block number `block` to the other cells of each position; `holds` as well, if it
  /// is not empty.
  void share(std::span<Cell> row, std::span<Sets> holds, std::size_t block = 0) const {
    for (const Plane& plane : planes_) {
      for (Sets Cell::*set : {&Cell::open, &Cell::fresh, &Cell::next})
        share(plane, [&](std::size_t n) -> Word& { return (row[n].*set)[block]; });
      if (!holds.empty()) share(plane, [&](std::size_t n) -> Word& { return holds[n][block]; });
    }
  }

 private:
  // A column, as one fellow (another king of the lane side) moves and the others stay. When the
  // lane king changes places with that fellow, a run may get another number.
  struct Column {
    std::uint8_t square;     // of the fellow that moves
    std::uint32_t from, to;  // numbers of cells in the row
  };
  using Plane = std::vector<Column>;

  // The numbers of kings in a column, as in RunNumbers, from the fellow's place among the others.
  static std::size_t the_lane_king(int) { return 0; }
  static std::size_t the_fellow(int place) { return 1 + static_cast<std::size_t>(place); }

  void add_planes(Bitboard free, Bitboard set, const RowCells<R>& cells, int lane_of,
                  std::uint16_t other) {
    // `before` and `after` give the number of the king that has made a run, before and after the
    // change of places.
    const auto add = [&](const auto& before, const auto& after, std::size_t moves) {
      Plane plane;
      for (Square sq : free & ~set) {
        const int place = set.below(sq).count();
        typename RowCells<R>::Place at{rank(set.with(sq), free), {other, other}};
        const auto cell = [&](std::size_t king) {
          const std::size_t run = moves == 0 ? 0 : RunNumbers<R>::number(king, moves);
          return static_cast<std::uint32_t>(cells.number(at.with(lane_of, run)));
        };
        plane.push_back({static_cast<std::uint8_t>(sq), cell(before(place)), cell(after(place))});
      }
      planes_.push_back(std::move(plane));
    };
    add(the_lane_king, the_lane_king, 0);
    if (!cells.runs(lane_of).any()) return;
    for (std::size_t moves = 1; moves <= R.king_limit; ++moves) {
      add(the_lane_king, the_fellow, moves);
      add(the_fellow, the_lane_king, moves);
      for (int n = 0; n < set.count(); ++n) {
        const auto one_that_stays = [n](int place) { return the_fellow(n + (place <= n)); };
        add(one_that_stays, one_that_stays, moves);
      }
    }
  }

  // A king on a and the lane king on b are the same position as a king on b and the lane king on a.
  template <class WordOf>
  static void share(const Plane& plane, const WordOf& word) {
    BitMatrix<Word> matrix{};
    Word any = 0;
    for (const Column& c : plane) any |= matrix[c.square] = word(c.from);
    if (any == 0) return;
    transpose(matrix);
    for (const Column& c : plane) word(c.to) |= matrix[c.square];
  }

  std::vector<Plane> planes_;  // for each placement of all fellows but one, and for each run
};

/// Writes the outcomes of a cell's positions, as the side to move sees them.
template <Rules R>
class LaneWriter {
 public:
  /// A writer that writes nothing.
  LaneWriter() = default;
  /// `rest`: all kings but the lane king, and the runs, as the side to move sees them; `free`: the
  /// squares without men; `first`: row_first() of the other side's kings.
  LaneWriter(const typename BlockPair<R>::Side& side, bool lane_is_mine, const Position& rest,
             Bitboard free, std::uint64_t first)
      : outcomes_{side.outcomes},
        planes_{side.planes},
        slice_{side.slice},
        lane_is_mine_{lane_is_mine},
        rest_{rest},
        other_{lane_is_mine ? rest.their_kings : rest.my_kings},
        beside_{lane_is_mine ? rest.my_kings : rest.their_kings},
        free_{free},
        first_{first} {}

  /// The number of the first placement in which the side without the lane king has its kings on
  /// `other`, as the side to move sees them; 0 where the lane side's kings vary slowly.
  static std::uint64_t row_first(const SliceIndex<R>& slice, bool lane_is_mine, Bitboard other,
                                 Bitboard free) {
    if (is_slow(slice.kings(), lane_is_mine)) return 0;
    return rank(other, free) * slice.kings().lane_count();
  }

  /// Requires that the lane king is either the lowest or the highest of its side on all `lanes`.
  void write(Bitboard lanes, Outcome outcome) const {
    for_each_place(lanes, [&](std::uint64_t place) { put(place, outcome); });
  }
  /// Like write(), but leaves positions with a capture as they are.
  void write_quiet(Bitboard lanes, Outcome outcome) const {
    for_each_place(lanes, [&](std::uint64_t place) {
      if (!is_capture(place)) put(place, outcome);
    });
  }

 private:
  void put(std::uint64_t place, Outcome outcome) const {
    if (planes_)
      planes_->put(place, outcome);
    else
      outcomes_[place] = outcome;
  }
  bool is_capture(std::uint64_t place) const {
    return planes_ ? planes_->is_capture(place) : outcomes_[place].is_capture();
  }

  // Whether the lane king belongs to the side whose kings vary slowly.
  static bool is_slow(const KingPlacement& kings, bool lane_is_mine) {
    return (kings.lane() == LaneSide::mine) != lane_is_mine;
  }

  // Calls visit(placement number) for each lane.
  template <class Visit>
  void for_each_place(Bitboard lanes, const Visit& visit) const {
    if (lanes.empty() || !slice_) return;
    const KingPlacement& kings = slice_->kings();
    std::uint64_t first =
        number_of_runs<R>(slice_->runs(), rest_, lane_is_mine_, lanes.lowest()) * kings.count();
    if (is_slow(kings, lane_is_mine_)) {
      for (Square sq : lanes) {
        const Bitboard slow = beside_.with(sq);
        visit(first + rank(slow, free_) * kings.lane_count() + rank(other_, free_ & ~slow));
      }
      return;
    }
    const Bitboard universe = free_ & ~other_;
    const bool lowest = beside_.empty() || lanes.lowest() < beside_.lowest();
    first += first_;
    for (int k = lowest ? 2 : 1; Square sq : beside_)
      first += choose(universe.below(sq).count(), k++);
    if (lowest) {
      for (Square sq : lanes) visit(first + static_cast<unsigned>(universe.below(sq).count()));
      return;
    }
    const int k = kings.lane_kings();
    for (Square sq : lanes) visit(first + choose(universe.below(sq).count(), k));
  }

  std::span<Outcome> outcomes_;
  BlockPlanes* planes_ = nullptr;
  const SliceIndex<R>* slice_ = nullptr;
  bool lane_is_mine_ = false;
  Position rest_;
  Bitboard other_, beside_, free_;
  std::uint64_t first_ = 0;
};

}  // namespace damiera
