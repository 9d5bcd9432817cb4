// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "generator/plan/stage.h"

namespace damiera {

/// The cost of a job, estimated from earlier builds.
struct JobCost {
  std::uint64_t positions = 0;     ///< of both slices of the pair
  std::uint64_t memory = 0;        ///< bytes held at the peak, without a bound
  std::uint64_t least_memory = 0;  ///< the part of `memory` that cannot be kept in files
  std::uint64_t bytes_read = 0;    ///< of the tables that a process with empty memory reads
  std::uint64_t bytes_written = 0;
  double seconds = 0;          ///< of one core, to solve and to write
  double seconds_to_read = 0;  ///< of one core, where nothing that it looks up is in memory

  /// Seconds of one core, for a separate process that starts with empty memory.
  double seconds_alone() const { return seconds + seconds_to_read; }
};

/// The unit of work: a pair of slices, and which of its tables are made together. A job is data: a
/// process with threads, a Makefile or the scheduler of a cluster may run it.
struct Job {
  SlicePair pair;
  Stage stage;
  std::vector<std::size_t> needs;  ///< numbers of jobs of the same plan that must be finished
  std::vector<TableId> inputs;     ///< tables it may read: they exist, or earlier jobs make them
  std::vector<TableId> outputs;
  JobCost cost;
};

/// "KKMvK", "KKMvK.count40" or "KKMvK.dtw": the name of a job among the jobs of its game.
std::string name(const Job& job);

/// The jobs that a build still has to do, each after those that it needs. Their `inputs` and
/// `needs` are empty, because finding them takes long if there are many pieces.
std::vector<Job> list_jobs(const BuildOptions& options);

/// The jobs of list_jobs() with `inputs` and `needs`. A need is left out if another need of the
/// same job needs it.
std::vector<Job> plan_jobs(const BuildOptions& options);

/// The cost of solving a part of a job's pair and writing it to a chunk file. The part has `share`
/// of the pair's men blocks, and reads the share `below` from other chunks. Requires that the job
/// has its inputs.
JobCost cost_of_chunk(const BuildOptions& options, const Job& job, double share, double below);

/// The cost of making the tables of a job from all its chunks.
JobCost cost_of_join(const BuildOptions& options, const Job& job);

/// The tables that a job reads and that are in none of the folders.
std::vector<TableId> missing_inputs(const BuildOptions& options, const Job& job);

/// The tables in `options.folder` that jobs read, although their values are stored for the flipped
/// slice alone, and no planes of them are kept. Such a job would fail.
std::set<TableId> one_sided_inputs(const BuildOptions& options, std::span<const Job> plan);

}  // namespace damiera
