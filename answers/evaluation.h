// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "probe/tablebase.h"

namespace damiera {

/// Everything that the tables say about a position, for the side to move, or about a move, for the
/// side that makes it. Distances are in plies.
struct Evaluation {
  Probe probe;             ///< with unlimited moves
  std::optional<int> dtw;  ///< to the end of the game; none for draws, and without DTW tables
  std::optional<CountedProbe> counted;  ///< under a draw count; none without its tables

  bool operator==(const Evaluation&) const = default;
};

/// A legal move with what it is worth.
struct EvaluatedMove {
  Move move;
  Position position;  ///< after the move, as the opponent sees it
  Evaluation after;   ///< of that position, for the opponent
  Evaluation worth;   ///< of the move, for the side that makes it
};

/// The evaluation of a move for the side that makes it, computed from the evaluation of the
/// position after it. A conversion that wins or loses has DTC 1; all other distances are one ply
/// more than after the move.
Evaluation worth_of(const Move& move, const Evaluation& after);

/// True if `a` is better for its side than `b`. The value under the draw count decides first,
/// then the value with unlimited moves, then DTW, then DTC: wins soon, draws, losses late. A
/// distance that is not known is taken for longer than any other. This is the order in which all
/// front ends list moves. Both are under the same count, or neither is under any.
bool better(const Evaluation& a, const Evaluation& b);

}  // namespace damiera
