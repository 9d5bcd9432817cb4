// SPDX-License-Identifier: MIT
#pragma once

#include "generator/pair_work.h"

namespace damiera {

/// Solves pairs of slices: block by block, in the order that is fastest for the pair. Thread-safe.
template <Rules R>
class PairSolver {
 public:
  /// `max_plies` as for block_solver().
  explicit PairSolver(Solver solver, int max_plies = Outcome::max_plies)
      : solver_{solver}, max_plies_{max_plies} {}

  /// Solves a pair as PairWork::solve() does. Each thread holds a batch of at most `batch_bytes`.
  bool operator()(PairWork<R>& work, KnownValues<R>& known,
                  const typename PairWork<R>::Solved& solved,
                  std::uint64_t batch_bytes = most_batch_bytes) const;

  /// Whether blocks are solved in the order of a list of all of them.
  static bool lists_blocks(Solver solver, const SlicePair& pair) {
    return solver == Solver::plain || pair.first.kings() > 0;
  }
  /// Bytes that each block or batch takes while it is being solved, in addition to what is kept of
  /// the pair.
  static std::uint64_t bytes_for_block(Solver solver, const SlicePair& pair, Keep keep,
                                       std::uint64_t batch_bytes) {
    const std::size_t blocks = batch(solver, pair, keep, batch_bytes);
    return bytes_to_solve<R>(solver, pair.first, blocks) +
           (needs_no_outcomes(solver, pair, keep)
                ? 0
                : blocks * PairWork<R>::bytes_to_solve_block(pair, keep));
  }
  /// How many blocks or batches `threads` threads work on at once.
  static int blocks_at_once(Solver solver, const SlicePair& pair, Keep keep, int threads) {
    return are_large(solver, pair, keep) ? 1 : threads;
  }

 private:
  // Whether the blocks of a pair are solved one at a time.
  static bool are_large(Solver solver, const SlicePair& pair, Keep keep) {
    return pair.first.men() == 0 ||
           bytes_to_solve<R>(solver, pair.first) + PairWork<R>::bytes_to_solve_block(pair, keep) >
               large_block;
  }
  // How many blocks are solved together.
  static std::size_t batch(Solver solver, const SlicePair& pair, Keep keep,
                           std::uint64_t batch_bytes) {
    if (solver == Solver::plain || are_large(solver, pair, keep)) return 1;
    return batch_size<R>(pair.first, batch_bytes);
  }
  // Whether only values are kept, so that the lane solver can write them straight into bit planes.
  static bool needs_no_outcomes(Solver solver, const SlicePair& pair, Keep keep) {
    return solver == Solver::lanes && keep == Keep::values && are_large(solver, pair, keep);
  }

  Solver solver_;
  int max_plies_;
};

}  // namespace damiera
