// Plans as data: jobs, groups of jobs, and how long they take on several machines.

#include "generator/plan/job.h"

#include "generator/plan/chunk_groups.h"
#include "generator/plan/job_group.h"
#include "generator/plan/schedule.h"
#include "tests/data/fixtures.h"
#include "tests/generator/builds.h"
#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

BuildOptions plan_options(Variant variant, int pieces, const std::filesystem::path& folder) {
  BuildOptions options = options_for(variant, folder, pieces);
  options.threads = 1;
  return options;
}

/// The jobs that must be finished before job `n`, directly or not.
std::set<std::size_t> all_needs(const std::vector<Job>& jobs, std::size_t n) {
  std::set<std::size_t> found;
  for (const std::size_t need : jobs[n].needs) {
    found.insert(need);
    found.merge(all_needs(jobs, need));
  }
  return found;
}

class JobPlan : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(JobPlan, NeedsAreAllThatMakesItsInputs) {
  auto options = plan_options(Variant::italian, 4, folder_.path());
  options.count = 40;
  options.dtw = true;
  const auto jobs = plan_jobs(options);
  EXPECT_EQ(jobs.size(), 3 * 23u);
  std::map<TableId, std::size_t> makers;
  for (std::size_t n = 0; n < jobs.size(); ++n) {
    const auto needs = all_needs(jobs, n);
    for (const TableId& id : jobs[n].inputs) {
      ASSERT_TRUE(makers.contains(id)) << name(id);  // made before
      EXPECT_TRUE(needs.contains(makers[id])) << name(jobs[n]) << " reads " << name(id);
    }
    for (const TableId& id : jobs[n].outputs) EXPECT_TRUE(makers.emplace(id, n).second) << name(id);
  }
}

TEST_F(JobPlan, NeedsHaveNoneThatOthersImply) {
  const auto jobs = plan_jobs(plan_options(Variant::english, 5, folder_.path()));
  for (const Job& job : jobs)
    for (const std::size_t need : job.needs)
      for (const std::size_t other : job.needs)
        EXPECT_FALSE(other != need && all_needs(jobs, other).contains(need)) << name(job);
}

TEST_F(JobPlan, NamesDiffer) {
  auto options = plan_options(Variant::english, 3, folder_.path());
  options.count = 50;
  options.dtw = true;
  std::set<std::string> names;
  for (const Job& job : plan_jobs(options)) names.insert(name(job));
  EXPECT_EQ(names.size(), 3 * 9u);
  EXPECT_TRUE(names.contains("MvKK"));
  EXPECT_TRUE(names.contains("MvKK.count50"));
  EXPECT_TRUE(names.contains("MvKK.dtw"));
}

TEST_F(JobPlan, HasOnlyWhatIsStillToDo) {
  auto options = plan_options(Variant::english, 2, folder_.path());
  ASSERT_TRUE(build(options, {}));
  options = plan_options(Variant::english, 3, folder_.path());
  const auto jobs = plan_jobs(options);
  EXPECT_EQ(jobs.size(), 6u);
  for (const Job& job : jobs) {
    EXPECT_EQ(job.pair.first.total(), 3);
    EXPECT_TRUE(job.needs.empty() || job.pair.first.men() > 0) << name(job);
  }
  // A damaged table counts as missing.
  options.unsound.insert({Variant::english, {0, 1, 0, 1}, Metric::dtc});
  EXPECT_EQ(plan_jobs(options).size(), 7u);
}

TEST_F(JobPlan, OfOnlySomePairsHasNoOthers) {
  auto options = plan_options(Variant::english, 2, folder_.path());
  options.slices = {*parse_material("KKvM")};
  options.only = true;
  const auto jobs = plan_jobs(options);
  ASSERT_EQ(jobs.size(), 1u);
  std::set<std::string> missing;
  for (const TableId& id : missing_inputs(options, jobs[0])) missing.insert(name(id));
  EXPECT_EQ(missing,
            (std::set<std::string>{"english/KKvK.wdl", "english/KvK.wdl", "english/KvM.wdl"}));
}

TEST_F(JobPlan, GroupsAreNeighboursWithTheirNeeds) {
  const auto jobs = plan_jobs(plan_options(Variant::english, 5, folder_.path()));
  const auto single = group_jobs(jobs, 0);
  EXPECT_EQ(single.size(), jobs.size());
  const auto groups = group_jobs(jobs, 2);
  EXPECT_LT(groups.size(), jobs.size());
  EXPECT_GT(groups.size(), 1u);
  std::size_t next = 0;
  std::uint64_t positions = 0;
  std::vector<std::size_t> group_of;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t job : groups[g].jobs) {
      EXPECT_EQ(job, next++);
      group_of.push_back(g);
      for (const std::size_t need : jobs[job].needs) {
        const auto& needs = groups[g].needs;
        EXPECT_TRUE(group_of[need] == g || std::ranges::count(needs, group_of[need]) == 1);
      }
    }
    EXPECT_TRUE(groups[g].jobs.size() == 1 || groups[g].cost.seconds <= 2);
    for (const std::size_t need : groups[g].needs) {
      EXPECT_LT(need, g);
      EXPECT_LT(groups[need].wave, groups[g].wave);
    }
    positions += groups[g].cost.positions;
  }
  EXPECT_EQ(next, jobs.size());
  for (const Job& job : jobs) positions -= job.cost.positions;
  EXPECT_EQ(positions, 0u);
}

