// SPDX-License-Identifier: MIT
#pragma once

#include "rules/rules.h"
#include "rules/value.h"

namespace damiera {

/// The value of a position without a legal move, for the side that would be to move.
constexpr Value value_at(Goal goal) {
  return goal == Goal::no_move_wins ? Value::win : Value::loss;
}
/// The value of such a position in the game with this id.
constexpr Value value_at(Variant id) { return value_at(rules_of(id).goal); }

/// The plies to the end of the game, from `half`, which is half of them rounded down. The value
/// shows which side has no move in the end, and so whether the number of plies is odd. Requires a
/// win or a loss; `at_end` is value_at() of the game.
constexpr int plies_from_half(int half, Value value, Value at_end) {
  return 2 * half + (value != at_end);
}

}  // namespace damiera
