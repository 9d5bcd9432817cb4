// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "answers/judgement.h"

namespace damiera {

/// Best play from a position.
struct BestLine {
  Judgement start;
  std::vector<JudgedMove> moves;    ///< to the end of a won or lost game; empty for a draw
  std::vector<JudgedMove> drawing;  ///< of a draw: the moves that keep it
};

/// Follows best play: the winner takes the least distance to the end of the game, the loser the
/// largest; where there are no DTW tables, to conversion, and after it they go on from there.
/// Errors as for Tablebase::probe.
Result<BestLine> best_line(const Tablebase& tables, const Position& start);

}  // namespace damiera
