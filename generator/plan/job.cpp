#include "generator/plan/job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "data/folder/catalogue.h"
#include "data/folder/planes_folder.h"
#include "data/packing_cost.h"
#include "generator/job_solver.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

// Bytes of a position on disk, by the difference in the number of pieces: 0 or 1; 2; 3 or more.
// With a larger difference more positions are won, and tables are smaller.
using Sizes = std::array<double, 3>;

// What a position costs, rounded up from builds of all slices to 5 pieces on 8x8 (to 4 on 10x10, to
// 6 where there are no kings), and of Italian values of 6 to 8 pieces.
struct Rates {
  double seconds;  ///< on one core
  Sizes wdl, dtc;
  double dtw_seconds, dtw_bytes;
};

constexpr Rates measured_rates(const Rules& rules) {
  if (!rules.kings_play())
    return {250e-9, {0.027, 0.012, 0.006}, {0.002, 0.002, 0.001}, 250e-9, 0.1};
  if (rules.flying_kings) {
    constexpr Sizes dtc{0.066, 0.071, 0.061};
    if (rules.goal == Goal::no_move_wins) return {90e-9, {0.05, 0.05, 0.05}, dtc, 140e-9, 0.13};
    return {90e-9, {0.057, 0.036, 0.004}, dtc, 140e-9, 0.13};
  }
  if (rules.goal == Goal::no_move_wins)
    return {50e-9, {0.132, 0.04, 0.031}, {0.13, 0.07, 0.06}, 80e-9, 0.3};
  return {50e-9, {0.064, 0.011, 0.001}, {0.067, 0.023, 0.011}, 80e-9, 0.3};
}

// Reading a position back from its table, and finding its captures again.
constexpr double seconds_to_read = 28e-9;

// Reading a position back from kept planes, and keeping a position in planes.
constexpr double seconds_to_read_planes = 0.6e-9, seconds_to_keep_planes = 1e-9;
constexpr double bytes_of_planes = 0.1;

// Bytes of a position in a chunk file, of values and of distances; and the seconds in which joining
// reads a position from chunks and makes its tables. Rounded up from pairs of 5 pieces.
constexpr double bytes_of_chunks = 0.1, bytes_of_chunks_of_distances = 0.2;
constexpr double seconds_to_join = 10e-9;

double bytes_a_position(const Rates& rates, const Material& m, Metric metric) {
  if (metric == Metric::dtw) return rates.dtw_bytes;
  const Sizes& sizes = holds_values(metric) ? rates.wdl : rates.dtc;
  const int more = std::abs(m.mine() - m.theirs());
  return sizes[static_cast<std::size_t>(std::clamp(more - 1, 0, 2))];
}

std::vector<TableId> inputs_of(const BuildOptions& options, const SlicePair& pair,
                               const Stage& stage) {
  std::vector<TableId> inputs;
  const auto add = [&](const Material& m, Metric metric, int count = 0) {
    inputs.push_back({options.variant, m, metric, count});
  };
  if (stage.count != 0 || stage.is_of_endings())
    for (const Material& m : std::set{pair.first, pair.second}) {
      add(m, Metric::wdl);
      if (stage.count != 0) add(m, Metric::dtc);
    }
  for (const Material& m : read_for(pair, rules_of(options.variant).kings_play())) {
    add(m, Metric::wdl);
    if (stage.count != 0) add(m, Metric::counted_wdl, stage.count);
    if (stage.is_of_endings()) add(m, Metric::dtw);
  }
  return inputs;
}

std::vector<TableId> outputs_of(const BuildOptions& options, const SlicePair& pair,
                                const Stage& stage) {
  std::vector<TableId> outputs;
  for (const Material& m : std::set{pair.first, pair.second})
    for (const Metric metric : stage.metrics)
      outputs.push_back(stage.table(options.variant, m, metric));
  return outputs;
}

// Bytes of a table, with what file systems round up to.
std::uint64_t bytes_of(const BuildOptions& options, const TableId& id, const Rates& rates) {
  const double share = options.profile ? packed_share(id.metric, *options.profile) : 1;
  return 4096 + static_cast<std::uint64_t>(static_cast<double>(positions_of(id)) *
                                           bytes_a_position(rates, id.material, id.metric) * share);
}

bool keeps_planes(const BuildOptions& options, const Stage& stage) {
  return options.keep_planes && !stage.is_of_endings();
}