// A group has in memory the tables that it makes and reads itself.
TEST_F(JobPlan, AGroupOfAllReadsNothing) {
  const auto jobs = plan_jobs(plan_options(Variant::english, 4, folder_.path()));
  const auto groups = group_jobs(jobs, 1e9);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].cost.seconds_to_read, 0);
  EXPECT_EQ(groups[0].cost.bytes_read, 0u);
  EXPECT_GT(group_jobs(jobs, 0).back().cost.seconds_to_read, 0);
}

TEST(CutLevels, PutsSmallLevelsTogetherAndCutsLargeOnes) {
  const std::vector<std::uint64_t> blocks{1, 2, 3, 10, 4, 1, 1};
  EXPECT_EQ(cut_levels(blocks, 4),
            (std::vector<LevelChunk>{
                {0, 1}, {2, 2}, {3, 3, 1, 3}, {3, 3, 2, 3}, {3, 3, 3, 3}, {4, 4}, {5, 6}}));
  EXPECT_EQ(cut_levels(blocks, 22), (std::vector<LevelChunk>{{0, 6}}));
  EXPECT_EQ(cut_levels(std::array<std::uint64_t, 1>{1'000'000}, 1).size(), 500U);
  EXPECT_EQ(cut_levels(std::span{blocks}.first(2), 1.9),
            (std::vector<LevelChunk>{{0, 0}, {1, 1, 1, 2}, {1, 1, 2, 2}}));
}

// A chunk of few men blocks looks up a small part of the planes, but tables are read whole.
TEST_F(JobPlan, AChunkReadsAPartOfThePlanes) {
  auto options = plan_options(Variant::english, 5, folder_.path());
  for (const bool keep_planes : {true, false}) {
    options.keep_planes = keep_planes;
    const Job job = plan_jobs(options).back();
    const auto cost = [&](double share) { return cost_of_chunk(options, job, share, 0); };
    EXPECT_EQ(cost(1).seconds_to_read, job.cost.seconds_to_read);
    const double part = cost(0.01).seconds_to_read / job.cost.seconds_to_read;
    if (keep_planes) {
      EXPECT_LT(part, 0.2);
      EXPECT_GT(part, 0.05);
      EXPECT_LT(cost(0.01).bytes_read, cost(0.1).bytes_read);
      EXPECT_LE(cost(0.01).memory, cost(1).memory);
    } else {
      EXPECT_EQ(part, 1);
    }
  }
}

// A chunk takes its share of the pair's time.
TEST_F(JobPlan, ChunksShareTheWorkOfAPair) {
  auto options = plan_options(Variant::english, 5, folder_.path());
  options.keep_planes = true;
  const auto jobs = plan_jobs(options);
  constexpr double seconds_of_chunk = 0.3;
  const auto whole = group_jobs(jobs, seconds_of_chunk);
  const auto cut = cut_groups(options, jobs, whole, seconds_of_chunk);
  EXPECT_GT(cut.size(), whole.size());
  std::map<std::size_t, double> seconds;
  std::size_t joins = 0;
  for (const JobGroup& group : cut) {
    if (group.chunk) {
      EXPECT_LE(group.cost.seconds_alone(), 1.1 * seconds_of_chunk) << name(*group.chunk);
      for (const std::size_t need : group.needs)
        EXPECT_TRUE(group.chunk->first_level == 0 ||
                    (cut[need].jobs == group.jobs && cut[need].chunk &&
                     cut[need].chunk->has_level(group.chunk->first_level - 1)))
            << name(*group.chunk);
      seconds[group.jobs[0]] += group.cost.seconds;
    }
    joins += group.is_join;
  }
  EXPECT_EQ(joins, seconds.size());
  for (const auto& [job, sum] : seconds) EXPECT_NEAR(sum, jobs[job].cost.seconds, sum / 10);
}

JobGroup group(double seconds, std::vector<std::size_t> needs) {
  JobGroup g;
  g.cost.seconds = seconds;
  g.needs = std::move(needs);
  return g;
}

TEST(Schedule, IsThatOfAFewGroupsByHand) {
  // 0 (3 s) and 1 (1 s) begin; 2 (5 s) waits for 1; 3 (1 s) for all.
  const std::vector groups{group(3, {}), group(1, {}), group(5, {1}), group(1, {0, 2})};
  const Schedule one = simulate(groups, 1, 1, 0);
  EXPECT_DOUBLE_EQ(one.all, 10);
  EXPECT_DOUBLE_EQ(one.work, 10);
  EXPECT_DOUBLE_EQ(one.critical, 7);
  EXPECT_DOUBLE_EQ(one.longest, 5);
  EXPECT_DOUBLE_EQ(simulate(groups, 2, 1, 0).all, 7);
  EXPECT_DOUBLE_EQ(simulate(groups, 64, 1, 0).all, 7);
  EXPECT_DOUBLE_EQ(simulate(groups, 1, 2, 0).all, 5);
  EXPECT_DOUBLE_EQ(simulate(groups, 2, 1, 10).all, 37);  // 11 + 15 + 11
  EXPECT_DOUBLE_EQ(simulate({}, 2, 1, 10).all, 0);
}

}  // namespace
}  // namespace damiera
