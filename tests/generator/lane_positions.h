// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "generator/lanes/lane_runs.h"
#include "tests/generator/fixtures.h"

namespace damiera {

/// A position without one of its kings, whose square becomes a set of lanes.
struct LanePosition {
  Position rest;  ///< a run may be of `lane_king`
  bool lane_is_mine;
  Bitboard lanes;  ///< empty squares
};

/// The position with the lane king on one of its squares.
inline Position with_king(const LanePosition& p, Square lane) {
  Position pos = p.rest;
  Bitboard& kings = p.lane_is_mine ? pos.my_kings : pos.their_kings;
  kings = kings.with(lane);
  for (KingRun* run : {&pos.my_run, &pos.their_run})
    if (run->king == lane_king) run->king = lane;
  return pos;
}

/// As the other side sees it.
template <Rules R>
KingRun turned_but_lane_king(const KingRun& run) {
  return run.king == lane_king ? run : turned<R>(run);
}

/// Takes a king of one side out of a position, if it has one; the lanes are most, or few, of the
/// empty squares.
template <Rules R>
std::optional<LanePosition> without_king(const Position& pos, std::mt19937_64& random) {
  if (pos.kings().empty()) return std::nullopt;
  const Square lane =
      pos.kings().nth(static_cast<int>(random() % std::uint64_t(pos.kings().count())));
  Position rest = pos;
  rest.my_kings = rest.my_kings.without(lane);
  rest.their_kings = rest.their_kings.without(lane);
  for (KingRun* run : {&rest.my_run, &rest.their_run})
    if (run->any() && run->king == lane) run->king = lane_king;
  Bitboard lanes = Board<R>::all & ~rest.occupied();
  if (random() % 4 == 0) lanes &= Bitboard{random()};
  return LanePosition{rest, pos.my_kings.contains(lane), lanes};
}

}  // namespace damiera
