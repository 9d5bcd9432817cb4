#pragma once

#include <span>
#include <vector>

#include "generator/lane_captures.h"
#include "generator/lane_lookup.h"

namespace damiera {

/// What conversions say of many positions at once, those that differ in the lane king's square
/// only: sets of lanes, as the side to move sees them.
struct LaneSeeds {
  Bitboard capture;                    ///< there is a capture, and so nothing else
  Bitboard capture_win, capture_loss;  ///< within `capture`; the others are drawn
  Bitboard man_move;                   ///< no capture, but a man can move
  Bitboard man_win, man_draw;          ///< within man_move: some man move wins; draws
};

/// A man move of a block, and the block that it leads to.
template <Rules R>
struct ManStep {
  Square to;  ///< as the side that moves sees it
  bool crowned;
  typename LaneLookup<R>::Target target;  ///< as the opponent sees it
};

/// The man moves of a block with these men, whose slice is `m`, that other men do not prevent.
template <Rules R>
std::vector<ManStep<R>> man_steps(const Material& m, const Men& men, const KnownValues<R>& known) {
  std::vector<ManStep<R>> steps;
  const Position pos{men.mine, {}, men.theirs, {}};
  for_each_man_move<R>(pos, [&](const Move& move) {
    Material next = m;
    if (move.crowned) --next.my_men, ++next.my_kings;
    steps.push_back({move.to, move.crowned,
                     LaneLookup<R>{known}.target(next.flipped(), men_of(after<R>(pos, move)))});
  });
  return steps;
}

/// Finds the seeds of one row after the other.
template <Rules R>
class LaneSeeder {
  using B = Board<R>;

 public:
  /// `scratch` is memory to work in; it outlives the seeder.
  LaneSeeder(const KnownValues<R>& known, std::vector<LaneCapture>& scratch)
      : known_{known}, lookup_{known}, found_{scratch} {}

  /// `rest`: the pieces but the lane king, as the side to move sees them; `lanes`: squares that
  /// are empty; `steps`: man_steps() of the block.
  LaneSeeds operator()(const Position& rest, bool lane_is_mine, Bitboard lanes,
                       std::span<const ManStep<R>> steps) {
    LaneSeeds seeds;
    capture(rest, lane_is_mine, lanes, seeds);
    move_men(rest, lane_is_mine, lanes & ~seeds.capture, steps, seeds);
    return seeds;
  }

 private:
  // For the side that moves; the lanes as it sees them.
  LaneValues values_after(const Position& rest, bool lane_is_mine, Bitboard lanes) const {
    const LaneValues v = lookup_(rest, !lane_is_mine, B::turned(lanes));
    return {.win = B::turned(v.loss), .loss = B::turned(v.win)};
  }

  void capture(const Position& rest, bool lane_is_mine, Bitboard lanes, LaneSeeds& seeds) {
    found_.clear();
    LaneCaptureWalk<R>{rest, lane_is_mine, found_}.walk(lanes);
    // Best class first; a lane served by a class has no use for those below.
    if constexpr (R.prefer[0] != Prefer::nothing)
      std::ranges::sort(found_, std::greater{}, &LaneCapture::merit);
    Bitboard draw;
    for (auto it = found_.begin(); it != found_.end();) {
      const Bitboard open = lanes & ~seeds.capture;
      for (const std::uint64_t merit = it->merit; it != found_.end() && it->merit == merit; ++it) {
        const Bitboard here = it->lanes & open;
        if (here.empty()) continue;
        const LaneValues v = values(*it, lane_is_mine, here & ~seeds.capture_win);
        seeds.capture |= here;
        seeds.capture_win |= v.win;
        draw |= here & ~v.win & ~v.loss;
      }
    }
    seeds.capture_loss = seeds.capture & ~seeds.capture_win & ~draw;
  }

  LaneValues values(const LaneCapture& c, bool lane_is_mine, Bitboard lanes) const {
    if (!c.is_complete) return values_after(c.after, lane_is_mine, lanes);
    if (lanes.empty()) return {};
    const Value v = -known_.value(c.after);
    return {v == Value::win ? lanes : Bitboard{}, v == Value::loss ? lanes : Bitboard{}};
  }

  void move_men(const Position& rest, bool lane_is_mine, Bitboard quiet,
                std::span<const ManStep<R>> steps, LaneSeeds& seeds) const {
    if (steps.empty() || quiet.empty()) return;
    // As the opponent sees it, who is then to move.
    const Bitboard mine = B::turned(rest.their_kings), theirs = B::turned(rest.my_kings);
    const Bitboard there = B::turned(quiet);
    Bitboard can_move, win, draw;
    for (const ManStep<R>& step : steps) {
      const Square to = B::turned(step.to);
      if ((mine | theirs).contains(to)) continue;
      const Bitboard lanes = there.without(to);  // there the lane king stands in the way
      const LaneValues v = LaneLookup<R>::values(
          step.target, mine, step.crowned ? theirs.with(to) : theirs, !lane_is_mine, lanes);
      can_move |= lanes;
      win |= v.loss;
      draw |= lanes & ~v.win & ~v.loss;
    }
    seeds.man_move = B::turned(can_move);
    seeds.man_win = B::turned(win);
    seeds.man_draw = B::turned(draw);
  }

  const KnownValues<R>& known_;
  LaneLookup<R> lookup_;
  std::vector<LaneCapture>& found_;
};

}  // namespace damiera
