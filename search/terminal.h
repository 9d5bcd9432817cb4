// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "rules/resolve.h"

namespace damiera {

/// The value of a finished game for the side to move; nothing if the game goes on. This is the
/// only place in this room that knows what the goal of a game is.
template <Rules R>
std::optional<Value> finished(const Position& pos) {
  if (!can_move<R>(pos)) return value_at_end<R>;
  if (pos.theirs().empty()) return -value_at_end<R>;
  return {};
}

}  // namespace damiera
