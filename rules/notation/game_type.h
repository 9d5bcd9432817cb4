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

/// The game that the value of a GameType tag names: its number, and perhaps the side that begins,
/// width, height, notation and invert flag. Squares are read as the game writes them, so a GameType
/// with other fields is refused rather than misread. The invert flag is ignored, as its meaning has
/// changed. Error bad_notation, which says what was expected.
/// Source: Portable Draughts Notation 3.0, section "GameType tag".
Result<Variant> parse_game_type(std::string_view value);

/// The sign between the squares of a capture in PDN 3.0: ':' in Russian draughts, else 'x'.
/// Source: Portable Draughts Notation 3.0, column "Capture Separator".
char capture_sign(Variant variant);

/// The result in PDN 3.0: "1-0", or "2-0" in games where a win counts two points; a draw if there
/// is no winner. Source: Portable Draughts Notation 3.0, "Result tag" and the result types of the
/// games.
std::string_view result_text(Variant variant, std::optional<Color> winner);

}  // namespace damiera
