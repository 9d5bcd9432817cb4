// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rules/notation/game.h"
#include "search/solve.h"

namespace damiera {

/// Where the value of a position is known from.
enum class KnownBy : std::uint8_t {
  nothing,  ///< nothing is known, or only a bound that the moves give
  moves,    ///< the values of the positions that its moves lead to
  tables,
  search,  ///< a proof beyond the tables
};

/// What is known of a position of a game, for the side to move in it.
struct KnownPosition {
  Bounds bounds;
  KnownBy by = KnownBy::nothing;
  std::optional<int> dtc, dtw;  ///< in plies; none for draws, and where no table has them
  std::vector<Move> proof;      ///< Solution::line, if the value is known by a search
};

/// A move that throws away value: its side can no longer get what it could get before.
struct Mistake {
  std::size_t move;          ///< in Game::moves
  Value had;                 ///< what the side that moved could have had at least
  Value left;                ///< what it can have at most after the move
  std::vector<Move> better;  ///< a line that begins with a move that keeps it; empty if no single
                             ///< move is known to
};

/// A game, graded as far as its positions are known.
struct GameAnalysis {
  std::vector<Setup> setups;             ///< of the game: before each move, and at the end
  std::vector<KnownPosition> positions;  ///< one for each setup
  std::vector<Mistake> mistakes;         ///< in the order of the game

  /// The first position such that it and all later ones are known exactly; nothing if the last
  /// position is not known exactly.
  std::optional<std::size_t> known_from() const;
};

/// How far to look.
struct AnalyseOptions {
  int beyond = 0;       ///< positions with up to this many pieces more than the tables are searched
  SolveOptions search;  ///< of each
  /// Makes a new watch function for each search; the search ends when that function returns false.
  std::function<SolveWatch()> watch = [] { return [](const SolveWork&) { return true; }; };
  std::function<bool()> go_on = [] { return true; };  ///< false: search no more
};

/// Grades every move of a game. It goes from the last position to the first; the value of each
/// comes from the tables, from the positions that its moves lead to, or from a search. Thread-safe.
/// `tables` must be opened with distances required, for the game's variant. Errors: as for
/// Tablebase::probe and solve(), but a missing table is no error.
Result<GameAnalysis> analyse(const Tablebase& tables, const Game& game,
                             const AnalyseOptions& options);

}  // namespace damiera
