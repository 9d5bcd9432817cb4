// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "rules/notation/pdn.h"

namespace damiera::fuzz {

/// Whether the written game is read as the same game.
inline bool survives_writing(const Game& game) {
  const std::string text = damiera::pdn(game);
  PdnReader reader{text};
  const auto again = reader.next();
  const auto same = [](const PlayedMove& a, const PlayedMove& b) { return a.move == b.move; };
  return again && !again->error && again->game.start == game.start &&
         std::ranges::equal(again->game.moves, game.moves, same);
}

}  // namespace damiera::fuzz
