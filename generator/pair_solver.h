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
      : solver_{solver}, blocks_{block_solver<R>(solver, max_plies)} {}

  /// As PairWork::solve().
  void operator()(PairWork<R>& work, KnownValues<R>& known,
                  const std::function<bool(std::uint64_t)>& solved) const {
    if (!lists_blocks(solver_, work.pair()))
      work.solve_without_kings(known, solved);
    else if (needs_no_outcomes(solver_, work.pair(), work.keep()))
      work.solve_in_planes(blocks_, known, solved);
    else
      work.solve(blocks_, known, solved, blocks_at_once(solver_, work.pair(), work.keep(), 2) == 1);
  }

  /// Whether blocks are solved in the order of a list of all of them.
  static bool lists_blocks(Solver solver, const SlicePair& pair) {
    return solver == Solver::plain || pair.first.kings() > 0;
  }
  /// Bytes that each block in work takes beside what is kept of the pair.
  static std::uint64_t bytes_for_block(Solver solver, const SlicePair& pair, Keep keep) {
    return bytes_to_solve<R>(solver, pair.first) +
           (needs_no_outcomes(solver, pair, keep) ? 0
                                                  : PairWork<R>::bytes_to_solve_block(pair, keep));
  }
  /// How many blocks so many threads work on at once.
  static int blocks_at_once(Solver solver, const SlicePair& pair, Keep keep, int threads) {
    const bool large = bytes_for_block(solver, pair, keep) > large_block;
    return large || pair.first.men() == 0 ? 1 : threads;
  }

 private:
  // Of a block without men the values are all that is wanted, and lanes can do without more.
  static bool needs_no_outcomes(Solver solver, const SlicePair& pair, Keep keep) {
    return solver == Solver::lanes && keep == Keep::values && pair.first.men() == 0;
  }

  Solver solver_;
  BlockSolver<R> blocks_;
};

}  // namespace damiera
