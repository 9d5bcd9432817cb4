// SPDX-License-Identifier: MIT
// Positions and moves as engine protocols write them. A position is the side to move, W for the
// side that begins the game and B for the other, and then a letter for each square, row by row from
// the top left as the side that begins sees the board: w and b men, W and B kings, e empty; 51
// characters on 10x10, 33 on 8x8. So in the English game, which Black begins, the board is turned
// and the colours are exchanged. Moves have the numbers of the game's own notation; where that is
// algebraic, squares are numbered from a1 (1) row by row: c3 is 10.
#pragma once

#include <string>
#include <string_view>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The position in this form: "WeeeeW...".
std::string hub_position(Variant variant, const Setup& setup);
/// The inverse of hub_position(). Errors: bad_notation for another length or letter; bad_position
/// for a man on its promotion row.
Result<Setup> parse_hub_position(Variant variant, std::string_view text);

/// The number of a square, as White sees the board.
int hub_number(const Rules& rules, Square sq);
/// The squares of a move by number: from, to, and then what it takes, ascending.
std::vector<int> hub_squares(Variant variant, const Setup& setup, const Move& move);
/// The legal move with these squares; the captured squares may be in any order. Error bad_notation.
Result<Move> move_of_hub_squares(Variant variant, const Setup& setup, std::vector<int> squares);

/// "32-28", or "28x19x23x14": from, to, and what is taken, ascending.
std::string hub_move(Variant variant, const Setup& setup, const Move& move);
/// The inverse of hub_move(); the captured squares may be in any order. Error bad_notation, also
/// for a move that is not legal.
Result<Move> parse_hub_move(Variant variant, const Setup& setup, std::string_view text);

}  // namespace damiera
