// SPDX-License-Identifier: MIT
#pragma once

#include <random>

#include "rules/notation/game.h"
#include "rules/notation/move_notation.h"
#include "tests/support/positions.h"

namespace damiera::test {

/// At most `plies` random moves from a random position with `pieces` pieces.
inline Game random_game(Variant variant, int pieces, int plies, std::mt19937_64& random) {
  const Setup start = with_moves(variant, [&]<Rules R>() {
    return Setup{random_position<R>(random, pieces), Color(random() % 2)};
  });
  Game game{.variant = variant, .start = start, .tags = {}, .moves = {}, .result = "*"};
  Setup at = start;
  MoveNumber number = first_number(start);
  for (int i = 0; i < plies; ++i) {
    const Moves all = legal_moves(variant, at);
    if (all.empty()) break;
    game.moves.push_back({all[random() % all.size()], number});
    at = after(variant, at, game.moves.back().move);
    number = next_number(number, rules_of(variant).first_to_move);
  }
  return game;
}

}  // namespace damiera::test
