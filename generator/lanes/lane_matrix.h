// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "generator/block_solver.h"
#include "generator/lanes/lanes.h"
#include "generator/lanes/transpose.h"

namespace damiera {

/// The sets of lanes that stand for the positions of one row and column with one side to move.
template <Rules R>
struct LaneCell {
  using Word = std::conditional_t<Board<R>::size <= 32, std::uint32_t, std::uint64_t>;

  Word open;   ///< no capture, and not known to be decided
  Word hope;   ///< not won by any pass before the one in work
  Word fresh;  ///< decided by the pass before
  Word next;   ///< decided by the pass in work: won if `open`, else lost

  Word new_win() const { return fresh & ~hope; }
  Word new_loss() const { return fresh & hope; }
};

/// A position with several kings on the lane side stands in several cells: one for each choice of
/// the lane king. This copies what was found in one of them to the others.
template <Rules R>
class LaneSharing {
  using Cell = LaneCell<R>;
  using Word = typename Cell::Word;

 public:
  /// `free`: the squares without men; `columns`: how many placements there are of the fellows.
  LaneSharing(Bitboard free, std::size_t columns) {
    int fellows = 0;
    while (choose(free.count(), fellows) != columns) ++fellows;
    if (fellows == 0) return;
    const std::uint64_t sets = choose(free.count(), fellows - 1);
    for (std::uint64_t n = 0; n < sets; ++n) {
      const Bitboard set = unrank(n, fellows - 1, free);
      Plane plane;
      for (Square sq : free & ~set)
        plane.push_back(
            {static_cast<std::uint8_t>(sq), static_cast<std::uint32_t>(rank(set.with(sq), free))});
      planes_.push_back(std::move(plane));
    }
  }

  /// `row`: the cells of a row, in which each position is known once only: where the lane king is
  /// the highest of its side, or everywhere the lowest. Afterwards all cells know what is open,
  /// fresh and next. The same for `holds`, if it is not empty.
  void share(std::span<Cell> row, std::span<Word> holds) const {
    for (const Plane& plane : planes_) {
      for (Word Cell::*set : {&Cell::open, &Cell::fresh, &Cell::next})
        share(plane, [&](std::size_t n) -> Word& { return row[n].*set; });
      if (!holds.empty()) share(plane, [&](std::size_t n) -> Word& { return holds[n]; });
    }
  }

 private:
  struct Column {
    std::uint8_t square;   // of one fellow, while the others stay
    std::uint32_t number;  // of the column
  };
  using Plane = std::vector<Column>;

  // That one king is on a and the lane king on b is the same as the other way round.
  template <class WordOf>
  static void share(const Plane& plane, const WordOf& word) {
    BitMatrix<Word> matrix{};
    Word any = 0;
    for (const Column& c : plane) any |= matrix[c.square] = word(c.number);
    if (any == 0) return;
    transpose(matrix);
    for (const Column& c : plane) word(c.number) |= matrix[c.square];
  }

  std::vector<Plane> planes_;  // for each placement of all fellows but one
};

/// Where the outcomes of a cell's positions go, as the side to move sees them.
template <Rules R>
class LaneWriter {
 public:
  /// Writes nothing.
  LaneWriter() = default;
  /// `other`: the other side's kings; `beside`: those beside the lane king; `free`: the squares
  /// without men.
  LaneWriter(const typename BlockPair<R>::Side& side, bool lane_is_mine, Bitboard other,
             Bitboard beside, Bitboard free)
      : outcomes_{side.outcomes},
        planes_{side.planes},
        kings_{&side.slice->kings()},
        lane_is_mine_{lane_is_mine},
        other_{other},
        beside_{beside},
        free_{free} {}

  /// Requires that the lane king is either the lowest or the highest of its side on all `lanes`.
  void write(Bitboard lanes, Outcome outcome) const {
    for_each_place(lanes, [&](std::uint64_t place) { put(place, outcome); });
  }
  /// The same, but leaves positions with a capture as they are.
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

  // Calls visit(placement number) for each lane.
  template <class Visit>
  void for_each_place(Bitboard lanes, const Visit& visit) const {
    if (lanes.empty() || !kings_) return;
    if ((kings_->lane() == LaneSide::mine) != lane_is_mine_)
      return for_each_place_apart(lanes, visit);
    const Bitboard universe = free_ & ~other_;
    const bool lowest = beside_.empty() || lanes.lowest() < beside_.lowest();
    std::uint64_t first = rank(other_, free_) * kings_->lane_count();
    for (int k = lowest ? 2 : 1; Square sq : beside_)
      first += choose(universe.below(sq).count(), k++);
    if (lowest) {
      for (Square sq : lanes) visit(first + static_cast<unsigned>(universe.below(sq).count()));
      return;
    }
    const int k = kings_->lane_kings();
    for (Square sq : lanes) visit(first + choose(universe.below(sq).count(), k));
  }
  // The lane king is one of the kings that vary slowly.
  template <class Visit>
  void for_each_place_apart(Bitboard lanes, const Visit& visit) const {
    for (Square sq : lanes) {
      const Bitboard slow = beside_.with(sq);
      visit(rank(slow, free_) * kings_->lane_count() + rank(other_, free_ & ~slow));
    }
  }

  std::span<Outcome> outcomes_;
  BlockPlanes* planes_ = nullptr;
  const KingPlacement* kings_ = nullptr;
  bool lane_is_mine_ = false;
  Bitboard other_, beside_, free_;
};

}  // namespace damiera
