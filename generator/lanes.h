#pragma once

#include "rules/moves.h"

namespace damiera {

/// Bit k of `run` put on the k-th square of `universe`, a set of most of the board's squares.
template <Rules R>
constexpr Bitboard deposited(std::uint64_t run, Bitboard universe) {
  run &= Bitboard::first(universe.count()).bits();
  // Every square left out pushes what lies beyond it up by one.
  for (Square gap : Board<R>::all & ~universe) run += run & ~Bitboard::first(int(gap)).bits();
  return Bitboard{run};
}

/// The inverse of deposited(): bit k tells if the k-th square of `universe` is in `set`.
template <Rules R>
constexpr std::uint64_t extracted(Bitboard set, Bitboard universe) {
  std::uint64_t run = (set & universe).bits();
  int dropped = 0;
  for (Square gap : Board<R>::all & ~universe) {
    const std::uint64_t below = Bitboard::first(int(gap) - dropped++).bits();
    run = (run & below) | (run >> 1 & ~below);
  }
  return run;
}

/// Where a king can come from that moves without capture to a square of `to`, while the squares
/// of `free` are empty but for itself. The way back is the way: it also tells where to go.
template <Rules R>
constexpr Bitboard spread(Bitboard to, Bitboard free) {
  using B = Board<R>;
  Bitboard reach;
  for (Direction d : all_directions) {
    Bitboard ray = B::step(to, d) & free;
    reach |= ray;
    if constexpr (R.flying_kings)
      while ((ray = B::step(ray, d) & free).any()) reach |= ray;
  }
  return reach;
}

/// Lanes won and lost for the side to move; the others are drawn.
struct LaneValues {
  Bitboard win, loss;
};

}  // namespace damiera
