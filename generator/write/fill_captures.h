// SPDX-License-Identifier: MIT
#pragma once

#include "generator/lanes/lane_seeds.h"
#include "generator/men_solver.h"
#include "generator/parallel.h"

namespace damiera {

/// Puts the values of positions with a capture into a slice read from a table, which does not hold
/// them. Requires that every slice that its captures lead to is known.
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

  // One king is the lane king; the others of its side are those above it, so that each position
  // comes once.
  void fill(std::uint64_t block) const {
    const KingPlacement& kings = index_.kings();
    const bool lane_is_mine = kings.lane() == LaneSide::mine;
    const Men men = index_.men(block);
    const Bitboard free = SliceIndex<R>::free_squares(men);
    const std::uint64_t rows = kings.count() / kings.lane_count();
    LaneSeeder<R> seeder{known_};
    for (std::uint64_t row = 0; row < rows; ++row) {
      const Bitboard other = unrank(row, kings.other_kings(), free), universe = free & ~other;
      const std::uint64_t columns = choose(universe.count(), kings.lane_kings() - 1);
      for (std::uint64_t column = 0; column < columns; ++column) {
        const Bitboard beside = unrank(column, kings.lane_kings() - 1, universe);
        const Bitboard lanes = beside.empty() ? universe : universe.below(beside.lowest());
        const Position rest = lane_is_mine ? Position{men.mine, beside, men.theirs, other}
                                           : Position{men.mine, other, men.theirs, beside};
        const Position seen = flipped<R>(rest);
        seeder.begin(rest, seen, lane_is_mine, lanes);
        std::uint64_t first = row * kings.lane_count();
        for (int k = 2; Square sq : beside) first += choose(universe.below(sq).count(), k++);
        if (lanes.empty()) continue;
        for (std::uint64_t n = 0; n < index_.runs().count(); ++n)
          store(block, first + n * kings.count(), universe,
                seeder.captures(their_run(n, rest, lane_is_mine, lanes.lowest())));
      }
    }
  }

  // Of the runs with this number, that of the opponent, as the opponent sees it; the lane king is
  // the lowest of its side.
  KingRun their_run(std::uint64_t number, Position rest, bool lane_is_mine, Square lane) const {
    if constexpr (R.king_limit == 0) return {};
    Bitboard& kings = lane_is_mine ? rest.my_kings : rest.their_kings;
    kings = kings.with(lane);
    index_.runs().unrank(number, rest);
    const KingRun& run = rest.their_run;
    if (!lane_is_mine && run.any() && run.king == lane) return {run.moves, lane_king};
    return turned<R>(run);
  }

  void store(std::uint64_t block, std::uint64_t first, Bitboard universe,
             const LaneSeeds& seeds) const {
    for (Square sq : seeds.capture) {
      const Value v = seeds.capture_win.contains(sq)    ? Value::win
                      : seeds.capture_loss.contains(sq) ? Value::loss
                                                        : Value::draw;
      slice_.planes.replace(block, first + static_cast<unsigned>(universe.below(sq).count()), v);
    }
  }

  const KnownValues<R>& known_;
  Slice& slice_;
  const SliceIndex<R>& index_;
};

}  // namespace damiera
