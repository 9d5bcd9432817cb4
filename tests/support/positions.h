// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <random>
#include <vector>

#include "rules/position.h"

namespace damiera::test {

/// Calls visit(position) with every run that each side's kings may have: one call if the game does
/// not limit the moves of kings.
template <Rules R, class Visit>
void for_each_run(Position pos, KingRun Position::*run, Bitboard men, Bitboard kings,
                  const Visit& visit) {
  visit(pos);
  if (R.king_limit == 0 || men.empty()) return;
  for (Square king : kings)
    for (std::uint8_t moves = 1; moves <= R.king_limit; ++moves) {
      pos.*run = {moves, king};
      visit(pos);
    }
}
template <Rules R, class Visit>
void for_each_run(const Position& pos, const Visit& visit) {
  for_each_run<R>(pos, &Position::my_run, pos.my_men, pos.my_kings, [&](const Position& p) {
    for_each_run<R>(p, &Position::their_run, p.their_men, p.their_kings, visit);
  });
}

/// Called with a position. It is one type for all callers, so that code that walks positions is
/// compiled once.
using VisitPosition = std::function<void(const Position&)>;

/// Sets every square from `sq` on to empty or to one of the four kinds of piece, `pieces` of them.
template <Rules R>
void fill_from(int sq, int pieces, const Position& pos, const VisitPosition& visit) {
  if (pieces == 0) {
    if (is_valid<R>(pos) && pos.mine().any() && pos.theirs().any()) for_each_run<R>(pos, visit);
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

/// Calls `visit` for every valid position of `pieces` pieces in which both sides have some, with
/// every run of kings.
template <Rules R>
void for_each_position(int pieces, const VisitPosition& visit) {
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
    if (!is_valid<R>(pos)) continue;
    std::vector<Position> runs;
    for_each_run<R>(pos, [&](const Position& p) { runs.push_back(p); });
    return runs.size() == 1 ? pos : runs[random() % runs.size()];
  }
}

}  // namespace damiera::test
