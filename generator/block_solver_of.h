// SPDX-License-Identifier: MIT
// The solvers, compiled for one game at a time: see game.cpp.in.
#pragma once

#include "data/lent.h"
#include "generator/block_solver.h"
#include "generator/lanes/lane_solver.h"
#include "generator/men_solver.h"
#include "generator/plain_solver.h"
#include "generator/write/capture_filler.h"
#include "generator/write/fill_captures.h"

namespace damiera {

// How many blocks are solved side by side: a vector of AVX2, 32 bytes, holds a word for each. Games
// that limit king moves solve one block at a time, since a block has many cells there.
template <Rules R>
inline constexpr std::size_t blocks_side_by_side =
    R.king_limit > 0 || !R.kings_play() ? 1 : 32 / sizeof(LaneWord<R>);
static_assert(most_in_batch == 32 / sizeof(std::uint32_t));

// Solvers are lent, not made for each block: their memory is most of the cost of a small one.
template <Rules R, std::size_t N = 1>
auto lane_solvers(int max_plies, LaneTimes* times) {
  using S = LaneSolver<R, N>;
  return [lent = std::make_shared<Lent<S>>([max_plies] { return S{max_plies}; }), times](
             std::span<const BlockPair<R>> blocks, const KnownValues<R>& known) {
    lent->with([&](S& solver) { solver.solve(blocks, known, times); });
  };
}

inline bool has_kings(const Material& m) { return m.kings() > 0; }

template <Rules R>
void solve_plainly(const BlockPair<R>& block, const KnownValues<R>& known, int max_plies) {
  // The distance of a position after a conversion does not count.
  const auto after = [&known](const Position& next) { return Ending{known.resolved(next), 0}; };
  PlainSolver<R>{block, after, known.at_end(), max_plies}.solve();
}

template <Rules R>
BlockSolver<R> block_solver_by_lanes(int max_plies, LaneTimes* times = nullptr) {
  if constexpr (!R.kings_play())
    return solve_without_kings<R>;
  else
    return [solve = lane_solvers<R>(max_plies, times)](const BlockPair<R>& block,
                                                       const KnownValues<R>& known) {
      const Material& m = block.sides[0].slice->material();
      if (!has_kings(m))
        solve_without_kings<R>(block, known);
      else
        solve(std::span{&block, 1}, known);
    };
}

template <Rules R>
BlockSolver<R> block_solver(Solver solver, int max_plies) {
  if (solver == Solver::lanes) return block_solver_by_lanes<R>(max_plies);
  return [max_plies](const BlockPair<R>& block, const KnownValues<R>& known) {
    solve_plainly<R>(block, known, max_plies);
  };
}

template <Rules R>
BatchSolver<R> batch_solver(int max_plies, LaneTimes* times) {
  constexpr std::size_t most = blocks_side_by_side<R>;
  const auto one_by_one = [one = block_solver_by_lanes<R>(max_plies, times)](
                              std::span<const BlockPair<R>> blocks, const KnownValues<R>& known) {
    for (const BlockPair<R>& block : blocks) one(block, known);
  };
  if constexpr (most == 1)
    return one_by_one;
  else
    return [one_by_one, several = lane_solvers<R, most>(max_plies, times)](
               std::span<const BlockPair<R>> blocks, const KnownValues<R>& known) {
      if (blocks.size() == 1) return one_by_one(blocks, known);
      several(blocks, known);
    };
}

template <Rules R>
std::size_t batch_size(const Material& m, std::uint64_t most_bytes) {
  constexpr std::size_t most = blocks_side_by_side<R>;
  if (most == 1 || !has_lane_vectors() || m.men() == 0 || !has_kings(m)) return 1;
  const std::uint64_t outcomes = most * 2 * SliceIndex<R>::block_size(m) * sizeof(Outcome);
  return LaneSolver<R, most>::bytes_for(m) + outcomes <= most_bytes ? most : 1;
}

template <Rules R>
std::uint64_t bytes_to_solve(Solver solver, const Material& m, std::size_t batch) {
  if (solver == Solver::plain) return 2 * SliceIndex<R>::block_size(m) / 8;
  if (!has_kings(m)) return 0;
  // A batch that has one block only is solved by the solver for one block, so both solvers may
  // exist.
  return LaneSolver<R>::bytes_for(m) +
         (batch > 1 ? LaneSolver<R, blocks_side_by_side<R>>::bytes_for(m) : 0);
}

template <Rules R>
void fill_captures(const KnownValues<R>& known, typename KnownValues<R>::Slice& slice) {
  CaptureFiller<R>{known, slice}.fill();
}

}  // namespace damiera
