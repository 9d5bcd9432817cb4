// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "probe/tablebase.h"

namespace damiera {

/// All that the tables say of a position, for the side to move in it.
struct Judgement {
  Probe probe;
  std::optional<int> dtw;  ///< plies to the end of the game; none for draws, and without DTW tables
  std::optional<CountedProbe> counted;  ///< none without tables of the count
};

/// A legal move, and what the tables say of the position it leads to, as the opponent sees it.
struct JudgedMove {
  Move move;
  Position position;
  Judgement judgement;
};

/// Asks the tables everything at once.
struct Judge {
  Tablebase tables;
  std::optional<Count> count;     ///< if a draw count is to be judged
  bool count_is_required = true;  ///< if false, a judgement without tables of the count lacks it

  /// Errors as for Tablebase::probe; a missing DTW table is none.
  Result<Judgement> judge(const Position& pos) const;
  /// All have their DTW, or none has, so that they can be compared.
  Result<std::vector<JudgedMove>> moves(const Position& pos) const;
};

/// What a move is worth to who makes it: a decided one has a DTC of 1 if the move converts, else
/// one ply more than what it leads to.
Judgement for_mover(const JudgedMove& move);

/// True if `a` is better for who moves than `b`: wins soon, draws, loses late. Under a draw count
/// its values come first; then those with unlimited moves, then DTW where it is known, then DTC.
bool is_better(const Judgement& a, const Judgement& b);

}  // namespace damiera
