// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <span>

#include "generator/block_planes.h"
#include "generator/known_values.h"
#include "generator/lanes/lane_times.h"
#include "generator/solver.h"

namespace damiera {

/// One men block with either side to move: a block of a slice, and the same men in its flip.
/// A block that is its own flip, as in KvK, has only one side.
template <Rules R>
struct BlockPair {
  struct Side {
    const SliceIndex<R>* slice;
    Men men;                      ///< as the side to move sees them
    std::span<Outcome> outcomes;  ///< by placement number; the solver writes each of them
    BlockPlanes* planes =
        nullptr;  ///< if not null, gets the outcomes instead; for the lane solver only
  };
  std::array<Side, 2> sides;
  int count;  ///< 1 or 2 sides

  /// The side that is to move after side `s` has moved.
  const Side& other(int s) const { return sides[count == 1 ? 0 : 1 - s]; }
};

/// Solves a block: afterwards all its outcomes are decided. Requires that every block that a man
/// move leads to is solved, and that every slice that a capture or a promotion leads to is known.
/// Thread-safe for blocks with the same number of steps to go.
template <Rules R>
using BlockSolver = std::function<void(const BlockPair<R>& block, const KnownValues<R>& known)>;

/// Solves several blocks of one slice and of the same number of steps to go, like a BlockSolver.
template <Rules R>
using BatchSolver =
    std::function<void(std::span<const BlockPair<R>> blocks, const KnownValues<R>& known)>;

/// The most blocks of a batch, in any game.
inline constexpr std::size_t most_in_batch = 8;

/// Positions with a distance above `max_plies`, which is 1 or more, are draws. If `known` has the
/// values under a draw-move limit, and `max_plies` is that limit, the results are values under it.
template <Rules R>
BlockSolver<R> block_solver(Solver solver, int max_plies = Outcome::max_plies);

/// The lane solver for batches of up to batch_size() blocks, of slices with kings. Adds the time of
/// its steps to `times`, if that is not null; then only one thread may use the solver.
template <Rules R>
BatchSolver<R> batch_solver(int max_plies = Outcome::max_plies, LaneTimes* times = nullptr);

/// The most bytes of a batch. With 2 MiB, builds of 5 pieces took 1 to 4 % longer.
inline constexpr std::uint64_t most_batch_bytes = 8 << 20;

/// How many blocks of a slice the lane solver solves best together, in at most `most_bytes`, their
/// outcomes included; 1 if one at a time is best.
template <Rules R>
std::size_t batch_size(const Material& m, std::uint64_t most_bytes = most_batch_bytes);

/// Blocks that take more bytes than this are solved one at a time, by all threads together.
inline constexpr std::uint64_t large_block = 32 << 20;

/// Bytes that solving blocks of a slice takes in addition to their outcomes: one at a time, or in
/// batches where `batch` is more than 1.
template <Rules R>
std::uint64_t bytes_to_solve(Solver solver, const Material& m, std::size_t batch = 1);

}  // namespace damiera
