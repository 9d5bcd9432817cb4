// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rules/moves.h"

namespace damiera {

/// Calls visit(const Position&) for every position, as the side that has just moved saw it, from
/// which a king move without capture leads to `pos`. Whether that side had to capture instead is
/// not asked.
template <Rules R, class Visit>
void for_each_king_unmove(const Position& pos, Visit&& visit) {
  const Position mover = flipped<R>(pos);
  const Bitboard empty = Board<R>::all & ~mover.occupied();
  for (Square to : mover.my_kings)
    for (Square from : king_reach<R>(to, empty)) {  // a king's way back is a king's way
      Position before = mover;
      before.my_kings = mover.my_kings.without(to).with(from);
      visit(before);
    }
}

/// The same for man moves, crowning included.
template <Rules R, class Visit>
void for_each_man_unmove(const Position& pos, Visit&& visit) {
  using B = Board<R>;
  const Position mover = flipped<R>(pos);
  const Bitboard empty = B::all & ~mover.occupied();
  const Bitboard crowned = mover.my_kings & B::my_last_row;
  for (Direction d : forward_directions)
    for (Square from : B::step(mover.my_men | crowned, opposite(d)) & empty) {
      const Square to = B::step(Bitboard::of(from), d).lowest();
      Position before = mover;
      before.my_men = mover.my_men.without(to).with(from);
      before.my_kings = mover.my_kings.without(to);
      visit(before);
    }
}

/// The positions from which a legal quiet move leads to `pos`, as the side that moved saw them.
template <Rules R>
std::vector<Position> predecessors(const Position& pos) {
  std::vector<Position> found;
  const auto add = [&](const Position& before) {
    if (!has_capture<R>(before)) found.push_back(before);
  };
  for_each_king_unmove<R>(pos, add);
  for_each_man_unmove<R>(pos, add);
  return found;
}

}  // namespace damiera
