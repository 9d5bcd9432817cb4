// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "rules/resolve.h"

namespace damiera {

/// The value of a finished game for the side to move; nothing if the game goes on. `at_end` as
/// value_at() gives it: nothing else in this room knows what the goal of a game is.
template <Rules R>
std::optional<Value> finished(const Position& pos, Value at_end) {
  if (!can_move<R>(pos)) return at_end;
  if (pos.theirs().empty()) return -at_end;
  return {};
}

}  // namespace damiera
