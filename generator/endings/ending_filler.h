// SPDX-License-Identifier: MIT
#pragma once

#include "generator/endings/ending_seeder.h"
#include "generator/lanes/lane_sets.h"
#include "generator/parallel.h"

namespace damiera {

/// Puts the endings of positions with a capture into a slice read from tables, which do not hold
/// them. Requires that every slice that its captures lead to is known.
template <Rules R>
class EndingFiller {
  using Slice = typename KnownEndings<R>::Slice;

 public:
  EndingFiller(const KnownEndings<R>& known, const Slice& slice)
      : known_{known}, slice_{slice}, index_{*slice.index} {}

  void fill() const {
    const bool shared = index_.material().kings() > 0 && index_.runs().count() == 1;
    for_each_number(index_.blocks(), [&](std::uint64_t block) {
      if constexpr (R.kings_play())
        if (shared) return fill_lanes(block);
      fill(block);
    });
  }

 private:
  void fill(std::uint64_t block) const {
    const Men men = index_.men(block);
    for (std::uint64_t n = 0; n < index_.block_size(); ++n) {
      const Position pos = index_.position(men, n);
      EndingKey best = ending_key::none;
      const bool captures = visit_captures<R>(pos, [&](const CaptureLine& c) {
        best = std::max(best, ending_key::of_move_to(known_(after<R>(pos, c.move))));
      });
      if (captures) outcome(block, n) = ending_key::capture(best);
    }
  }

  void fill_lanes(std::uint64_t block) const {
    EndingSeeder<R> seeder{known_};
    for_each_lane_set(index_, index_.men(block), [&](const LaneSet& set) {
      const auto& seeds = seeder(set.rest, flipped<R>(set.rest), set.lane_is_mine, set.lanes, {});
      for (Square sq : seeds.capture)
        outcome(block, set.placement(sq)) =
            ending_key::capture(seeds.best[static_cast<std::size_t>(sq)]);
    });
  }

  Outcome& outcome(std::uint64_t block, std::uint64_t placement) const {
    return slice_.outcomes[block * index_.block_size() + placement];
  }

  const KnownEndings<R>& known_;
  const Slice& slice_;
  const SliceIndex<R>& index_;
};

}  // namespace damiera
