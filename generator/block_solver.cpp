#include "generator/block_solver.h"

#include "generator/lane_solver.h"
#include "generator/plain_solver.h"

namespace damiera {

namespace {

template <Rules R>
void solve_plain(const BlockPair<R>& block, const KnownValues<R>& known) {
  PlainSolver<R>{block, known}.solve();
}

template <Rules R>
void solve_lanes(const BlockPair<R>& block, const KnownValues<R>& known) {
  if (block.sides[0].slice->material().kings() == 0)
    PlainSolver<R>{block, known}.solve();   // a single position
  else
    LaneSolver<R>{block, known}.solve();
}

}  // namespace

template <Rules R>
BlockSolver<R> block_solver(Solver solver) {
  switch (solver) {
    case Solver::plain: return &solve_plain<R>;
    case Solver::lanes: return &solve_lanes<R>;
  }
  return nullptr;
}

template BlockSolver<italian> block_solver<italian>(Solver);
template BlockSolver<english> block_solver<english>(Solver);
template BlockSolver<international> block_solver<international>(Solver);
template BlockSolver<russian> block_solver<russian>(Solver);
template BlockSolver<brazilian> block_solver<brazilian>(Solver);

}  // namespace damiera
