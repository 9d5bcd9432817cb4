#include "generator/build.h"

#include <algorithm>

#include "data/folder/disk_space.h"
#include "data/folder/folder_lock.h"
#include "data/folder/manifest.h"
#include "data/packing_cost.h"
#include "generator/build_setup.h"
#include "generator/job_levels.h"
#include "generator/planes/kept_planes.h"
#include "generator/prepare_folder.h"
#include "generator/run_jobs.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

// Checks that the disk has room for the tables, and for the data that does not fit into memory.
Result<void> check_space(const BuildOptions& options, const BuildEstimate& needed) {
  if (!options.check_space) return {};
  std::uint64_t bytes = needed.disk;
  if (options.memory != 0 && needed.memory > options.memory)
    bytes += needed.memory - options.memory;
  return expect_space(options.folder, bytes);
}

std::uint64_t positions_of(const std::vector<Job>& jobs) {
  std::uint64_t positions = 0;
  for (const Job& job : jobs) positions += job.cost.positions;
  return positions;
}

// Checks that the tables which jobs read and no job makes are there.
Result<void> check_inputs(const BuildOptions& options, const std::vector<Job>& jobs) {
  std::set<TableId> missing;
  for (const Job& job : jobs)
    for (const TableId& id : missing_inputs(options, job)) missing.insert(id);
  for (const Job& job : jobs)
    for (const TableId& id : job.outputs) missing.erase(id);
  std::vector<std::string> names;
  for (const TableId& id : missing) names.push_back(name(id));
  return expect_none_missing("table", names);
}

// Positions of the wanted pairs and the pairs that they depend on, once for each stage.
std::uint64_t positions_planned(const BuildOptions& options) {
  std::uint64_t positions = 0;
  for (const SlicePair& pair : planned_pairs(options))
    for (const Material& m : std::set{pair.first, pair.second})
      positions += count_positions(m, rules_of(options.variant));
  return stages(options).size() * positions;
}

Result<BuildReport> run(const BuildOptions& options, const std::vector<Job>& jobs,
                        const ListTables& list,
                        const std::function<bool(const BuildProgress&)>& progress) {
  BuildReport report{};
  const auto all = stages(options).size() * planned_pairs(options).size();
  report.pairs_found = static_cast<int>(all - jobs.size());
  const std::uint64_t positions = positions_of(jobs);
  ProgressReporter reporter{progress, positions, static_cast<int>(jobs.size()),
                            positions_planned(options) - positions, report.pairs_found};
  if (auto done = run_jobs(options, jobs, list, reporter, report); !done) return done.error();
  if (!reporter.stopped()) remove_planes_of_plan(options);
  return report;
}

BuildEstimate estimate_of(const BuildOptions& options, const std::vector<Job>& jobs) {
  BuildEstimate e{static_cast<int>(jobs.size()), positions_of(jobs), 0, 0, 0, 0};
  for (const Job& job : jobs) {
    e.memory = std::max(e.memory, job.cost.memory);
    e.least_memory = std::max(e.least_memory, job.cost.least_memory);
    e.disk += job.cost.bytes_written;
    e.seconds += job.cost.seconds / threads(options);
  }
  return e;
}

ListTables list_in(Manifest& manifest) {
  return [&](const Job&, std::span<const TableId> tables) { return manifest.add(tables); };
}

// A single job does not wait for other jobs, and does not read their tables to list them.
ListTables list_apart_in(const BuildOptions& options) {
  return [&](const Job& job, std::span<const TableId> tables) {
    return list_apart(options.folder, options.variant, name(job), tables);
  };
}

// Divides the memory between solving and packing, which gets half of it at most, if that suffices.
void leave_memory_for_packing(BuildOptions& options, const std::vector<Job>& jobs) {
  if (!options.profile || options.memory == 0) return;
  std::vector<TableId> tables;
  for (const Job& job : jobs) tables.insert(tables.end(), job.outputs.begin(), job.outputs.end());
  const PackingBounds bounds = packing_bounds(tables, *options.profile);
  options.packing_memory = std::max(bounds.least, std::min(bounds.most, options.memory / 2));
  options.memory -= std::min(options.packing_memory, options.memory - 1);
}

Result<BuildReport> build_in_arena(BuildOptions options,
                                   const std::function<bool(const BuildProgress&)>& progress) {
  if (auto prepared = prepare_folder(options); !prepared) return prepared.error();
  const auto jobs = options.only ? plan_jobs(options) : list_jobs(options);
  remove_levels_of_finished(options, jobs);
  if (options.only && !options.join)
    if (auto there = check_inputs(options, jobs); !there) return there.error();
  if (auto room = check_space(options, estimate_of(options, jobs)); !room) return room.error();
  leave_memory_for_packing(options, jobs);
  if (options.only) return run(options, jobs, list_apart_in(options), progress);
  auto manifest = Manifest::open(options.folder, options.variant);
  if (!manifest) return manifest.error();
  auto report = run(options, jobs, list_in(*manifest), progress);
  // Removes the lock file that jobs share, unless other processes have jobs there.
  (void)FolderLock::take(options.folder, options.variant, options.who);
  return report;
}

}  // namespace

Result<BuildReport> build(const BuildOptions& asked,
                          const std::function<bool(const BuildProgress&)>& progress) {
  assert(asked.dtc || asked.count == 0);
  assert(!asked.join || (asked.only && asked.count == 0 && !asked.dtw));
  if (auto playable = check_slices(asked); !playable) return playable.error();
  const BuildOptions options = with_owner(asked);
  return in_arena(threads(options), [&] { return build_in_arena(options, progress); });
}

Result<BuildEstimate> estimate(const BuildOptions& asked) {
  if (auto playable = check_slices(asked); !playable) return playable.error();
  const BuildOptions options = with_owner(asked);
  return estimate_of(options, list_jobs(options));
}

}  // namespace damiera
