// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/folder/chunks_folder.h"
#include "generator/plan/job.h"

namespace damiera {

/// Jobs of one stage that one process runs, one after the other: the unit that a scheduler runs.
/// Each could run alone, but starting a process costs time, and so does reading tables that the job
/// before had in memory.
struct JobGroup {
  std::vector<std::size_t> jobs;   ///< numbers in the plan, in order
  std::vector<std::size_t> needs;  ///< numbers of earlier groups that must be finished
  std::vector<TableId> outputs;
  JobCost cost;  ///< sums, but the largest memory, and without reading tables that its own jobs
                 ///< make
  int wave = 0;  ///< groups of a wave do not need each other; in wave 0 they need none
  std::optional<LevelChunk> chunk;  ///< the part of its one job that is solved: see cut_groups()
  bool is_join = false;             ///< the tables of its one job are made from chunks
  bool is_looked_up = false;        ///< a later group of the stage reads values that this one finds
};

/// The jobs of a plan in groups of neighbours, each of at most `seconds` of one core unless it is a
/// single job. Groups of 0 seconds are single jobs.
std::vector<JobGroup> group_jobs(std::span<const Job> plan, double seconds);

}  // namespace damiera