// Bytes of kept planes.
std::uint64_t bytes_of_planes_of(std::uint64_t positions) {
  return 4096 + static_cast<std::uint64_t>(static_cast<double>(positions) * bytes_of_planes);
}

// Tables are packed one after the other, while the next pair may be solved.
void add_cost_of_packing(const BuildOptions& options, Job& job) {
  for (const TableId& id : job.outputs)
    job.cost.seconds += packing_seconds(id, *options.profile, options.effort);
  const PackingBounds memory = packing_bounds(job.outputs, *options.profile);
  job.cost.memory += memory.most;
  job.cost.least_memory += memory.least;
}

JobMemory memory_of(const BuildOptions& options, const Job& job) {
  return with_moves(options.variant,
                    [&]<Rules R>() { return memory_for<R>(options, job.pair, job.stage); });
}

// Without the time to keep planes.
double seconds_to_solve(const Rates& rates, const Job& job, std::uint64_t positions) {
  return static_cast<double>(positions) *
         (job.stage.is_of_endings() ? rates.dtw_seconds : rates.seconds);
}

// The cost of a job without the cost of reading its inputs.
JobCost cost_of(const BuildOptions& options, const Job& job) {
  const Rules& rules = rules_of(options.variant);
  const Rates rates = measured_rates(rules);
  const JobMemory memory = memory_of(options, job);
  JobCost cost{.memory = memory.most, .least_memory = memory.least};
  cost.positions =
      count_positions(job.pair.first, rules) * static_cast<std::uint64_t>(job.pair.slices());
  cost.seconds = seconds_to_solve(rates, job, cost.positions);
  for (const TableId& id : job.outputs) cost.bytes_written += bytes_of(options, id, rates);
  if (keeps_planes(options, job.stage)) {
    cost.bytes_written += bytes_of_planes_of(cost.positions);
    cost.seconds += static_cast<double>(cost.positions) * seconds_to_keep_planes;
  }
  return cost;
}

std::uint64_t bytes_of_chunks_of(const Job& job, double share) {
  const double a_position =
      job.stage.keep() == Keep::values ? bytes_of_chunks : bytes_of_chunks_of_distances;
  return 4096 +
         static_cast<std::uint64_t>(static_cast<double>(job.cost.positions) * share * a_position);
}

// The share of what a pair looks up that is read from planes by a chunk with this share of the
// pair's men blocks. Rounded up from chunks of Italian 6 and international 5 pieces: 0.0015 of the
// blocks look up 2 to 4 %, 0.1 of them 25 %, and 0.45 of them 80 %.
double share_looked_up(double blocks) { return std::min(1.0, 1.25 * std::sqrt(blocks)); }

void add_cost_of_planes(const Rules& rules, Job& job) {
  for (const Material& m : looked_up(job.pair, rules.kings_play())) {
    const std::uint64_t positions = count_positions(m, rules);
    job.cost.bytes_read += bytes_of_planes_of(positions);
    job.cost.seconds_to_read += static_cast<double>(positions) * seconds_to_read_planes;
  }
}

void add_cost_of_tables(const BuildOptions& options, Job& job) {
  const Rates rates = measured_rates(rules_of(options.variant));
  for (const TableId& id : job.inputs) {
    job.cost.bytes_read += bytes_of(options, id, rates);
    job.cost.seconds_to_read += static_cast<double>(positions_of(id)) * seconds_to_read;
  }
}

void add_inputs(const BuildOptions& options, Job& job) {
  job.inputs = inputs_of(options, job.pair, job.stage);
  if (keeps_planes(options, job.stage))
    add_cost_of_planes(rules_of(options.variant), job);
  else
    add_cost_of_tables(options, job);
}

// Removes from the needs of each job all jobs that another of its needs needs, directly or not.
void drop_indirect_needs(std::vector<Job>& jobs) {
  std::vector<std::vector<bool>> all_needs;
  for (Job& job : jobs) {
    std::vector<bool> reached(jobs.size());
    std::vector<std::size_t> direct;
    std::ranges::sort(job.needs, std::greater{});  // later jobs may need earlier ones
    for (const std::size_t need : job.needs) {
      if (reached[need]) continue;
      direct.push_back(need);
      reached[need] = true;
      for (std::size_t i = 0; i < need; ++i) reached[i] = reached[i] || all_needs[need][i];
    }
    job.needs.assign(direct.rbegin(), direct.rend());
    all_needs.push_back(std::move(reached));
  }
}

}  // namespace

