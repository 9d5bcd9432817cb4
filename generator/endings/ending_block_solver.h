// SPDX-License-Identifier: MIT
#pragma once

#include "generator/block_solver.h"
#include "generator/known_endings.h"

namespace damiera {

/// Solves a block with plies to the end of the game: afterwards all its outcomes are decided.
/// Thread-safe for blocks of the same number of steps to go.
template <Rules R>
using EndingBlockSolver = std::function<void(const BlockPair<R>& block)>;

/// For the blocks of one pair of slices, of which `first` is the first. `known` outlives it and has
/// what conversions from the pair lead to; meanwhile no slice is added or removed.
template <Rules R>
EndingBlockSolver<R> ending_block_solver(Solver solver, const Material& first,
                                         const KnownEndings<R>& known);

/// Bytes that solving one block of a slice takes beside its outcomes.
template <Rules R>
std::uint64_t bytes_to_solve_endings(Solver solver, const Material& m);

/// Puts the endings of positions with a capture into the slice `m`, read from tables, which do not
/// hold them. Requires that every slice that its captures lead to is known.
template <Rules R>
void fill_captures(KnownEndings<R>& known, const Material& m);

}  // namespace damiera
