// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "answers/evaluation.h"

namespace damiera {

/// The draw count of a game that runs with any pieces and that conversions alone begin anew, which
/// is what tables under a count are about; no ply of it played. Nothing if its rules have none.
std::optional<Count> usual_count(Variant variant);

/// Asks the tables all that they know of a position and of its moves. Every front end begins here.
/// Thread-safe, and cheap to copy: copies share the tables.
///
///   const Evaluator evaluator{*Tablebase::open(Variant::italian, {folder})};
///   const auto moves = evaluator.moves(position);
///   if (moves && !moves->empty()) play(moves->front().move);
class Evaluator {
 public:
  /// Also evaluates under the usual count of the game, with no ply played, where its tables are.
  explicit Evaluator(Tablebase tables);
  /// Also evaluates under `count`, whose tables are then required; with nothing, under none.
  Evaluator(Tablebase tables, std::optional<Count> count);

  /// The same with `plies` of its count played. Requires that the count has as many; without a
  /// count nothing changes.
  Evaluator with_plies_played(int plies) const;

  const Tablebase& tables() const { return tables_; }
  const std::optional<Count>& count() const { return count_; }

  /// What the position is worth to the side to move. Errors as for Tablebase::probe; a missing DTW
  /// table is none, it leaves out the distance.
  Result<Evaluation> evaluate(const Position& pos) const;
  /// All legal moves, the best first, equally good ones in the order of legal_moves(). Either all
  /// that win or lose have their DTW, or none has, so that they can be compared. Errors as for
  /// evaluate().
  Result<std::vector<EvaluatedMove>> moves(const Position& pos) const;

 private:
  Result<std::vector<EvaluatedMove>> unsorted_moves(const Position& pos) const;
  Result<void> add_counted(const Position& pos, std::vector<EvaluatedMove>& moves) const;

  Tablebase tables_;
  std::optional<Count> count_;
  bool count_is_required_;
};

}  // namespace damiera
