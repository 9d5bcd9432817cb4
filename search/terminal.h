// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "rules/resolve.h"

namespace damiera {

/// The value of a finished game for the side to move; nothing if it has a move. `at_end` is
/// value_at() of the game.
template <Rules R>
std::optional<Value> finished(const Position& pos, Value at_end) {
  return can_move<R>(pos) ? std::nullopt : std::optional{at_end};
}

}  // namespace damiera
