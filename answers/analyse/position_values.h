// SPDX-License-Identifier: MIT
#pragma once

#include "answers/analyse/game_analysis.h"

namespace damiera {

/// What is known of single positions. Thread-safe.
class PositionValues {
 public:
  /// Both must outlive this.
  PositionValues(const Tablebase& tables, const AnalyseOptions& options);

  /// The value by the tables, or by the positions that the moves lead to. Errors: as for
  /// Tablebase::probe, but a missing table is no error.
  Result<KnownPosition> look(const Setup& setup) const;
  /// As look(), or else the value by a search if the position has few enough pieces. Errors: as for
  /// solve().
  Result<KnownPosition> search(const Setup& setup) const;
  /// A line that begins with a move worth `value` or more to the side that makes it. It is best
  /// play where distances are known, else the move alone; empty if no such move is known. `known`:
  /// what search() returned. Errors: as for look().
  Result<std::vector<Move>> line_for(const Setup& setup, const KnownPosition& known,
                                     Value value) const;

 private:
  Result<std::optional<Value>> stored(const Position& pos) const;
  Result<Bounds> by_moves(const Setup& setup) const;
  Result<std::vector<Move>> extended(std::vector<Move> line, Setup at) const;
  Result<std::vector<Move>> best_play(const Position& pos) const;

  const Tablebase& tables_;
  const AnalyseOptions& options_;
  int pieces_;  // the tables hold every position with up to this many pieces
};

}  // namespace damiera
