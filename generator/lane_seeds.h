#pragma once

#include "generator/lane_captures.h"
#include "generator/lane_lookup.h"

namespace damiera {

/// What conversions say of many positions at once, those that differ in the lane king's square
/// only: sets of lanes, as the side to move sees them.
struct LaneSeeds {
  Bitboard capture;                      ///< there is a capture, and so nothing else
  Bitboard capture_win, capture_loss;    ///< within `capture`; the others are drawn
  Bitboard man_move;                     ///< no capture, but a man can move
  Bitboard man_win, man_draw;            ///< within man_move: some man move wins; draws
};

/// Finds the seeds of one row after the other.
template <Rules R>
class LaneSeeder {
  using B = Board<R>;

 public:
  /// `scratch` is memory to work in; it outlives the seeder.
  LaneSeeder(const KnownValues<R>& known, std::vector<LaneCapture>& scratch)
      : known_{known}, lookup_{known}, found_{scratch} {}

  /// `rest`: the pieces but the lane king, as the side to move sees them; `lanes`: squares that
  /// are empty.
  LaneSeeds operator()(const Position& rest, bool lane_is_mine, Bitboard lanes) {
    LaneSeeds seeds;
    capture(rest, lane_is_mine, lanes, seeds);
    move_men(rest, lane_is_mine, lanes & ~seeds.capture, seeds);
    return seeds;
  }

  /// The same, but of captures only.
  LaneSeeds captures(const Position& rest, bool lane_is_mine, Bitboard lanes) {
    LaneSeeds seeds;
    capture(rest, lane_is_mine, lanes, seeds);
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
    const Value v = -known_.value(c.after);
    return {v == Value::win ? lanes : Bitboard{}, v == Value::loss ? lanes : Bitboard{}};
  }

  void move_men(const Position& rest, bool lane_is_mine, Bitboard quiet, LaneSeeds& seeds) const {
    for_each_man_move<R>(rest, [&](const Move& move) {
      const Bitboard lanes = quiet.without(move.to);   // there the lane king stands in the way
      const LaneValues v =
          values_after(after<R>(rest, move), lane_is_mine, lanes & ~seeds.man_win);
      seeds.man_move |= lanes;
      seeds.man_win |= v.win;
      seeds.man_draw |= lanes & ~v.win & ~v.loss;
    });
  }

  const KnownValues<R>& known_;
  LaneLookup<R> lookup_;
  std::vector<LaneCapture>& found_;
};

}  // namespace damiera