std::string name(const Job& job) {
  std::string text = name(job.pair.first);
  if (job.stage.count != 0) text += ".count" + std::to_string(job.stage.count);
  if (job.stage.is_of_endings()) text += ".dtw";
  return text;
}

std::vector<Job> list_jobs(const BuildOptions& options) {
  std::vector<Job> jobs;
  for (const Stage& stage : stages(options))
    for (const SlicePair& pair : pairs_to_build(options, stage)) {
      Job job{.pair = pair, .stage = stage, .needs = {}, .inputs = {}, .outputs = {}, .cost = {}};
      job.outputs = outputs_of(options, pair, stage);
      job.cost = cost_of(options, job);
      if (options.profile) add_cost_of_packing(options, job);
      jobs.push_back(std::move(job));
    }
  return jobs;
}

std::vector<Job> plan_jobs(const BuildOptions& options) {
  std::vector<Job> jobs = list_jobs(options);
  std::map<TableId, std::size_t> makers;
  for (std::size_t n = 0; n < jobs.size(); ++n) {
    Job& job = jobs[n];
    add_inputs(options, job);
    for (const TableId& id : job.inputs)
      if (const auto maker = makers.find(id); maker != makers.end())
        job.needs.push_back(maker->second);
    for (const TableId& id : job.outputs) makers[id] = n;
  }
  drop_indirect_needs(jobs);
  return jobs;
}

JobCost cost_of_chunk(const BuildOptions& options, const Job& job, double share, double below) {
  const auto positions = static_cast<double>(job.cost.positions);
  const double read = keeps_planes(options, job.stage) ? share_looked_up(share) : 1;
  const JobMemory memory = with_moves(options.variant, [&]<Rules R>() {
    return memory_for_chunk<R>(options, job.pair, job.stage, share + below, read);
  });
  JobCost cost = job.cost;
  cost.positions = static_cast<std::uint64_t>(std::llround(positions * share));
  cost.memory = memory.most;
  cost.least_memory = memory.least;
  cost.bytes_read = static_cast<std::uint64_t>(static_cast<double>(cost.bytes_read) * read) +
                    bytes_of_chunks_of(job, below);
  cost.bytes_written = bytes_of_chunks_of(job, share);
  cost.seconds = seconds_to_solve(measured_rates(rules_of(options.variant)), job, cost.positions);
  cost.seconds_to_read = cost.seconds_to_read * read + positions * below * seconds_to_read_planes;
  return cost;
}

JobCost cost_of_join(const BuildOptions& options, const Job& job) {
  BuildOptions joining = options;
  joining.join = true;
  const JobMemory solving = memory_of(options, job), memory = memory_of(joining, job);
  const std::uint64_t positions = job.cost.positions;
  JobCost cost = job.cost;
  cost.memory += memory.most - solving.most;
  cost.least_memory += memory.least - solving.least;
  cost.bytes_read = bytes_of_chunks_of(job, 1);
  cost.seconds -= seconds_to_solve(measured_rates(rules_of(options.variant)), job, positions);
  cost.seconds_to_read = static_cast<double>(positions) * seconds_to_join;
  return cost;
}

std::vector<TableId> missing_inputs(const BuildOptions& options, const Job& job) {
  std::vector<TableId> missing;
  for (const TableId& id : job.inputs)
    if (!find_table(options, id)) missing.push_back(id);
  return missing;
}

std::set<TableId> one_sided_inputs(const BuildOptions& options, std::span<const Job> plan) {
  const auto& planes = options.planes.empty() ? options.folder : options.planes;
  const auto has_planes = [&](const TableId& id) {
    std::error_code none;
    return std::filesystem::exists(planes_path(planes, id), none);
  };
  std::set<TableId> made, one_sided;
  for (const Job& job : plan) made.insert(job.outputs.begin(), job.outputs.end());
  for (const Job& job : plan)
    for (const TableId& id : job.inputs)
      if (!made.contains(id) && coding_of(options.folder, id) == Coding::searched &&
          !has_planes(id))
        one_sided.insert(id);
  return one_sided;
}

}  // namespace damiera
