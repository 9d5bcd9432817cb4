// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>

#include "generator/block_planes.h"
#include "generator/known_values.h"
#include "generator/solver.h"

namespace damiera {

/// One men block with either side to move: a block of a slice, and the same men in its flip.
/// A block that is its own flip, as in KvK, has only one side.
template <Rules R>
struct BlockPair {
  struct Side {
    const SliceIndex<R>* slice;
    Men men;                      ///< as the side to move sees them
    std::span<Outcome> outcomes;  ///< by placement number; undecided until solved
    BlockPlanes* planes =
        nullptr;  ///< if not null, gets the outcomes instead; for the lane solver only
  };
  std::array<Side, 2> sides;
  int count;  ///< 1 or 2 sides

  /// The side that is to move after side `s` has moved.
  const Side& other(int s) const { return sides[count == 1 ? 0 : 1 - s]; }
};

/// Solves a block: afterwards all its outcomes are decided. Every block that a man move leads to
/// must be solved, and every slice that a capture or a promotion leads to be known. Thread-safe:
/// blocks of the same number of steps to go may be solved at the same time.
template <Rules R>
using BlockSolver = std::function<void(const BlockPair<R>& block, const KnownValues<R>& known)>;

/// Positions with a distance above `max_plies`, which is 1 or more, are draws. If `known` has the
/// values under a draw-move limit, and `max_plies` is that limit, the results are values under it.
template <Rules R>
BlockSolver<R> block_solver(Solver solver, int max_plies = Outcome::max_plies);

/// Blocks that take more bytes than this are solved one at a time, by all threads together.
inline constexpr std::uint64_t large_block = 32 << 20;

/// Bytes that solving one block of a slice takes in addition to its outcomes.
template <Rules R>
std::uint64_t bytes_to_solve(Solver solver, const Material& m);

}  // namespace damiera
