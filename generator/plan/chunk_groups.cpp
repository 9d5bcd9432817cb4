#include "generator/plan/chunk_groups.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "generator/levels/level_sizes.h"

namespace damiera {

namespace {

bool can_be_cut(const BuildOptions& options, const Job& job) {
  return job.stage.count == 0 && !job.stage.is_of_endings() && job.pair.first.kings() > 0 &&
         job.pair.first.men() > 0 && std::ranges::none_of(job.outputs, [&](const TableId& id) {
           return options.unsound.contains(id);
         });
}

std::uint64_t total(std::span<const std::uint64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::uint64_t{0});
}

/// Copies groups, and cuts those that take too long.
class GroupCutter {
 public:
  GroupCutter(const BuildOptions& options, std::span<const Job> plan, double seconds)
      : options_{options}, plan_{plan}, seconds_{seconds} {}

  std::vector<JobGroup> cut(std::span<const JobGroup> groups) {
    for (const JobGroup& group : groups) {
      std::vector<std::size_t> needs;
      for (const std::size_t need : group.needs) needs.push_back(last_of_[need]);
      add_all(group, std::move(needs));
      last_of_.push_back(cut_.size() - 1);
    }
    return std::move(cut_);
  }

 private:
  void add(JobGroup group, std::vector<std::size_t> needs) {
    group.wave = 0;
    for (const std::size_t need : needs) group.wave = std::max(group.wave, cut_[need].wave + 1);
    group.needs = std::move(needs);
    cut_.push_back(std::move(group));
  }

  void add_all(const JobGroup& group, std::vector<std::size_t> needs) {
    const Job& job = plan_[group.jobs.front()];
    if (group.cost.seconds_alone() <= seconds_ || group.jobs.size() > 1 ||
        !can_be_cut(options_, job))
      return add(group, std::move(needs));
    const auto blocks = level_blocks(job.pair, rules_of(options_.variant));
    const auto chunks = cut_levels(blocks, most_blocks(job, total(blocks)));
    if (chunks.size() == 1) return add(group, std::move(needs));
    add_chunks(job, group, blocks, chunks, needs);
    JobGroup join = group;
    join.is_join = true;
    join.cost = cost_of_join(options_, job);
    add(std::move(join), std::move(needs));
  }

  // `needs` becomes the chunks of the last level.
  void add_chunks(const Job& job, const JobGroup& group, std::span<const std::uint64_t> blocks,
                  std::span<const LevelChunk> chunks, std::vector<std::size_t>& needs) {
    const auto all = static_cast<double>(total(blocks));
    std::vector<std::size_t> level;
    for (const LevelChunk& chunk : chunks) {
      level.push_back(cut_.size());
      add({.jobs = group.jobs,
           .needs = {},
           .outputs = {},
           .cost = cost_of_chunk(options_, job, blocks_of(blocks, chunk) / all,
                                 blocks_below(blocks, chunk) / all),
           .chunk = chunk},
          needs);
      if (chunk.part == chunk.parts) needs = std::exchange(level, {});
    }
  }

  // The most men blocks of a chunk. In a pair that is one slice, half of the blocks are not solved;
  // so a chunk has at least two, and none is empty.
  double most_blocks(const Job& job, std::uint64_t all) const {
    return std::max(most_share(job) * static_cast<double>(all),
                    job.pair.is_one_slice() ? 2.0 : 1.0);
  }

  // The largest share of the blocks that can be solved in the time that is left after reading what
  // they look up, or in half of the time if reading takes most of it. By bisection.
  double most_share(const Job& job) const {
    double fits = 0, too_much = 1;
    for (int step = 0; step < 40; ++step) {
      const double share = std::midpoint(fits, too_much);
      const JobCost cost = cost_of_chunk(options_, job, share, 0);
      const double time = std::max(seconds_ - cost.seconds_to_read, seconds_ / 2);
      (cost.seconds <= time ? fits : too_much) = share;
    }
    return fits;
  }

  const BuildOptions& options_;
  std::span<const Job> plan_;
  const double seconds_;  // of one core
  std::vector<JobGroup> cut_;
  std::vector<std::size_t> last_of_;  // for each old group, the new group that makes its tables
};

}  // namespace

// Each chunk waits for all chunks of the level before it, so more parts would make long lists.
constexpr int most_parts = 500;

std::vector<LevelChunk> cut_levels(std::span<const std::uint64_t> blocks, double most) {
  std::vector<LevelChunk> chunks;
  double room = 0;  // in the last chunk, which has whole levels
  for (int level = 0; level < static_cast<int>(blocks.size()); ++level) {
    const auto size = static_cast<double>(blocks[static_cast<std::size_t>(level)]);
    if (size <= room) {
      chunks.back().last_level = level;
      room -= size;
      continue;
    }
    const int parts = static_cast<int>(std::min(std::ceil(size / most), double{most_parts}));
    for (int part = 1; part <= parts; ++part) chunks.push_back({level, level, part, parts});
    room = parts == 1 ? most - size : 0;
  }
  return chunks;
}

std::vector<JobGroup> cut_groups(const BuildOptions& options, std::span<const Job> plan,
                                 std::span<const JobGroup> groups, double seconds) {
  return GroupCutter{options, plan, seconds}.cut(groups);
}

}  // namespace damiera
