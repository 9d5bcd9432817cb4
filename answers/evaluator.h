// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "answers/evaluation.h"

namespace damiera {

/// The draw count that tables under a count use: it runs with any pieces, and only conversions
/// reset it. The result has no plies played. Nothing if the game has no such count.
std::optional<Count> usual_count(Variant variant);

/// Evaluates a position and its moves by the tables. Every front end begins here.
/// Thread-safe, and cheap to copy: copies share the tables.
///
///   const Evaluator evaluator{*Tablebase::open(Variant::italian, {folder})};
///   const auto moves = evaluator.moves(position);
///   if (moves && !moves->empty()) play(moves->front().move);
class Evaluator {
 public:
  /// Also evaluates under the usual count of the game, with no ply played, if it has tables.
  explicit Evaluator(Tablebase tables);
  /// Also evaluates under `count`, whose tables are then required. Without `count`, under no count.
  Evaluator(Tablebase tables, std::optional<Count> count);

  /// The same evaluator with `plies` of its count played, as by Count::with_plies(). Without a
  /// count nothing changes.
  Evaluator with_plies_played(int plies) const;

  const Tablebase& tables() const { return tables_; }
  const std::optional<Count>& count() const { return count_; }

  /// The evaluation of a position for the side to move. Errors as for Tablebase::probe. A missing
  /// DTW table is no error: DTW is left out.
  Result<Evaluation> evaluate(const Position& pos) const;
  /// The same, but a missing DTC table is no error either: DTC is left out.
  Result<Evaluation> what_is_known(const Position& pos) const;
  /// All legal moves, the best first, equally good ones in the order of legal_moves(). DTW is left
  /// out of all moves if it is missing for one that wins or loses, so that moves can be compared.
  /// Errors as for evaluate().
  Result<std::vector<EvaluatedMove>> moves(const Position& pos) const;

 private:
  Result<Evaluation> with_others(const Probe& probe, const Position& pos) const;
  Result<std::vector<EvaluatedMove>> unsorted_moves(const Position& pos) const;
  Result<void> add_counted(const Position& pos, std::vector<EvaluatedMove>& moves) const;

  Tablebase tables_;
  std::optional<Count> count_;
  bool count_is_required_;
};

}  // namespace damiera
