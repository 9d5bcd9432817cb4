// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/known_slices.h"
#include "rules/moves.h"

namespace damiera {

/// Calls visit(n, pos) for each run of kings that the pieces of `pos`, a position without one, may
/// have made: n is its number.
template <Rules R, class Visit>
void for_each_run(const SliceIndex<R>& index, Position pos, const Visit& visit) {
  if constexpr (R.king_limit == 0) return visit(std::uint64_t{0}, pos);
  for (std::uint64_t run = 0; run < index.runs().count(); ++run) {
    index.runs().unrank(run, pos);
    visit(run, pos);
  }
}

/// Gives every position of the slice that has a capture the key that its captures make, and marks
/// it: nothing is stored for it. What can be captured does not depend on runs of kings.
template <Rules R>
void resolve_captures(SliceKeys<R>& slice, const Conversions<R>& conversions,
                      const Measure& measure, Work& work) {
  const Material& m = slice.material();
  const PlacementSums<std::uint64_t> sets{slice.index.kings(), as_sets(Board<R>::size, m.my_kings),
                                          as_sets(Board<R>::size, m.their_kings)};
  const bool lane_mine = slice.index.kings().lane() == LaneSide::mine;
  const auto look = [&](const Position& pos, std::uint64_t n, std::span<Key> best) {
    std::ranges::fill(best, keys::none);
    const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
      for_each_run<R>(slice.index, pos, [&](std::uint64_t run, const Position& p) {
        if (best[run] == keys::lost) return;  // there is none better
        const Key next = conversions.after_capture(after<R>(p, c.move), c.move.crowned, work);
        best[run] = std::max(best[run], measure.after_conversion(next));
      });
    });
    if (!captures) return;
    for (const Key of_run : best) {
      slice.keys[n] = measure.before(of_run, keys::no_move<R>());
      slice.mark_capture(n);
      n += slice.index.kings().count();
    }
  };
  const std::uint64_t lanes = slice.lanes(), rows = slice.index.blocks() * slice.others();
  work.share(rows, 4096 / lanes + 1, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<Key> best(slice.index.runs().count());
    each_block(slice, first, last, [&](std::uint64_t block, const Men& men, auto begin, auto end) {
      std::uint64_t n = block * slice.index.block_size() + begin * lanes;
      sets.each(slice.index.free_squares(men), begin, end, [&](auto, auto other, auto both) {
        for (const std::uint64_t kings : both) {
          const Bitboard of_others{other}, lane{kings & ~other};
          look({men.mine, lane_mine ? lane : of_others, men.theirs, lane_mine ? of_others : lane},
               n++, best);
        }
      });
    });
  });
}

}  // namespace damiera
