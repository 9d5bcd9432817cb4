// SPDX-License-Identifier: MIT
#pragma once

#include "generator/block_solver.h"
#include "generator/known_endings.h"

namespace damiera {

/// Solves a block for plies to the end of the game (DTW): afterwards all its outcomes are decided.
/// Thread-safe for blocks with the same number of steps to go.
template <Rules R>
using EndingBlockSolver = std::function<void(const BlockPair<R>& block)>;

/// Makes the solver of the pair whose first slice is `first`. `known` must outlive it and hold the
/// slices that conversions from the pair lead to; no slice may be added or removed meanwhile.
template <Rules R>
EndingBlockSolver<R> ending_block_solver(Solver solver, const Material& first,
                                         const KnownEndings<R>& known);

/// Bytes that solving one block of a slice takes in addition to its outcomes.
template <Rules R>
std::uint64_t bytes_to_solve_endings(Solver solver, const Material& m);

/// Fills in the endings of positions with a capture in the slice `m`, which was read from tables:
/// these do not hold them. Requires that every slice that its captures lead to is known.
template <Rules R>
void fill_captures(KnownEndings<R>& known, const Material& m);

}  // namespace damiera
