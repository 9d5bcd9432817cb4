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
    if (solver_ == Solver::lanes && work.pair().first.kings() == 0)
      work.solve_without_kings(known, solved);
    else
      work.solve(blocks_, known, solved);
  }

 private:
  Solver solver_;
  BlockSolver<R> blocks_;
};

}  // namespace damiera
