// SPDX-License-Identifier: MIT
// The solvers, compiled for one game at a time: see game.cpp.in.
#pragma once

#include <tbb/concurrent_queue.h>

#include "generator/block_solver.h"
#include "generator/lanes/lane_solver.h"
#include "generator/men_solver.h"
#include "generator/plain_solver.h"
#include "generator/write/capture_filler.h"
#include "generator/write/fill_captures.h"

namespace damiera {

// Keeps lane solvers for reuse: their memory is most of the cost of a small block.
template <Rules R>
class LaneSolvers {
 public:
  explicit LaneSolvers(int max_plies) : max_plies_{max_plies} {}

  void solve(const BlockPair<R>& block, const KnownValues<R>& known) {
    std::unique_ptr<LaneSolver<R>> solver;
    if (!idle_.try_pop(solver)) solver = std::make_unique<LaneSolver<R>>(max_plies_);
    solver->solve(block, known);
    idle_.push(std::move(solver));
  }

 private:
  int max_plies_;
  tbb::concurrent_queue<std::unique_ptr<LaneSolver<R>>> idle_;
};

inline bool has_kings(const Material& m) { return m.kings() > 0; }

template <Rules R>
void solve_plainly(const BlockPair<R>& block, const KnownValues<R>& known, int max_plies) {
  PlainSolver<R>{block, ConversionEnds<R>{known}, max_plies}.solve();
}

template <Rules R>
BlockSolver<R> block_solver(Solver solver, int max_plies) {
  if (solver == Solver::plain)
    return [max_plies](const BlockPair<R>& block, const KnownValues<R>& known) {
      solve_plainly<R>(block, known, max_plies);
    };
  if constexpr (!R.kings_play())
    return solve_without_kings<R>;
  else
    return [max_plies, solvers = std::make_shared<LaneSolvers<R>>(max_plies)](
               const BlockPair<R>& block, const KnownValues<R>& known) {
      const Material& m = block.sides[0].slice->material();
      if (!has_kings(m))
        solve_without_kings<R>(block, known);
      else
        solvers->solve(block, known);
    };
}

template <Rules R>
std::uint64_t bytes_to_solve(Solver solver, const Material& m) {
  if (solver == Solver::plain) return 2 * SliceIndex<R>::block_size(m) / 8;
  return has_kings(m) ? LaneSolver<R>::bytes_for(m) : 0;
}

template <Rules R>
void fill_captures(const KnownValues<R>& known, typename KnownValues<R>::Slice& slice) {
  CaptureFiller<R>{known, slice}.fill();
}

}  // namespace damiera
