#include "generator/plan/job_group.h"

#include <algorithm>
#include <set>

#include "data/folder/catalogue.h"

namespace damiera {
namespace {

// The share, by positions, of the tables read by a group's jobs that none of these jobs makes.
double share_read(std::span<const Job> plan, const JobGroup& group) {
  const std::set<TableId> made{group.outputs.begin(), group.outputs.end()};
  std::set<TableId> seen;
  std::uint64_t all = 0, read = 0;
  for (const std::size_t n : group.jobs)
    for (const TableId& id : plan[n].inputs) {
      const std::uint64_t positions = positions_of(id);
      all += positions;
      if (!made.contains(id) && seen.insert(id).second) read += positions;
    }
  return all == 0 ? 0 : static_cast<double>(read) / static_cast<double>(all);
}

void add_job(const Job& job, std::size_t number, JobGroup& group) {
  group.jobs.push_back(number);
  group.outputs.insert(group.outputs.end(), job.outputs.begin(), job.outputs.end());
  JobCost& sum = group.cost;
  sum.positions += job.cost.positions;
  sum.memory = std::max(sum.memory, job.cost.memory);
  sum.least_memory = std::max(sum.least_memory, job.cost.least_memory);
  sum.bytes_read += job.cost.bytes_read;
  sum.bytes_written += job.cost.bytes_written;
  sum.seconds += job.cost.seconds;
  sum.seconds_to_read += job.cost.seconds_to_read;
}

const Stage& stage_of(std::span<const Job> plan, const JobGroup& group) {
  return plan[group.jobs.front()].stage;
}

// Needs of the group's jobs that are in other groups, each once.
void find_needs(std::span<const Job> plan, const std::vector<std::size_t>& group_of,
                std::vector<JobGroup>& groups, std::size_t number) {
  std::set<std::size_t> needs;
  for (const std::size_t job : groups[number].jobs)
    for (const std::size_t need : plan[job].needs) needs.insert(group_of[need]);
  needs.erase(number);
  groups[number].needs.assign(needs.begin(), needs.end());
  for (const std::size_t need : needs) {
    groups[number].wave = std::max(groups[number].wave, groups[need].wave + 1);
    const Stage& stage = stage_of(plan, groups[need]);
    if (!stage.is_of_endings() && stage == stage_of(plan, groups[number]))
      groups[need].is_looked_up = true;
  }
}

}  // namespace

std::vector<JobGroup> group_jobs(std::span<const Job> plan, double seconds) {
  std::vector<JobGroup> groups;
  std::vector<std::size_t> group_of;
  for (std::size_t n = 0; n < plan.size(); ++n) {
    const bool fits = !groups.empty() && stage_of(plan, groups.back()) == plan[n].stage &&
                      groups.back().cost.seconds_alone() + plan[n].cost.seconds_alone() <= seconds;
    if (!fits) groups.emplace_back();
    add_job(plan[n], n, groups.back());
    group_of.push_back(groups.size() - 1);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    find_needs(plan, group_of, groups, g);
    const double share = share_read(plan, groups[g]);
    JobCost& cost = groups[g].cost;
    cost.bytes_read = static_cast<std::uint64_t>(share * static_cast<double>(cost.bytes_read));
    cost.seconds_to_read *= share;
  }
  return groups;
}

}  // namespace damiera
