// SPDX-License-Identifier: MIT
#pragma once

#include "answers/analyse/game_analysis.h"

namespace damiera {

/// What is known of single positions. Thread-safe.
class PositionValues {
 public:
  /// Both must outlive this.
  PositionValues(const Tablebase& tables, const AnalyseOptions& options);

  /// By the tables, or by what the moves lead to. Errors: as for Tablebase::probe, but no table
  /// need be there.
  Result<KnownPosition> look(const Setup& setup) const;
  /// By a search as well, if the position has not too many pieces for that. Errors: as for solve().
  Result<KnownPosition> search(const Setup& setup) const;
  /// A line that begins with a move that is worth `value` or more to who makes it: best play where
  /// distances are known, else the move alone. Empty if none is known. `known`: what search() gave.
  /// Errors: as for look().
  Result<std::vector<Move>> line_for(const Setup& setup, const KnownPosition& known,
                                     Value value) const;

 private:
  Result<std::optional<Value>> stored(const Position& pos) const;
  Result<Bounds> by_moves(const Setup& setup) const;
  Result<std::vector<Move>> extended(std::vector<Move> line, Setup at) const;
  Result<std::vector<Move>> best_play(const Position& pos) const;

  const Tablebase& tables_;
  const AnalyseOptions& options_;
  int pieces_;  // of which the tables hold everything
};

}  // namespace damiera
