// SPDX-License-Identifier: MIT
#pragma once

#include "indexing/combinatorics.h"
#include "indexing/material.h"
#include "rules/board/geometry.h"

namespace damiera {

/// The squares of all men, as the side to move sees them. The positions with the same men, which
/// differ in their kings only, are a men block: only quiet king moves stay inside it.
struct Men {
  Bitboard mine, theirs;

  constexpr auto operator<=>(const Men&) const = default;
  constexpr Bitboard all() const { return mine | theirs; }
};

constexpr Men men_of(const Position& pos) { return {pos.my_men, pos.their_men}; }

template <Rules R>
constexpr Men flipped(const Men& men) {
  return {Board<R>::turned(men.theirs), Board<R>::turned(men.mine)};
}

/// The rows that each man has left to promotion, summed over both sides. A man move takes one away.
template <Rules R>
constexpr int steps_to_go(const Men& men) {
  using B = Board<R>;
  int steps = 0;
  for (Square sq : men.mine) steps += B::row(sq);
  for (Square sq : men.theirs) steps += R.width - 1 - B::row(sq);
  return steps;
}

}  // namespace damiera
