// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "rules/notation/game.h"

namespace damiera {

/// The three times at which a game had the same pieces on the same squares and the same side to
/// move. Each is a place in Game::setups(), which is the number of moves made until then.
using Repetition = std::array<std::size_t, 3>;

/// The first position of the first `moves` moves of a game that stood for the third time; nothing
/// if none did. Takes time O(n log n) in the number of moves.
std::optional<Repetition> third_repetition(const Game& game, std::size_t moves);

/// The article by which the third repetition draws the game: "FMJD Art. 6.1". If several bodies
/// have rules for the game, it is of the body whose draw count has the article `count`. Empty if no
/// article is known.
std::string_view repetition_article(Variant variant, std::string_view count = {});

}  // namespace damiera
