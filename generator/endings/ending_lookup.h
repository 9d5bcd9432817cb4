// SPDX-License-Identifier: MIT
#pragma once

#include "generator/endings/ending_key.h"
#include "generator/known_endings.h"
#include "generator/lanes/remembered_blocks.h"

namespace damiera {

/// The placement numbers of positions that differ only in the square of one king, the lane king.
/// `beside` are the other kings of its side, `against` the kings of the other side.
struct LanePlacements {
  const KingPlacement& kings;
  Bitboard free;  ///< the squares without men
  Bitboard beside, against;
  bool lane_is_fast;  ///< the side of the lane king is the one that varies fastest

  LanePlacements(const KingPlacement& numbering, Bitboard squares, Bitboard my_kings,
                 Bitboard their_kings, bool lane_is_mine)
      : kings{numbering},
        free{squares},
        beside{lane_is_mine ? my_kings : their_kings},
        against{lane_is_mine ? their_kings : my_kings},
        lane_is_fast{(numbering.lane() == LaneSide::mine) == lane_is_mine} {}

  /// Calls visit(square, placement number) for each of `lanes`, from the lowest up. Requires that
  /// these are empty.
  template <class Visit>
  void for_each(Bitboard lanes, const Visit& visit) const {
    if (lane_is_fast)
      for_each_fast(lanes, visit);
    else
      for_each_slow(lanes, visit);
  }

 private:
  // Between two fellows, only the lane king's own term of the rank varies; when it passes a fellow,
  // the fellow's term changes too.
  template <class Visit>
  void for_each_fast(Bitboard lanes, const Visit& visit) const {
    const Bitboard universe = free & ~against;
    std::uint64_t others = rank(against, free) * kings.lane_count();
    for (int k = 2; Square sq : beside) others += choose(universe.below(sq).count(), k++);
    int k = 1;
    const auto visit_all = [&](Bitboard some) {
      for (Square sq : some) visit(sq, others + choose(universe.below(sq).count(), k));
    };
    for (Square fellow : beside) {
      visit_all(lanes.below(fellow));
      lanes &= ~Bitboard::first(static_cast<int>(fellow));
      const int n = universe.below(fellow).count();
      others += choose(n, k) - choose(n, k + 1);
      ++k;
    }
    visit_all(lanes);
  }
  template <class Visit>
  void for_each_slow(Bitboard lanes, const Visit& visit) const {
    for (Square sq : lanes) {
      const Bitboard slow = beside.with(sq);
      visit(sq, rank(slow, free) * kings.lane_count() + rank(against, free & ~slow));
    }
  }
};

/// Looks up the endings of positions that conversions lead to. Remembers the men blocks that it
/// looked up, so known slices must stay where they are. One thread at a time.
template <Rules R>
class EndingLookup {
 public:
  explicit EndingLookup(const KnownEndings<R>& known) : known_{known} {}

  /// A men block of a known slice.
  struct Target {
    const Outcome* outcomes = nullptr;  ///< by placement number
    const KingPlacement* kings;
    Bitboard free;  ///< the squares without men
  };
  Target target(const Material& m, const Men& men) const {
    const auto& slice = known_.slice(m);
    return {slice.outcomes.data() + slice.index->block(men) * slice.index->block_size(),
            &slice.index->kings(), SliceIndex<R>::free_squares(men)};
  }

  /// The key of a move to this position.
  EndingKey operator()(const Position& pos) {
    if (is_decided<R>(pos)) return ending_key::of_move_to(decided_ending<R>(pos, known_.at_end()));
    const Target& at = remembered(men_of(pos), pos.my_kings.count(), pos.their_kings.count());
    return ending_key::of_move_to(
        at.outcomes[at.kings->rank({pos.my_kings, pos.their_kings}, at.free)]);
  }

  /// Adds a king to these kings on each square of `lanes` in turn, for the side to move if
  /// `lane_is_mine`, and calls visit(square, key) with the key of a move to that position. Requires
  /// that the squares of `lanes` are empty.
  template <class Visit>
  static void for_each(const Target& at, Bitboard my_kings, Bitboard their_kings, bool lane_is_mine,
                       Bitboard lanes, const Visit& visit) {
    LanePlacements{*at.kings, at.free, my_kings, their_kings, lane_is_mine}.for_each(
        lanes, [&](Square sq, std::uint64_t placement) {
          visit(sq, ending_key::of_move_to(at.outcomes[placement]));
        });
  }
  /// Like the function above, for the positions of `rest` with one more king.
  template <class Visit>
  void for_each(const Position& rest, bool lane_is_mine, Bitboard lanes, const Visit& visit) {
    if (rest.mine().empty() && !lane_is_mine) {
      for (Square sq : lanes) visit(sq, ending_key::of_move_to(known_.at_end(), 0));
      return;
    }
    for_each(remembered(men_of(rest), rest.my_kings.count() + lane_is_mine,
                        rest.their_kings.count() + !lane_is_mine),
             rest.my_kings, rest.their_kings, lane_is_mine, lanes, visit);
  }

 private:
  const Target& remembered(const Men& men, int my_kings, int their_kings) {
    return remembered_(men, my_kings, their_kings,
                       [this](const Material& m, const Men& of) { return target(m, of); });
  }

  const KnownEndings<R>& known_;
  RememberedBlocks<Target> remembered_;
};

}  // namespace damiera
