// SPDX-License-Identifier: MIT
#pragma once

#include "rules/moves.h"

namespace damiera::test {

/// All legal moves of the side to move, sorted, each once. Found on a board of rows and columns
/// by trying everything and then crossing out what the rules forbid: slow, and independent of
/// the move generator that it checks.
Moves naive_moves(const Rules& rules, const Position& pos);

}  // namespace damiera::test
