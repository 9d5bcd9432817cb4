// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "rules/resolve.h"

namespace damiera {

/// The value of a finished game for the side to move; nothing if the game goes on. `at_end` is
/// value_at() of the game.
template <Rules R>
std::optional<Value> finished(const Position& pos, Value at_end) {
  if (!can_move<R>(pos)) return at_end;
  if (pos.theirs().empty()) return -at_end;
  return {};
}

}  // namespace damiera
