// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/board/bitboard.h"
#include "rules/rules.h"

namespace damiera {

/// The number of a square, from 1, row by row from White's top left, or from White's bottom right
/// if the game counts from there. In algebraic games the count is from the top left.
int square_number(const Rules& rules, Square sq);

/// The inverse of square_number(). Requires a number from 1 to squares_total().
Square numbered_square(const Rules& rules, int number);

/// The square in `row` and `column`, both counted from 0 at the top left as White sees the board.
/// Returns nothing off the board and for light squares.
std::optional<Square> square_at(const Rules& rules, int row, int column);

/// The square as this game writes it, counted as White sees the board: "18", or "c3" where
/// notation is algebraic. On a mirrored board it is the name of the square that players see there.
std::string square_name(const Rules& rules, Square sq);

/// The inverse of square_name(). Where notation is algebraic, files may be upper case, and
/// numbers row by row from the top left (b8 = 1) are read too. Nothing for any other text.
std::optional<Square> parse_square(const Rules& rules, std::string_view text);

/// The squares that parse_square() accepts, in words, for messages: "a square from 1 to 32".
std::string expected_square(const Rules& rules);

}  // namespace damiera
