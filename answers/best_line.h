// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "answers/evaluator.h"

namespace damiera {

/// Best play from a position.
struct BestLine {
  Evaluation start;
  std::vector<EvaluatedMove> moves;    ///< to the end of a won or lost game; empty for a draw
  std::vector<EvaluatedMove> drawing;  ///< of a draw: the moves that keep it

  int conversions() const;  ///< how many of `moves` are conversions
};

/// Follows best play with unlimited moves: the winner takes the least distance to the end of the
/// game, the loser the largest; where there are no DTW tables, to conversion, and after it they go
/// on from there. Thread-safe. Errors as for Tablebase::probe; missing_table also where a distance
/// on the way is not known.
Result<BestLine> best_line(const Tablebase& tables, const Position& start);

/// What best_line() says where a distance is not known.
Error unknown_distance(Variant variant, const Position& pos);

}  // namespace damiera
