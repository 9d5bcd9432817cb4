// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <random>

#include "rules/position.h"

namespace damiera::test {

/// Sets every square from `sq` on to empty or to one of the four kinds of piece, `pieces` of them.
template <Rules R, class Visit>
void fill_from(int sq, int pieces, const Position& pos, const Visit& visit) {
  if (pieces == 0) {
    if (is_valid<R>(pos) && pos.mine().any() && pos.theirs().any()) visit(pos);
    return;
  }
  if (R.squares_total() - sq < pieces) return;
  fill_from<R>(sq + 1, pieces, pos, visit);
  for (const auto kind :
       {&Position::my_men, &Position::my_kings, &Position::their_men, &Position::their_kings}) {
    Position next = pos;
    next.*kind = next.*kind | Bitboard::of(Square(sq));
    fill_from<R>(sq + 1, pieces - 1, next, visit);
  }
}

/// Calls visit(const Position&) for every valid position of `pieces` pieces in which both sides
/// have some.
template <Rules R, class Visit>
void for_each_position(int pieces, const Visit& visit) {
  fill_from<R>(0, pieces, Position{}, visit);
}

/// A valid position of `pieces` pieces, any of which may be of any kind.
template <Rules R>
Position random_position(std::mt19937_64& random, int pieces) {
  for (;;) {
    Position pos;
    while (pos.occupied().count() < pieces) {
      const auto sq = Square(random() % std::uint64_t(R.squares_total()));
      if (pos.occupied().contains(sq)) continue;
      const std::array sets{&pos.my_men, &pos.my_kings, &pos.their_men, &pos.their_kings};
      Bitboard& set = *sets[random() % sets.size()];
      set = set.with(sq);
    }
    if (is_valid<R>(pos)) return pos;
  }
}

}  // namespace damiera::test
