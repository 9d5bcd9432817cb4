// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "answers/evaluator.h"
#include "rules/notation/fen.h"

namespace damiera {

/// A move of a study's solution.
struct StudyMove {
  EvaluatedMove made;
  std::vector<EvaluatedMove> duals;  ///< other moves of the solving side that do as well
};

/// A position as a study: the side that wins, or the side to move if it draws, has to find the
/// solution. A study is sound if it has a move to find and never a second way.
struct Study {
  Evaluation start;
  /// A win or loss: the best line, as best_line() returns it, with all duals on it. A draw: up to
  /// the first dual; of a sound study, one of the longest lines on which positions are checked.
  std::vector<StudyMove> line;
  std::size_t positions = 0;  ///< how many positions of the solving side were checked

  /// Whether the side to move has to find the solution.
  bool mover_solves() const { return start.probe.value != Value::loss; }
  /// The side that has to find it, if `to_move` is to move.
  Color solver(Color to_move) const { return mover_solves() ? to_move : opponent(to_move); }
  bool is_sound() const;
};

/// Checks a study and finds all duals of its line.
///
/// A win or loss is sound if, at each position of the best line, the side that wins has exactly one
/// winning move, to the end of the game, and it has such a move at least once. A draw is sound if
/// the side to move has exactly one move that draws, and again after each reply that keeps the
/// draw. This is followed to the next capture or man move of either side, or until no new position
/// can come. Values are those with unlimited moves. Thread-safe. Errors: as for best_line().
Result<Study> check_study(const Tablebase& tables, const Position& start);

/// Whether check_study() finds the position sound, found faster.
Result<bool> is_sound_study(const Tablebase& tables, const Position& start);

}  // namespace damiera
