// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/known_slices.h"
#include "rules/moves.h"

namespace damiera {

/// Gives every position of the slice that has a capture the key that its captures make, and marks
/// it: nothing is stored for it.
template <Rules R>
void resolve_captures(SliceKeys<R>& slice, const Conversions<R>& conversions,
                      const Measure& measure, Work& work) {
  const Material& m = slice.material();
  const PlacementSums<std::uint64_t> sets{slice.index.kings(), as_sets(Board<R>::size, m.my_kings),
                                          as_sets(Board<R>::size, m.their_kings)};
  const bool lane_mine = slice.index.kings().lane() == LaneSide::mine;
  const auto look = [&](const Position& pos, std::uint64_t n) {
    Key best = keys::none;
    const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
      if (best == keys::lost) return;  // there is none better
      const Key next = conversions.after_capture(after<R>(pos, c.move), c.move.crowned, work);
      best = std::max(best, measure.after_conversion(next));
    });
    if (!captures) return;
    slice.keys[n] = measure.before(best, keys::no_move<R>());
    slice.mark_capture(n);
  };
  const std::uint64_t lanes = slice.lanes(), rows = slice.index.size() / lanes;
  work.share(rows, 4096 / lanes + 1, [&](std::uint64_t first, std::uint64_t last) {
    each_block(slice, first, last, [&](std::uint64_t block, const Men& men, auto begin, auto end) {
      std::uint64_t n = block * slice.index.block_size() + begin * lanes;
      sets.each(slice.index.free_squares(men), begin, end, [&](auto, auto other, auto both) {
        for (const std::uint64_t kings : both) {
          const Bitboard of_others{other}, lane{kings & ~other};
          look({men.mine, lane_mine ? lane : of_others, men.theirs, lane_mine ? of_others : lane},
               n++);
        }
      });
    });
  });
}

}  // namespace damiera
