#pragma once

#include <vector>

#include "probe/tablebase.h"

namespace damiera {

/// Best play from a position.
struct BestLine {
  Probe start;
  std::vector<ProbedMove> moves;    ///< to the end of a won or lost game; empty for a draw
  std::vector<ProbedMove> drawing;  ///< of a draw: the moves that keep it
};

/// Follows best play: the winner takes the least distance to conversion, the loser the largest,
/// and after a conversion they go on from there. Errors as for Tablebase::probe.
Result<BestLine> best_line(const Tablebase& tables, const Position& start);

}  // namespace damiera
