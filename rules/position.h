// SPDX-License-Identifier: MIT
#pragma once

#include "rules/board/geometry.h"

namespace damiera {

/// The moves without capture that a side with men and kings has just made in a row with one king.
/// Rules::king_limit limits them.
struct KingRun {
  std::uint8_t moves = 0;  ///< 0: none; at most the limit
  Square king{};           ///< where it stands; square 0 if there are no moves

  constexpr auto operator<=>(const KingRun&) const = default;
  constexpr bool any() const { return moves != 0; }
};

/// Where the pieces stand, as the side to move sees it: its men go up the board. The four sets
/// are disjoint, and no man stands on its own last row. In a game without a limit on the moves of
/// kings there are no runs.
struct Position {
  Bitboard my_men, my_kings, their_men, their_kings;
  KingRun my_run = {}, their_run = {};

  constexpr auto operator<=>(const Position&) const = default;
  constexpr Bitboard mine() const { return my_men | my_kings; }
  constexpr Bitboard theirs() const { return their_men | their_kings; }
  constexpr Bitboard men() const { return my_men | their_men; }
  constexpr Bitboard kings() const { return my_kings | their_kings; }
  constexpr Bitboard occupied() const { return mine() | theirs(); }
};

/// `run` as the other side sees it.
template <Rules R>
constexpr KingRun turned(const KingRun& run) {
  return run.any() ? KingRun{run.moves, Board<R>::turned(run.king)} : run;
}

/// True if a side with these pieces can have made `run`.
template <Rules R>
constexpr bool is_possible(const KingRun& run, Bitboard men, Bitboard kings) {
  if (!run.any()) return run == KingRun{};
  return run.moves <= R.king_limit && men.any() && kings.contains(run.king);
}

/// The pieces of `pos` as the other side sees them, with that side to move. The function is its own
/// inverse.
template <Rules R>
constexpr Position flipped(const Position& pos) {
  using B = Board<R>;
  Position seen{B::turned(pos.their_men), B::turned(pos.their_kings), B::turned(pos.my_men),
                B::turned(pos.my_kings)};
  if constexpr (R.king_limit > 0) {
    seen.my_run = turned<R>(pos.their_run);
    seen.their_run = turned<R>(pos.my_run);
  }
  return seen;
}

/// The position without its runs, so that no king is limited yet.
constexpr Position without_runs(Position pos) {
  pos.my_run = pos.their_run = {};
  return pos;
}

/// True if the sets are disjoint and on the board, no man stands on its last row, and each run is
/// of a king that is there. Where the first king wins, the side to move has no king, and the
/// opponent at most one, which has won.
template <Rules R>
constexpr bool is_valid(const Position& pos) {
  const int pieces =
      pos.my_men.count() + pos.my_kings.count() + pos.their_men.count() + pos.their_kings.count();
  return pos.occupied().count() == pieces && (pos.occupied() & ~Board<R>::all).empty() &&
         (pos.my_men & Board<R>::my_last_row).empty() &&
         (pos.their_men & Board<R>::their_last_row).empty() &&
         (R.goal != Goal::first_king_wins ||
          (pos.my_kings.empty() && pos.their_kings.count() <= 1)) &&
         is_possible<R>(pos.my_run, pos.my_men, pos.my_kings) &&
         is_possible<R>(pos.their_run, pos.their_men, pos.their_kings);
}

/// What is_valid() refuses of pieces on the board, for messages.
constexpr const char* what_is_invalid(const Rules& rules) {
  return rules.goal == Goal::first_king_wins
             ? "pieces overlap, a man stands on its last row, or there is another king than one of "
               "the opponent, who has won with it"
             : "pieces overlap, or a man stands on its last row";
}

/// The position in which a game starts, as the side that moves first sees it. Pass `rows_of_men`
/// for a game that has the rules R but starts with another number of rows of men.
template <Rules R>
constexpr Position initial_position(int rows_of_men = R.rows_of_men) {
  const Bitboard mine = Bitboard::first(rows_of_men * R.row_squares());
  return {Board<R>::turned(mine), {}, mine, {}};
}

}  // namespace damiera
