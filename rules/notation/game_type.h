// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/rules.h"

namespace damiera {

/// The GameType of a game in PDN 3.0, in full: "22,W,8,8,N2,1". Jamaican draughts has the number of
/// pool checkers, and other squares.
std::string game_type(Variant variant);

/// The game that the value of a GameType tag names: its number, and perhaps who begins, width,
/// height, notation and invert flag. Squares are then read as the game writes them, so that a
/// GameType that says anything else is refused rather than misread; the invert flag is not looked
/// at, as its meaning has changed. Error bad_notation, which says what was expected.
/// Source: Portable Draughts Notation 3.0, section "GameType tag".
Result<Variant> parse_game_type(std::string_view value);

/// What joins the squares of a capture in PDN 3.0: ':' in Russian draughts, else 'x'.
/// Source: the same, column "Capture Separator".
char capture_sign(Variant variant);

/// How PDN 3.0 writes the result of this game: "1-0", or "2-0" where a win counts two points;
/// without a winner a draw. Source: the same, "Result tag" and the result types of the games.
std::string_view result_text(Variant variant, std::optional<Color> winner);

}  // namespace damiera
