// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "generator/build.h"
#include "generator/pair_solver.h"
#include "generator/plan/stage.h"

namespace damiera {

/// The memory that the solver takes in addition to the outcomes and values that are kept: for the
/// list of blocks, and for the blocks or batches that are being solved.
template <Rules R>
class SolverMemory {
  using Solves = PairSolver<R>;

 public:
  /// `options` must outlive this.
  SolverMemory(const BuildOptions& options, const SlicePair& pair, Keep keep)
      : options_{options}, pair_{pair}, keep_{keep} {}

  /// Bytes if blocks are solved one at a time.
  std::uint64_t least() const { return with_batches_of(0); }
  /// Bytes if memory has no bound.
  std::uint64_t most() const { return with_batches_of(most_batch_bytes); }
  /// Bytes within BuildOptions::memory: least(), and batches in at most a quarter of the rest.
  std::uint64_t bytes() const { return with_batches_of(batch_bytes()); }
  /// The most bytes that one batch may take, so that all of them fit in bytes().
  std::uint64_t batch_bytes() const {
    if (options_.memory == 0) return most_batch_bytes;
    const std::uint64_t free = options_.memory - std::min(options_.memory, least());
    return std::min(most_batch_bytes, free / 4 / at_once());
  }

 private:
  std::uint64_t at_once() const {
    return static_cast<std::uint64_t>(
        Solves::blocks_at_once(options_.solver, pair_, keep_, threads(options_)));
  }
  std::uint64_t with_batches_of(std::uint64_t most_bytes) const {
    return (Solves::lists_blocks(options_.solver, pair_) ? PairWork<R>::bytes_to_list_blocks(pair_)
                                                         : PairWork<R>::bytes_to_list_men(pair_)) +
           at_once() * Solves::bytes_for_block(options_.solver, pair_, keep_, most_bytes);
  }

  const BuildOptions& options_;
  SlicePair pair_;
  Keep keep_;
};

}  // namespace damiera
