// SPDX-License-Identifier: MIT
#pragma once

#include "probe/tablebase.h"

namespace damiera {

/// What a move is worth to who makes it: a decided one has a distance of 1 if the move converts,
/// else one ply more than what it leads to.
Probe worth_to_mover(const ProbedMove& move);

/// All legal moves, the best first: wins by the least distance, draws, losses by the greatest;
/// equal ones in the order of legal_moves(). Errors as for Tablebase::moves().
Result<std::vector<ProbedMove>> ranked_moves(const Tablebase& tables, const Position& pos);

}  // namespace damiera
