// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "answers/evaluator.h"

namespace damiera {

/// Best play from a position.
struct BestLine {
  Evaluation start;
  std::vector<EvaluatedMove> moves;    ///< to the end of a won or lost game; empty for a draw
  std::vector<EvaluatedMove> drawing;  ///< for a drawn position: the moves that keep the draw

  int conversions() const;  ///< how many of `moves` are conversions
};

/// Follows best play with unlimited moves: the winner chooses the least distance to the end of the
/// game, the loser the greatest. Where there are no DTW tables, both use the distance to the next
/// conversion, and again after each conversion. Thread-safe. Errors as for Tablebase::probe;
/// missing_table also where a distance on the way is not known.
Result<BestLine> best_line(const Tablebase& tables, const Position& start);

/// Goes along the line of best_line() from a won or lost position, to the end or until visit()
/// returns false. visit() is called for each position on it that has moves, with all of them: the
/// first is the move of the line. Thread-safe. Errors as for best_line().
using VisitMoves = std::function<bool(const std::vector<EvaluatedMove>& moves)>;
Result<void> follow_best_line(const Tablebase& tables, const Position& start,
                              const VisitMoves& visit);

/// The error of best_line() where a distance is not known.
Error unknown_distance(Variant variant, const Position& pos);

}  // namespace damiera
