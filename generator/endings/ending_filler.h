// SPDX-License-Identifier: MIT
#pragma once

#include "generator/endings/ending_seeder.h"
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
      const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
        best = std::max(best, ending_key::of_move_to(known_(after<R>(pos, c.move))));
      });
      if (captures) outcome(block, n) = ending_key::capture(best);
    }
  }

  // One king is the lane king; the others of its side are those above it, so that each position
  // comes once.
  void fill_lanes(std::uint64_t block) const {
    const KingPlacement& kings = index_.kings();
    const bool mine = kings.lane() == LaneSide::mine;
    const Men men = index_.men(block);
    const Bitboard free = SliceIndex<R>::free_squares(men);
    EndingSeeder<R> seeder{known_};
    for (std::uint64_t row = 0; row < kings.count() / kings.lane_count(); ++row) {
      const Bitboard other = unrank(row, kings.other_kings(), free), universe = free & ~other;
      for (std::uint64_t n = 0; n < choose(universe.count(), kings.lane_kings() - 1); ++n) {
        const Bitboard beside = unrank(n, kings.lane_kings() - 1, universe);
        const Bitboard lanes = beside.empty() ? universe : universe.below(beside.lowest());
        const Position rest = mine ? Position{men.mine, beside, men.theirs, other}
                                   : Position{men.mine, other, men.theirs, beside};
        if (lanes.any())
          store(block, LanePlacements{kings, free, rest.my_kings, rest.their_kings, mine},
                seeder(rest, flipped<R>(rest), mine, lanes, {}));
      }
    }
  }
  void store(std::uint64_t block, const LanePlacements& placements,
             const typename EndingSeeder<R>::Seeds& seeds) const {
    placements.for_each(seeds.capture, [&](Square sq, std::uint64_t n) {
      outcome(block, n) = ending_key::capture(seeds.best[static_cast<std::size_t>(sq)]);
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
