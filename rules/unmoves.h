// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rules/moves.h"

namespace damiera {

/// Calls visit(Position) for `before`, a position before a move, with each run that the side that
/// made the move may have had. Requires that this side has no run in `before`.
template <Rules R, class Visit>
void for_each_run_before(Position before, Visit&& visit) {
  visit(before);
  if constexpr (R.king_limit > 0) {
    if (before.my_men.empty()) return;
    for (Square king : before.my_kings)
      for (int moves = 1; moves <= R.king_limit; ++moves) {
        before.my_run = {static_cast<std::uint8_t>(moves), king};
        visit(before);
      }
  }
}

/// Like the function above, for a move of the king on `from` after which its side has `run`.
template <Rules R, class Visit>
void for_each_run_before(Position before, Square from, const KingRun& run, Visit&& visit) {
  if (run.moves > 1) {
    before.my_run = {static_cast<std::uint8_t>(run.moves - 1), from};
    return visit(before);
  }
  before.my_run = {};
  for_each_run_before<R>(before, [&](const Position& p) {
    if (!p.my_run.any() || p.my_run.king != from) visit(p);
  });
}

/// Calls visit(const Position&) for every position, as the side that has just moved saw it, from
/// which a king move without capture leads to `pos`. It does not check whether that side had to
/// capture instead.
template <Rules R, class Visit>
void for_each_king_unmove(const Position& pos, Visit&& visit) {
  const Position mover = flipped<R>(pos);
  const Bitboard empty = Board<R>::all & ~mover.occupied();
  const bool limited = R.king_limit > 0 && mover.my_men.any();
  for (Square to : mover.my_kings) {
    if (limited && !(mover.my_run.any() && mover.my_run.king == to)) continue;
    for (Square from : king_reach<R>(to, empty)) {  // a king can go back the way it came
      Position before = mover;
      before.my_kings = mover.my_kings.without(to).with(from);
      if (limited)
        for_each_run_before<R>(before, from, mover.my_run, visit);
      else
        visit(before);
    }
  }
}

/// Like for_each_king_unmove(), for man moves, including promotions.
template <Rules R, class Visit>
void for_each_man_unmove(const Position& pos, Visit&& visit) {
  using B = Board<R>;
  const Position mover = flipped<R>(pos);
  const Bitboard empty = B::all & ~mover.occupied();
  const Bitboard crowned = mover.my_kings & B::my_last_row;
  if (R.king_limit > 0 && mover.my_run.any()) return;  // the last move was a king's
  for (Direction d : forward_directions)
    for (Square from : B::step(mover.my_men | crowned, opposite(d)) & empty) {
      const Square to = B::step(Bitboard::of(from), d).lowest();
      Position before = mover;
      before.my_men = mover.my_men.without(to).with(from);
      before.my_kings = mover.my_kings.without(to);
      for_each_run_before<R>(before, visit);
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
