// SPDX-License-Identifier: MIT
#pragma once

#include "probe/tablebase.h"

namespace damiera {

/// True if the position is sound as a study.
///
/// For a win or a loss: at each position of the best line, as best_line() returns it, the side that
/// wins has exactly one winning move, to the end of the game. For a draw: the side to move has
/// exactly one move that draws, and again after each reply that keeps the draw. This is followed to
/// the next capture or man move of either side, or until no new position can come. Thread-safe.
/// Errors: as for Tablebase::probe; wins and losses need tables of distances.
Result<bool> is_unique_line(const Tablebase& tables, const Position& start);

}  // namespace damiera
