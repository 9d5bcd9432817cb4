// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/best_line.h"
#include "answers/text.h"
#include "rules/notation/fen.h"

namespace damiera {

/// Appends the texts of moves, two a row, numbered as in a game that begins here.
void append_rows(const std::vector<std::string>& moves, Color to_move, Text& out);

/// Appends the FEN and the value of a position, its best line with conversions marked by '*', and
/// how the game ends; for a draw, the moves that keep it. `start` is the position that best_line()
/// was asked about.
void append_text(Variant variant, const Setup& start, const BestLine& line, Text& out);

}  // namespace damiera
