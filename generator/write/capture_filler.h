// SPDX-License-Identifier: MIT
#pragma once

#include "generator/lanes/lane_seeds.h"
#include "generator/lanes/lane_sets.h"
#include "generator/men_solver.h"
#include "generator/parallel.h"

namespace damiera {

/// What fill_captures() does.
template <Rules R>
class CaptureFiller {
  using Slice = typename KnownValues<R>::Slice;

 public:
  CaptureFiller(const KnownValues<R>& known, Slice& slice)
      : known_{known}, slice_{slice}, index_{*slice.index} {}

  void fill() const {
    for_each_number(index_.blocks(), [this](std::uint64_t block) {
      if (!R.kings_play() || index_.material().kings() == 0)
        fill_without_kings(block);
      else if constexpr (R.kings_play())
        fill(block);
    });
  }

 private:
  void fill_without_kings(std::uint64_t block) const {
    const Men men = index_.men(block);
    const Position pos{men.mine, {}, men.theirs, {}};
    if (!has_capture<R>(pos)) return;
    slice_.planes.replace(block, 0, outcome_without_kings<R>(pos, known_).value());
  }

  void fill(std::uint64_t block) const {
    const Men men = index_.men(block);
    LaneSeeder<R> seeder{known_};
    for_each_lane_set(index_, men, [&](const LaneSet& set) {
      const Position seen = flipped<R>(set.rest);
      seeder.begin(set.rest, seen, set.lane_is_mine, set.lanes);
      for (std::uint64_t n = 0; n < index_.runs().count(); ++n) {
        const KingRun run = their_run(n, set.rest, set.lane_is_mine, set.lanes.lowest());
        store(block, n * index_.kings().count(), set, seeder.captures(run));
      }
    });
  }

  // The opponent's run among the runs with this number, as the opponent sees it. The lane king is
  // the lowest king of its side.
  KingRun their_run(std::uint64_t number, Position rest, bool lane_is_mine, Square lane) const {
    if constexpr (R.king_limit == 0) return {};
    Bitboard& kings = lane_is_mine ? rest.my_kings : rest.their_kings;
    kings = kings.with(lane);
    index_.runs().unrank(number, rest);
    const KingRun& run = rest.their_run;
    if (!lane_is_mine && run.any() && run.king == lane) return {run.moves, lane_king};
    return turned<R>(run);
  }

  // `runs`: the number of the first placement with these runs of kings.
  void store(std::uint64_t block, std::uint64_t runs, const LaneSet& set,
             const LaneSeeds& seeds) const {
    for (Square sq : seeds.capture) {
      const Value v = seeds.capture_win.contains(sq)    ? Value::win
                      : seeds.capture_loss.contains(sq) ? Value::loss
                                                        : Value::draw;
      slice_.planes.replace(block, runs + set.placement(sq), v);
    }
  }

  const KnownValues<R>& known_;
  Slice& slice_;
  const SliceIndex<R>& index_;
};

}  // namespace damiera
