// SPDX-License-Identifier: MIT
#pragma once

#include "generator/counts.h"
#include "generator/finished_values.h"
#include "generator/job_levels.h"
#include "generator/job_solver.h"
#include "generator/solved_pair.h"
#include "generator/solver_memory.h"

namespace damiera {

/// Solves for WDL and DTC, or for both under a draw-move limit. For a limit, the same solver starts
/// from values under the limit, and stops at the distance where the limit is reached.
template <Rules R>
class ValueJobs : public JobSolver {
  using Known = KnownValues<R>;

 public:
  /// Arguments as for job_solver().
  ValueJobs(const BuildOptions& options, const Stage& stage, std::span<const SlicePair> pairs)
      : options_{options},
        stage_{stage},
        solver_{options.solver, stage.count == 0 ? Outcome::max_plies : 2 * stage.count},
        finished_{options, stage, pairs,
                  [&options](const SlicePair& pair) { return needed(options, pair); }} {}

  static JobMemory memory_for(const BuildOptions& options, const SlicePair& pair,
                              const Stage& stage) {
    const SolverMemory<R> solver{options, pair, stage.keep()};
    std::uint64_t most = solver.most() + bytes_kept(pair, stage.keep());
    for (const Material& m : needed(options, pair)) most += Known::bytes_for(m);
    return {most, solver.least()};
  }

  /// The slices whose values solving the pair looks up. The plain solver looks through captures.
  static std::set<Material> needed(const BuildOptions& options, const SlicePair& pair) {
    return options.solver == Solver::plain ? read_for(pair, R.kings_play())
                                           : looked_up(pair, R.kings_play());
  }
  /// Bytes that are kept of a pair while it is solved.
  static std::uint64_t bytes_kept(const SlicePair& pair, Keep keep) {
    std::uint64_t bytes = PairWork<R>::bytes_for(pair, keep);
    for (const Material& m : std::set{pair.first, pair.second}) bytes += Known::bytes_for(m);
    return bytes;
  }

  /// Bytes of these that `blocks` men blocks of each slice touch.
  static std::uint64_t bytes_touched(const SlicePair& pair, Keep keep, std::uint64_t blocks) {
    std::uint64_t bytes = PairWork<R>::bytes_touched(pair, keep, blocks);
    for (const Material& m : std::set{pair.first, pair.second})
      bytes += Known::bytes_touched(m, blocks);
    return bytes;
  }

  bool needs_files(const Job& job) override {
    reserve(job.pair);
    return stage_.count != 0 || !finished_.are_known(job.pair) ||
           !finished_.memory().fits(bytes_kept(job.pair, stage_.keep()));
  }

  Result<std::optional<Solved>> solve(const Job& job, const Progress& progress) override {
    if (stage_.count != 0) {
      const auto same = is_as_without_count(options_, job);
      if (!same) return same.error();
      if (*same) {
        progress.solved(job.cost.positions);
        return std::optional{without_blocks(job)};
      }
    }
    if (auto prepared = prepare(job.pair); !prepared) return prepared.error();
    auto memory = finished_.memory().allocate(PairWork<R>::bytes_for(job.pair, stage_.keep()));
    if (!memory) return memory.error();
    const auto work = std::make_shared<PairWork<R>>(job.pair, stage_.keep(), std::move(*memory));
    SolvedLevels levels = levels_of(options_, job);
    work->keep_levels(levels, progress.found);
    if (!solver_(*work, finished_.known(), progress.solved, solver_memory(job.pair).batch_bytes()))
      return std::optional<Solved>{};
    finished_.finish(job.pair);
    return std::optional{SolvedPair<R>{work, finished_.known()}.all()};
  }

 private:
  Solved without_blocks(const Job& job) const {
    Solved solved;
    for (const Material& m : std::set{job.pair.first, job.pair.second})
      solved.slices.push_back({m, count_positions(m, R), {}});
    return solved;
  }

  SolverMemory<R> solver_memory(const SlicePair& pair) const {
    return {options_, pair, stage_.keep()};
  }
  void reserve(const SlicePair& pair) { finished_.memory().reserve(solver_memory(pair).bytes()); }

  Result<void> prepare(const SlicePair& pair) {
    reserve(pair);
    return finished_.make_known(pair, bytes_kept(pair, stage_.keep()));
  }

  const BuildOptions& options_;
  const Stage stage_;
  PairSolver<R> solver_;
  FinishedValues<R> finished_;
};

}  // namespace damiera
