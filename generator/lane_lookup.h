#pragma once

#include "generator/known_values.h"
#include "generator/lanes.h"

namespace damiera {

/// Looks up many positions at once: those that differ in nothing but the square of one king, the
/// lane king.
template <Rules R>
class LaneLookup {
  using Slice = typename KnownValues<R>::Slice;

 public:
  explicit LaneLookup(const KnownValues<R>& known) : known_{known} {}

  /// A men block of a known slice.
  struct Target {
    const Slice* slice;
    std::uint64_t block;
    Bitboard free;  ///< the squares without men
  };

  /// Requires that the slice is known.
  Target target(const Material& m, const Men& men) const {
    const Slice& slice = known_.slice(m);
    return {&slice, slice.index->block(men), SliceIndex<R>::free_squares(men)};
  }

  /// Values of the positions with these kings and one more, mine or theirs, on each square of
  /// `lanes`, for the side to move. Requires that the lanes are empty.
  static LaneValues values(const Target& target, Bitboard my_kings, Bitboard their_kings,
                           bool lane_is_mine, Bitboard lanes) {
    const Bitboard beside = lane_is_mine ? my_kings : their_kings;  // the lane king
    const Bitboard against = lane_is_mine ? their_kings : my_kings;
    const bool lane_is_fast =
        (target.slice->index->kings().lane() == LaneSide::mine) == lane_is_mine;
    return lane_is_fast
               ? fast_lanes(*target.slice, target.block, target.free, against, beside, lanes)
               : slow_lanes(*target.slice, target.block, target.free, against, beside, lanes);
  }

  /// Values of `rest` with one more king, mine or theirs, on each square of `lanes`.
  LaneValues operator()(const Position& rest, bool lane_is_mine, Bitboard lanes) const {
    if (lanes.empty()) return {};
    if (rest.mine().empty() && !lane_is_mine) return {.win = {}, .loss = lanes};
    Material m = material_of(rest);
    ++(lane_is_mine ? m.my_kings : m.their_kings);
    return values(target(m, men_of(rest)), rest.my_kings, rest.their_kings, lane_is_mine, lanes);
  }

 private:
  // The lane king is one of the kings that vary fastest: for each square that one of these could
  // stand on below all the others, the placement numbers are consecutive.
  static LaneValues fast_lanes(const Slice& slice, std::uint64_t block, Bitboard free,
                               Bitboard slow, Bitboard beside, Bitboard lanes) {
    const Bitboard universe = free & ~slow;
    const std::uint64_t first = rank(slow, free) * slice.index->kings().lane_count();
    if (beside.empty()) {
      const auto run = slice.planes.run(block, first);
      return {deposited<R>(run.win, universe) & lanes, deposited<R>(run.loss, universe) & lanes};
    }
    // Between two of its fellows, only the lane king's own term of the rank varies.
    LaneValues values;
    std::uint64_t others = first;  // terms of the fellows while all are above the lane king
    for (int k = 2; Square sq : beside) others += choose(universe.below(sq).count(), k++);
    int k = 1;
    Bitboard rest = lanes;
    for (Square fellow : beside) {
      add(values, slice, block, universe, others, k, rest & Bitboard::first(int(fellow)));
      rest &= ~Bitboard::first(int(fellow));
      const int n = universe.below(fellow).count();
      others += choose(n, k) - choose(n, k + 1);
      ++k;
    }
    add(values, slice, block, universe, others, k, rest);
    return values;
  }

  // The lanes whose king is the k-th lowest of its side.
  static void add(LaneValues& values, const Slice& slice, std::uint64_t block, Bitboard universe,
                  std::uint64_t others, int k, Bitboard lanes) {
    for (Square sq : lanes)
      add(values, sq, slice.planes.value(block, others + choose(universe.below(sq).count(), k)));
  }
  static void add(LaneValues& values, Square sq, Value v) {
    if (v == Value::win) values.win = values.win.with(sq);
    if (v == Value::loss) values.loss = values.loss.with(sq);
  }

  // The lane king is one of the kings that vary slowly.
  static LaneValues slow_lanes(const Slice& slice, std::uint64_t block, Bitboard free,
                               Bitboard fast, Bitboard beside, Bitboard lanes) {
    LaneValues values;
    for (Square sq : lanes) {
      const Bitboard slow = beside.with(sq);
      const std::uint64_t placement =
          rank(slow, free) * slice.index->kings().lane_count() + rank(fast, free & ~slow);
      add(values, sq, slice.planes.value(block, placement));
    }
    return values;
  }

  const KnownValues<R>& known_;
};

}  // namespace damiera
