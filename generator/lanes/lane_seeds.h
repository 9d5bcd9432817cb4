// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "generator/lanes/lane_captures.h"
#include "generator/lanes/lane_lookup.h"
#include "generator/lanes/man_steps.h"

namespace damiera {

/// What conversions say of many positions at once, those that differ in the lane king's square
/// only: sets of lanes, as the side to move sees them.
struct LaneSeeds {
  Bitboard capture;                    ///< there is a capture, and so nothing else
  Bitboard capture_win, capture_loss;  ///< within `capture`; the others are drawn
  Bitboard man_move;                   ///< no capture, but a man can move
  Bitboard man_win, man_draw;          ///< within man_move: some man move wins; draws
  Bitboard king_move;                  ///< no capture, but a king can move
};

template <Rules R>
using LaneManStep = ManStep<typename LaneLookup<R>::Target>;

/// The man moves of a block with these men, whose slice is `m`, that other men do not prevent.
template <Rules R>
std::vector<LaneManStep<R>> man_steps(const Material& m, const Men& men,
                                      const KnownValues<R>& known) {
  return man_steps<R>(m, men, [&](const Material& to, const Men& to_men) {
    return LaneLookup<R>::target(known, to, to_men);
  });
}

/// Finds seeds, those of one set of positions after the other. One thread at a time.
template <Rules R>
class LaneSeeder {
  using B = Board<R>;

 public:
  explicit LaneSeeder(const KnownValues<R>& known) : lookup_{known} {}

  /// `rest`: the pieces but the lane king, as the side to move sees them; `seen`: the same as the
  /// opponent sees them; `lanes`: squares that are empty; `steps`: man_steps() of the block.
  LaneSeeds operator()(const Position& rest, const Position& seen, bool lane_is_mine,
                       Bitboard lanes, std::span<const LaneManStep<R>> steps) {
    LaneSeeds seeds = captures(rest, seen, lane_is_mine, lanes);
    const Bitboard quiet = lanes & ~seeds.capture;
    move_men(seen, lane_is_mine, quiet, steps, seeds);
    seeds.king_move = king_moves(rest, lane_is_mine) & quiet;
    return seeds;
  }

  /// The same, of captures alone.
  LaneSeeds captures(const Position& rest, const Position& seen, bool lane_is_mine,
                     Bitboard lanes) {
    LaneSeeds seeds;
    found_.clear();
    LaneCaptureWalk<R>{rest, seen, lane_is_mine, found_}.walk(lanes);
    Bitboard draw;
    seeds.capture = serve_lanes<R>(found_, lanes, [&](const LaneCapture& c, Bitboard here) {
      const LaneValues v = values(c, lane_is_mine, here & ~seeds.capture_win);
      seeds.capture_win |= v.win;
      draw |= here & ~v.win & ~v.loss;
    });
    seeds.capture_loss = seeds.capture & ~seeds.capture_win & ~draw;
    return seeds;
  }

 private:
  // For the side that captures; the lanes as it sees them.
  LaneValues values(const LaneCapture& c, bool lane_is_mine, Bitboard lanes) {
    if (lanes.empty()) return {};
    if (!c.is_complete) {
      const LaneValues v = lookup_(c.after, !lane_is_mine, B::turned(lanes));
      return {.win = B::turned(v.loss), .loss = B::turned(v.win)};
    }
    const Value v = -lookup_.value(c.after);
    return {v == Value::win ? lanes : Bitboard{}, v == Value::loss ? lanes : Bitboard{}};
  }

  void move_men(const Position& seen, bool lane_is_mine, Bitboard quiet,
                std::span<const LaneManStep<R>> steps, LaneSeeds& seeds) const {
    if (steps.empty() || quiet.empty()) return;
    // As the opponent sees it, who is then to move.
    const Bitboard there = B::turned(quiet);
    Bitboard can_move, win, draw;
    for (const LaneManStep<R>& step : steps) {
      if (seen.kings().contains(step.to)) continue;
      const Bitboard lanes = there.without(step.to);  // there the lane king stands in the way
      const LaneValues v = LaneLookup<R>::values(
          step.target, seen.my_kings,
          step.crowned ? seen.their_kings.with(step.to) : seen.their_kings, !lane_is_mine, lanes);
      can_move |= lanes;
      win |= v.loss;
      draw |= lanes & ~v.win & ~v.loss;
    }
    seeds.man_move = B::turned(can_move);
    seeds.man_win = B::turned(win);
    seeds.man_draw = B::turned(draw);
  }

  // The lanes in which some king of mine has a quiet move: one step is all that need be looked at.
  static Bitboard king_moves(const Position& rest, bool lane_is_mine) {
    const Bitboard empty = B::all & ~rest.occupied();
    const Bitboard next = neighbours(rest.my_kings) & empty;
    Bitboard lanes;
    if (next.count() > 1) return empty;
    if (next.any()) lanes = empty & ~next;  // unless the lane king stands in the way
    return lane_is_mine ? lanes | neighbours(empty) : lanes;
  }
  static Bitboard neighbours(Bitboard set) {
    return B::template step<Direction::up_left>(set) | B::template step<Direction::up_right>(set) |
           B::template step<Direction::down_left>(set) |
           B::template step<Direction::down_right>(set);
  }

  LaneLookup<R> lookup_;
  std::vector<LaneCapture> found_;
};

}  // namespace damiera
