// SPDX-License-Identifier: MIT
// The solvers for plies to the end of the game, compiled for one game at a time: see game.cpp.in.
#pragma once

#include "data/lent.h"
#include "generator/endings/ending_block_solver.h"
#include "generator/endings/ending_filler.h"
#include "generator/endings/ending_solver.h"
#include "generator/endings/men_endings.h"
#include "generator/plain_solver.h"

namespace damiera {

// Keeps the solvers of a pair for reuse, each used by one thread at a time.
template <Rules R>
class EndingSolvers {
 public:
  EndingSolvers(const KingPlacement& kings, const KnownEndings<R>& known)
      : board_{kings}, solvers_{[&known, this] {
          return EndingSolver<R>{board_, known};
        }} {}

  void solve(const BlockPair<R>& block) {
    solvers_.with([&](EndingSolver<R>& solver) { solver.solve(block); });
  }

 private:
  KingBoard<R> board_;
  Lent<EndingSolver<R>> solvers_;
};

// True if the lane solver can solve this slice: here it does not handle runs of kings.
template <Rules R>
bool fits_ending_lanes(const Material& m) {
  return KingRuns{m, R.king_limit}.count() == 1;
}

template <Rules R>
EndingBlockSolver<R> ending_block_solver(Solver solver, const Material& first,
                                         const KnownEndings<R>& known) {
  if (solver == Solver::plain || !fits_ending_lanes<R>(first))
    return [&known](const BlockPair<R>& block) {
      PlainSolver<R>{block, std::cref(known), known.at_end(), Outcome::max_plies}.solve();
    };
  if constexpr (R.kings_play())
    if (first.kings() > 0)
      return [solvers = std::make_shared<EndingSolvers<R>>(KingPlacement{first, R.squares_total()},
                                                           known)](const BlockPair<R>& block) {
        solvers->solve(block);
      };
  return [&known](const BlockPair<R>& block) { solve_endings_without_kings<R>(block, known); };
}

template <Rules R>
std::uint64_t bytes_to_solve_endings(Solver solver, const Material& m) {
  if (solver == Solver::plain || !fits_ending_lanes<R>(m))
    return 2 * SliceIndex<R>::block_size(m) / 8;
  const KingPlacement kings{m, R.squares_total()};
  return m.kings() > 0 ? EndingMatrix<R>::bytes_for(kings) : 0;
}

template <Rules R>
void fill_captures(KnownEndings<R>& known, const Material& m) {
  EndingFiller<R>{known, known.slice(m)}.fill();
}

}  // namespace damiera
