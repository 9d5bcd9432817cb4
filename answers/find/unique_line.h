// SPDX-License-Identifier: MIT
#pragma once

#include "probe/tablebase.h"

namespace damiera {

/// True if play from a position is that of a study.
///
/// Of a win or a loss: along the best line, as best_line() has it, the side that wins has exactly
/// one winning move each time, to the end of the game. Of a draw: the side to move has exactly one
/// move that draws, and again after each reply that keeps the draw, to the next capture or man move
/// of either side, or until every position that can come has been there. Thread-safe. Errors: as
/// for Tablebase::probe; of wins and losses the tables of distances are needed.
Result<bool> is_unique_line(const Tablebase& tables, const Position& start);

}  // namespace damiera
