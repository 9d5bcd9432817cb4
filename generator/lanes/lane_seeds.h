// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "generator/lanes/lane_captures.h"
#include "generator/lanes/lane_lookup.h"
#include "generator/lanes/man_steps.h"

namespace damiera {

/// The results of conversions for many positions at once, which differ only in the lane king's
/// square. They are sets of lanes, as the side to move sees them.
struct LaneSeeds {
  Bitboard capture;                    ///< there is a capture, so no other move is legal
  Bitboard capture_win, capture_loss;  ///< within `capture`; the others are drawn
  Bitboard man_move;                   ///< no capture, but a man can move
  Bitboard man_win, man_draw;          ///< within man_move: some man move wins; some man move draws
};

template <Rules R>
using LaneManStep = ManStep<typename LaneLookup<R>::Target>;

/// The man moves in a block with these men, of the slice `m`, that no other man blocks.
template <Rules R>
std::vector<LaneManStep<R>> man_steps(const Material& m, const Men& men,
                                      const KnownValues<R>& known) {
  return man_steps<R>(m, men, [&](const Material& to, const Men& to_men) {
    return LaneLookup<R>::target(known, to, to_men);
  });
}

/// Finds the seeds of one set of lanes after the other. One thread at a time. Not inlined, so that
/// it is compiled once for the solvers of one block and of several.
template <Rules R>
class LaneSeeder {
  using B = Board<R>;

 public:
  explicit LaneSeeder(const KnownValues<R>& known) : lookup_{known} {}

  /// Begins another set of lanes. `rest`: all pieces except the lane king, as the side to move sees
  /// them. `seen`: these pieces as the opponent sees them; it must stay valid until the next call.
  /// Both are without runs. `lanes`: squares that are empty.
  [[gnu::noinline]] void begin(const Position& rest, const Position& seen, bool lane_is_mine,
                               Bitboard lanes) {
    seen_ = &seen;
    lane_is_mine_ = lane_is_mine;
    lanes_ = lanes;
    found_.clear();
    LaneCaptureWalk<R>{rest, seen, lane_is_mine, jumps_, found_}.walk(lanes);
  }

  /// The seeds from all conversions if the opponent has made `their_run`, as the opponent sees it;
  /// it may be a run of `lane_king`. A conversion ends the run of the side to move, which therefore
  /// does not matter. `steps`: man_steps() of the block.
  [[gnu::noinline]] LaneSeeds conversions(std::span<const LaneManStep<R>> steps,
                                          const KingRun& their_run = {}) {
    LaneSeeds seeds = captures(their_run);
    move_men(lanes_ & ~seeds.capture, steps, their_run, seeds);
    return seeds;
  }

  /// The seeds from captures only.
  LaneSeeds captures(const KingRun& their_run = {}) {
    LaneSeeds seeds;
    Bitboard draw;
    seeds.capture = serve_lanes<R>(found_, lanes_, [&](const LaneCapture& c, Bitboard here) {
      const LaneValues v = values(c, their_run, here & ~seeds.capture_win);
      seeds.capture_win |= v.win;
      draw |= here & ~v.win & ~v.loss;
    });
    seeds.capture_loss = seeds.capture & ~seeds.capture_win & ~draw;
    return seeds;
  }

  /// The lanes in which some king of the side to move has a quiet move; captures are ignored. A
  /// king that can move can move one step, so longer moves need no look. The run of the side to
  /// move may belong to `lane_king`.
  static Bitboard king_moves(const Position& rest, bool lane_is_mine) {
    const Bitboard empty = B::all & ~rest.occupied();
    const bool lane_is_barred =
        R.king_limit > 0 && rest.my_run.moves >= R.king_limit && rest.my_run.king == lane_king;
    const Bitboard kings = lane_is_barred ? rest.my_kings : free_kings<R>(rest);
    const Bitboard next = neighbours(kings) & empty;
    Bitboard lanes;
    if (next.count() > 1) return empty;
    if (next.any()) lanes = empty & ~next;  // unless the lane king stands in the way
    return lane_is_mine && !lane_is_barred ? lanes | neighbours(empty) : lanes;
  }

 private:
  // The values of a capture for the side that captures; lanes are as that side sees them.
  LaneValues values(const LaneCapture& c, const KingRun& their_run, Bitboard lanes) {
    if (lanes.empty()) return {};
    if constexpr (R.king_limit > 0)
      if (goes_on(c, their_run)) {
        LaneCapture with_run = c;
        with_run.after.my_run = their_run;
        return values(with_run, lanes);
      }
    return values(c, lanes);
  }
  LaneValues values(const LaneCapture& c, Bitboard lanes) {
    if (!c.is_complete) {
      const LaneValues v = lookup_(c.after, !lane_is_mine_, B::turned(lanes));
      return {.win = B::turned(v.loss), .loss = B::turned(v.win)};
    }
    const Value v = c.landings.any() ? best_landing(c) : -lookup_.value(c.after);
    return {v == Value::win ? lanes : Bitboard{}, v == Value::loss ? lanes : Bitboard{}};
  }
  // The king that captured chooses where it lands.
  Value best_landing(const LaneCapture& c) {
    const LaneValues v = lookup_(c.after, false, c.landings);
    if (v.loss.any()) return Value::win;
    return v.win == c.landings ? Value::loss : Value::draw;
  }
  // Whether the run of a side that loses pieces is still a run after the capture, as in after().
  static bool goes_on(const LaneCapture& c, const KingRun& run) {
    if (!run.any() || c.after.my_men.empty()) return false;
    return run.king == lane_king ? !c.is_complete : c.after.my_kings.contains(run.king);
  }

  void move_men(Bitboard quiet, std::span<const LaneManStep<R>> steps, const KingRun& their_run,
                LaneSeeds& seeds) const {
    if (steps.empty() || quiet.empty()) return;
    // As the opponent, then to move, sees it.
    const Bitboard there = B::turned(quiet);
    Position next = *seen_;
    if constexpr (R.king_limit > 0) next.my_run = their_run;
    Bitboard can_move, win, draw;
    for (const LaneManStep<R>& step : steps) {
      if (seen_->kings().contains(step.to)) continue;
      const Bitboard lanes = there.without(step.to);  // on `to`, the lane king blocks the move
      next.their_kings = step.crowned ? seen_->their_kings.with(step.to) : seen_->their_kings;
      const LaneValues v = LaneLookup<R>::values(step.target, next, !lane_is_mine_, lanes);
      can_move |= lanes;
      win |= v.loss;
      draw |= lanes & ~v.win & ~v.loss;
    }
    seeds.man_move = B::turned(can_move);
    seeds.man_win = B::turned(win);
    seeds.man_draw = B::turned(draw);
  }

  static Bitboard neighbours(Bitboard set) {
    return B::template step<Direction::up_left>(set) | B::template step<Direction::up_right>(set) |
           B::template step<Direction::down_left>(set) |
           B::template step<Direction::down_right>(set);
  }

  LaneLookup<R> lookup_;
  const Position* seen_ = nullptr;
  bool lane_is_mine_ = false;
  Bitboard lanes_;
  LaneJumps<R> jumps_;
  std::vector<LaneCapture> found_;
};

}  // namespace damiera
