// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "answers/evaluator.h"

namespace damiera {

/// What the tables say about the moves of a position.
struct TableChoice {
  /// The move to play. Nothing if the tables do not decide, because some are missing or a win or
  /// loss has no known distance, or if there is no move.
  std::optional<EvaluatedMove> move = {};
  /// If a win or loss has no known distance: the moves that keep the value.
  std::vector<Move> keeping = {};
};

/// Perfect play where the tables hold a position. Thread-safe.
class TablePlay {
 public:
  /// If `count_moves` is above 0, the value under a draw count of this number of moves by each side
  /// decides first, if there are tables of it.
  TablePlay(Tablebase tables, int count_moves)
      : tables_{std::move(tables)}, count_moves_{count_moves} {}

  const Tablebase& tables() const { return tables_; }

  /// A move that keeps the value of the position. If several do: for a win the one with the least
  /// distance, for a loss the one with the greatest, for a draw the one after which most replies
  /// lose. `quiet_plies`: plies played since the last conversion. Where the draw count changes
  /// values of the slice, a win is played by the least distance to conversion under the count. The
  /// count may forbid the shortest way to the end; a side that begins with it and has to turn back
  /// would repeat positions. Draws are compared until `goes_on` returns false, since reading the
  /// tables may take seconds; if it does so at once, the first draw is chosen. Errors: as for
  /// Tablebase::probe.
  using GoesOn = std::function<bool()>;
  Result<TableChoice> choose(
      const Position& pos, int quiet_plies, const GoesOn& goes_on = [] { return true; }) const;

 private:
  Evaluator evaluator(int quiet_plies) const;
  Result<std::vector<EvaluatedMove>> moves(const Position& pos, int quiet_plies) const;
  Result<std::vector<EvaluatedMove>> moves_by_value(const Position& pos) const;
  Value value(const Position& pos, int quiet_plies) const;
  bool count_matters(const Position& pos) const;
  EvaluatedMove trickiest(const std::vector<EvaluatedMove>& moves, int quiet_plies,
                          const GoesOn& goes_on) const;
  std::optional<int> losing_replies(const EvaluatedMove& move, int quiet_plies,
                                    const GoesOn& goes_on) const;

  Tablebase tables_;
  int count_moves_;
};

/// The value for the game: under the draw count if there is one, else with unlimited moves.
Value value_in_game(const Evaluation& worth);

/// Plies to the end or, where that is not known, to conversion; nothing for draws.
std::optional<int> plies_in_game(const Evaluation& worth);

}  // namespace damiera
