// SPDX-License-Identifier: MIT
#pragma once

#include "generator/known_values.h"
#include "generator/lanes/lane_runs.h"
#include "generator/lanes/lanes.h"
#include "generator/lanes/remembered_blocks.h"

namespace damiera {

/// Looks up many positions at once, which differ only in the square of one king, the lane king.
/// Remembers the men blocks of earlier lookups, which must stay in memory: the cache of planes is
/// not trimmed as long as this is used. One thread at a time.
template <Rules R>
class LaneLookup {
  using Slice = typename KnownValues<R>::Slice;

 public:
  explicit LaneLookup(const KnownValues<R>& known) : known_{known} {}

  /// A men block of a known slice.
  struct Target {
    const Slice* slice = nullptr;
    std::uint64_t block;
    Bitboard free;  ///< the squares without men
  };

  /// Requires that the slice is known.
  static Target target(const KnownValues<R>& known, const Material& m, const Men& men) {
    const Slice& slice = known.slice(m);
    const std::uint64_t block = slice.index->block(men);
    slice.need(block);
    return {&slice, block, SliceIndex<R>::free_squares(men)};
  }

  /// Values of the positions with the kings and runs of `rest` and one more king, mine or theirs,
  /// on each square of `lanes`, for the side to move. Requires that the lanes are empty.
  static LaneValues values(const Target& target, const Position& rest, bool lane_is_mine,
                           Bitboard lanes) {
    const bool lane_is_fast =
        (target.slice->index->kings().lane() == LaneSide::mine) == lane_is_mine;
    return lane_is_fast ? fast_lanes(target, rest, lane_is_mine, lanes)
                        : slow_lanes(target, rest, lane_is_mine, lanes);
  }

  /// Values of `rest` with one more king, mine or theirs, on each square of `lanes`. A run in
  /// `rest` may belong to the lane king; then its square is `lane_king`.
  LaneValues operator()(const Position& rest, bool lane_is_mine, Bitboard lanes) {
    if (lanes.empty()) return {};
    if (rest.mine().empty() && !lane_is_mine) return lanes_at_end(lanes);
    const Target& at = target(men_of(rest), rest.my_kings.count() + lane_is_mine,
                              rest.their_kings.count() + !lane_is_mine);
    return values(at, rest, lane_is_mine, lanes);
  }

  /// The value of one position, as KnownValues::value().
  Value value(const Position& pos) {
    if (is_decided<R>(pos)) return known_.value(pos);
    const Target& at = target(men_of(pos), pos.my_kings.count(), pos.their_kings.count());
    return at.slice->planes.value(at.block, at.slice->index->placement(pos));
  }

 private:
  // The values where the side to move has no pieces.
  LaneValues lanes_at_end(Bitboard lanes) const {
    if (known_.at_end() == Value::win) return {.win = lanes, .loss = {}};
    return {.win = {}, .loss = lanes};
  }

  const Target& target(const Men& men, int my_kings, int their_kings) {
    return remembered_(men, my_kings, their_kings,
                       [this](const Material& m, const Men& of) { return target(known_, m, of); });
  }

  // For a lane king of the side that varies fastest. As long as the lane king is the lowest king of
  // its side, its squares have consecutive placement numbers.
  static LaneValues fast_lanes(const Target& at, const Position& rest, bool lane_is_mine,
                               Bitboard lanes) {
    const Bitboard beside = lane_is_mine ? rest.my_kings : rest.their_kings;  // its other kings
    const Bitboard slow = lane_is_mine ? rest.their_kings : rest.my_kings;
    const Bitboard universe = at.free & ~slow;
    std::uint64_t others = rank(slow, at.free) * at.slice->index->kings().lane_count();
    // The terms of the side's other kings while all of them are above the lane king.
    for (int k = 2; Square sq : beside) others += choose(universe.below(sq).count(), k++);
    const auto with_runs = [&](std::uint64_t placement, Bitboard between_the_same) {
      return placement + first_with_runs(at, rest, lane_is_mine, between_the_same.lowest());
    };
    const Bitboard lowest = beside.empty() ? lanes : lanes & Bitboard::first(int(beside.lowest()));
    LaneValues values;
    if (lowest.any()) {
      values = deposited<R>(at.slice->planes.run(at.block, with_runs(others, lowest)), universe);
      values.win &= lowest;
      values.loss &= lowest;
    }
    // As long as the lane king stays between the same two other kings, only its own term of the
    // rank changes.
    Bitboard above = lanes & ~lowest;
    if (above.empty()) return values;
    int k = 1;
    const auto add_lanes = [&](Bitboard between_the_same) {
      if (between_the_same.any())
        add(values, at, universe, with_runs(others, between_the_same), k, between_the_same);
    };
    for (Square fellow : beside) {
      if (k > 1) add_lanes(above & Bitboard::first(int(fellow)));
      above &= ~Bitboard::first(int(fellow));
      const int n = universe.below(fellow).count();
      others += choose(n, k) - choose(n, k + 1);
      ++k;
    }
    add_lanes(above);
    return values;
  }

  // The number of the first placement with the runs of `rest` and the lane king on `lane`.
  static std::uint64_t first_with_runs(const Target& at, const Position& rest, bool lane_is_mine,
                                       Square lane) {
    const SliceIndex<R>& index = *at.slice->index;
    return number_of_runs<R>(index.runs(), rest, lane_is_mine, lane) * index.kings().count();
  }

  // Adds the values of the lanes in which the lane king is the k-th lowest king of its side.
  static void add(LaneValues& values, const Target& at, Bitboard universe, std::uint64_t others,
                  int k, Bitboard lanes) {
    for (Square sq : lanes)
      add(values, sq,
          at.slice->planes.value(at.block, others + choose(universe.below(sq).count(), k)));
  }
  static void add(LaneValues& values, Square sq, Value v) {
    if (v == Value::win) values.win = values.win.with(sq);
    if (v == Value::loss) values.loss = values.loss.with(sq);
  }

  // For a lane king of the side that varies slowly.
  static LaneValues slow_lanes(const Target& at, const Position& rest, bool lane_is_mine,
                               Bitboard lanes) {
    const Bitboard beside = lane_is_mine ? rest.my_kings : rest.their_kings;
    const Bitboard fast = lane_is_mine ? rest.their_kings : rest.my_kings;
    LaneValues values;
    for (Square sq : lanes) {
      const Bitboard slow = beside.with(sq);
      const std::uint64_t placement =
          rank(slow, at.free) * at.slice->index->kings().lane_count() + rank(fast, at.free & ~slow);
      add(values, sq,
          at.slice->planes.value(at.block,
                                 placement + first_with_runs(at, rest, lane_is_mine, sq)));
    }
    return values;
  }

  const KnownValues<R>& known_;
  RememberedBlocks<Target> remembered_;
};

}  // namespace damiera
