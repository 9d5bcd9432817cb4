// SPDX-License-Identifier: MIT
#pragma once

#include "rules/board/geometry.h"

namespace damiera {

/// Where the pieces stand, as the side to move sees it: its men go up the board. The four sets
/// are disjoint, and no man stands on its own last row.
struct Position {
  Bitboard my_men, my_kings, their_men, their_kings;

  constexpr auto operator<=>(const Position&) const = default;
  constexpr Bitboard mine() const { return my_men | my_kings; }
  constexpr Bitboard theirs() const { return their_men | their_kings; }
  constexpr Bitboard men() const { return my_men | their_men; }
  constexpr Bitboard kings() const { return my_kings | their_kings; }
  constexpr Bitboard occupied() const { return mine() | theirs(); }
};

/// The same pieces as the other side sees them, with that side to move. Its own inverse.
template <Rules R>
constexpr Position flipped(const Position& pos) {
  using B = Board<R>;
  return {B::turned(pos.their_men), B::turned(pos.their_kings), B::turned(pos.my_men),
          B::turned(pos.my_kings)};
}

/// True if the sets are disjoint, on the board, and no man stands on its last row. Where the first
/// king wins, the opponent may have one, who has then won; the side to move has none.
template <Rules R>
constexpr bool is_valid(const Position& pos) {
  const int pieces =
      pos.my_men.count() + pos.my_kings.count() + pos.their_men.count() + pos.their_kings.count();
  return pos.occupied().count() == pieces && (pos.occupied() & ~Board<R>::all).empty() &&
         (pos.my_men & Board<R>::my_last_row).empty() &&
         (pos.their_men & Board<R>::their_last_row).empty() &&
         (R.goal != Goal::first_king_wins ||
          (pos.my_kings.empty() && pos.their_kings.count() <= 1));
}

/// Where a game starts, as the side that moves first sees it; with so many rows of men, where a game
/// is played as R from another start.
template <Rules R>
constexpr Position initial_position(int rows_of_men = R.rows_of_men) {
  const Bitboard mine = Bitboard::first(rows_of_men * R.row_squares());
  return {Board<R>::turned(mine), {}, mine, {}};
}

}  // namespace damiera
