// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "generator/plan/job.h"
#include "generator/solved.h"

namespace damiera {

/// Solves jobs of one stage of one game. From one job to the next, it keeps in memory the slices
/// that jobs look up. One thread at a time; works on the threads of the arena that it is called in.
class JobSolver {
 public:
  /// Functions that are called with numbers of positions, from any thread.
  struct Progress {
    std::function<bool(std::uint64_t positions)> solved;  ///< returns false to stop
    std::function<void(std::uint64_t positions)> found;   ///< positions that were solved before
  };

  virtual ~JobSolver() = default;

  /// Whether solving the job reads tables, or forgets values. Then the jobs solved before must be
  /// written first: solve() may neither read nor forget what is still being written.
  virtual bool needs_files(const Job& job) = 0;

  /// Reads the slices that are not in memory, and solves. Returns nothing if `progress` stopped it.
  /// The result refers to values that the solver holds. Errors: as for reading tables;
  /// out_of_memory; io.
  virtual Result<std::optional<Solved>> solve(const Job& job, const Progress& progress) = 0;
};

/// Makes a solver. It is defined in the file of each game, like all code compiled for one game: see
/// jobs.cpp.in. `options` must outlive the solver; `pairs` are the pairs of its jobs, in order.
template <Rules R>
std::unique_ptr<JobSolver> job_solver(const BuildOptions& options, const Stage& stage,
                                      std::span<const SlicePair> pairs);

/// Bytes that a job holds.
struct JobMemory {
  std::uint64_t most;   ///< at the peak, without a bound
  std::uint64_t least;  ///< the part of `most` that cannot be kept in files instead
};
template <Rules R>
JobMemory memory_for(const BuildOptions& options, const SlicePair& pair, const Stage& stage);

/// The same for a part of a pair that is solved as a chunk, which touches the share `share` of the
/// pair's men blocks, and the share `looked_up` of the kept planes that the pair looks up.
template <Rules R>
JobMemory memory_for_chunk(const BuildOptions& options, const SlicePair& pair, const Stage& stage,
                           double share, double looked_up);

}  // namespace damiera
