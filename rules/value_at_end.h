// SPDX-License-Identifier: MIT
#pragma once

#include "rules/rules.h"
#include "rules/value.h"

namespace damiera {

/// The value of a position without a legal move, for the side that would be to move.
template <Rules R>
constexpr Value value_at_end = R.goal == Goal::no_move_wins ? Value::win : Value::loss;

/// Plies to the end of the game, from half their number, rounded down. The value tells which side
/// has no move in the end, and so whether the number is odd. Requires a win or a loss.
template <Rules R>
constexpr int plies_from_half(int half, Value value) {
  return 2 * half + (value != value_at_end<R>);
}

}  // namespace damiera
