// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "probe/tablebase.h"
#include "search/bounds.h"

namespace damiera {

/// How far a search goes.
struct SolveOptions {
  int max_pieces = 64;  ///< tables with more pieces are not used
  int count = 0;  ///< a draw count: moves by each side without a conversion; 0: unlimited moves
  std::uint64_t nodes = UINT64_MAX;          ///< positions expanded at most
  std::size_t bytes = std::size_t{1} << 30;  ///< of memory at most, tables not counted
  int threads = 1;  ///< at most two are used: one for each question, with half the memory and nodes
};

/// What a search has done.
struct SolveWork {
  std::uint64_t nodes = 0;      ///< positions whose moves were looked at
  std::uint64_t positions = 0;  ///< positions that were met and not known at once
  std::uint64_t hits = 0;       ///< values read from tables
  Bounds bounds;                ///< the proved bounds of the value
};

/// Why a search ended.
enum class SolveEnd : std::uint8_t { solved, stopped, nodes, memory };

/// What is proved about a position.
struct Solution {
  SolveWork work;  ///< with the bounds
  SolveEnd end;
  /// For a win or a loss: play to a position of the tables or to the end of the game. The winner
  /// goes the shortest way that was found, and the loser resists as long as he can.
  std::vector<Move> line;
};

/// Called now and then, by one thread at a time; false ends the search.
using SolveWatch = std::function<bool(const SolveWork&)>;

/// Proves the value of a valid position, whatever was played before, repetitions included. The
/// value is the one with unlimited moves, or the one under a draw count at zero, where only wins in
/// time count. Under a count the tables of the count are used; where there are none, values with
/// unlimited moves give bounds. Any number of threads may call this at the same time with the same
/// tables. Errors: as for Tablebase::wdl, but where a table is missing the search goes on;
/// bad_position; out_of_memory if the system does not give what the options allow.
Result<Solution> solve(const Tablebase& tables, const Position& pos, const SolveOptions& options,
                       const SolveWatch& watch);

}  // namespace damiera
