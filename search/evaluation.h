// SPDX-License-Identifier: MIT
#pragma once

#include "rules/moves.h"
#include "rules/value.h"

namespace damiera {

/// The strength of a side's pieces, in hundredths of a man, as the side whose men go up the board
/// sees them. Men count more the further they have gone (tempo). They also count more at home,
/// where they keep the opponent's men from promotion. Kings count more the nearer they are to the
/// middle.
template <Rules R>
int weight(Bitboard men, Bitboard kings) {
  using B = Board<R>;
  constexpr int king = R.flying_kings ? 300 : 140;
  int sum = 100 * men.count() + king * kings.count();
  for (Square sq : men) sum += 3 * (R.width - 1 - B::row(sq));
  sum += 6 * (men & B::their_last_row).count();
  for (Square sq : kings) {
    const int row = B::row(sq), column = B::column(sq);
    sum += 2 * (std::min(row, R.width - 1 - row) + std::min(column, R.width - 1 - column));
  }
  return sum;
}

/// How many squares the side to move can go to without capturing.
template <Rules R>
int mobility(const Position& pos) {
  using B = Board<R>;
  const Bitboard empty = B::all & ~pos.occupied();
  int moves = 0;
  for (Direction d : forward_directions) moves += (B::step(pos.my_men, d) & empty).count();
  for (Square sq : pos.my_kings) moves += king_reach<R>(sq, empty).count();
  return moves;
}

/// How good a quiet position seems for the side to move, in hundredths of a man: material, tempo,
/// kings and mobility. `at_end` is value_at() of the game. Where the side without a move wins, only
/// mobility counts: that won more games than to take pieces for an advantage or for a burden.
template <Rules R>
int evaluate(const Position& pos, Value at_end) {
  const Position turned = flipped<R>(pos);
  const int free = 2 * (mobility<R>(pos) - mobility<R>(turned));
  if (at_end == Value::win) return free;
  const int mine = weight<R>(pos.my_men, pos.my_kings);
  const int theirs = weight<R>(turned.my_men, turned.my_kings);
  const int ahead = mine - theirs;
  // The side that is ahead should exchange: a lead is worth more with fewer pieces.
  const int scaled = ahead + ahead * 8 / std::max(8, pos.occupied().count());
  return scaled + free;
}

}  // namespace damiera
