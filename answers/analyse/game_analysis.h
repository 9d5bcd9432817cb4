// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rules/notation/game.h"
#include "search/solve.h"

namespace damiera {

/// What says what a position is worth.
enum class KnownBy : std::uint8_t {
  nothing,  ///< nothing is known, or only a bound by the moves
  moves,    ///< the values of what its moves lead to
  tables,
  search,  ///< a proof beyond the tables
};

/// What is known of a position of a game, for the side to move in it.
struct KnownPosition {
  Bounds bounds;
  KnownBy by = KnownBy::nothing;
  std::optional<int> dtc, dtw;  ///< in plies; none for draws, and where there are no tables of them
  std::vector<Move> proof;      ///< Solution::line of the search, if it is known by one
};

/// A move after which its side can no longer have what it had before.
struct Mistake {
  std::size_t move;          ///< in Game::moves
  Value had;                 ///< what the side that moved could have had at least
  Value left;                ///< what it can have at most after the move
  std::vector<Move> better;  ///< a line that begins with a move that keeps it; empty if no single
                             ///< move is known to
};

/// A game, graded as far as its positions are known.
struct GameAnalysis {
  std::vector<Setup> setups;             ///< those of the game: before each move, and at the end
  std::vector<KnownPosition> positions;  ///< one for each of them
  std::vector<Mistake> mistakes;         ///< in the order of the game

  /// The first position from which on all are known exactly; nothing if not even the last one is.
  std::optional<std::size_t> known_from() const;
};

/// How far to look.
struct AnalyseOptions {
  int beyond = 0;       ///< positions with so many pieces more than the tables are searched
  SolveOptions search;  ///< of each
  /// Makes what watches one search, which ends when it says so.
  std::function<SolveWatch()> watch = [] { return [](const SolveWork&) { return true; }; };
  std::function<bool()> go_on = [] { return true; };  ///< false: search no more
};

/// Grades every move of a game: from the last position to the first it asks the tables, or what the
/// moves lead to, or searches. Thread-safe. `tables` was opened with distances required, for the
/// game's variant. Errors: as for Tablebase::probe and solve(), but no table need be there.
Result<GameAnalysis> analyse(const Tablebase& tables, const Game& game,
                             const AnalyseOptions& options);

}  // namespace damiera
