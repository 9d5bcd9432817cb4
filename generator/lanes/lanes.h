// SPDX-License-Identifier: MIT
#pragma once

#include "generator/lanes/lane_words.h"
#include "generator/value_planes.h"
#include "rules/moves.h"

namespace damiera {

/// Lanes won and lost for the side to move; the others are drawn.
struct LaneValues {
  Bitboard win, loss;
};

/// Puts bit k of `run` on the k-th square of `universe`. It is fast if few squares are missing from
/// `universe`.
template <Rules R>
constexpr Bitboard deposited(std::uint64_t run, Bitboard universe) {
  run &= Bitboard::first(universe.count()).bits();
  // Every square that is missing shifts the bits above it up by one.
  for (Square gap : Board<R>::all & ~universe) run += run & ~Bitboard::first(int(gap)).bits();
  return Bitboard{run};
}

/// Both runs of `values` put on the squares of `universe`, see deposited().
template <Rules R>
constexpr LaneValues deposited(const ValuePlanes::Run& run, Bitboard universe) {
  if constexpr (Board<R>::size > 32) {
    return {deposited<R>(run.win, universe), deposited<R>(run.loss, universe)};
  } else {
    // Side by side in one word, each in its half.
    constexpr std::uint64_t both = 0x100000001;
    std::uint64_t x = (run.win & Board<R>::all.bits()) | run.loss << 32;
    x &= Bitboard::first(universe.count()).bits() * both;
    for (Square gap : Board<R>::all & ~universe)
      x += x & ~(Bitboard::first(int(gap)).bits() * both);
    return {Bitboard{x & Board<R>::all.bits()}, Bitboard{x >> 32}};
  }
}

/// Adds to `reach` the squares from which a king can move in direction D.
template <Rules R, Direction D, class Sets>
[[gnu::always_inline]] inline void spread_in(const Sets& to, const Sets& free, Sets& reach) {
  Sets ray = Board<R>::template step_each<D>(to) & free;
  reach |= ray;
  if constexpr (R.flying_kings)
    while ((ray = Board<R>::template step_each<D>(ray) & free).any()) reach |= ray;
}

/// The squares from which a king can move without capture to a square of `to`, while the squares of
/// `free` are empty but for the king itself. King moves are reversible, so these are also the
/// squares that a king on `to` can move to. For one set or for several at once, as LaneWords.
template <Rules R, class Sets>
[[gnu::always_inline]] inline Sets spread(const Sets& to, const Sets& free) {
  Sets reach;
  spread_in<R, Direction::up_left>(to, free, reach);
  spread_in<R, Direction::up_right>(to, free, reach);
  spread_in<R, Direction::down_left>(to, free, reach);
  spread_in<R, Direction::down_right>(to, free, reach);
  return reach;
}

}  // namespace damiera
