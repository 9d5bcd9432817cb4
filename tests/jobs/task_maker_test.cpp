#include "apps/jobs/task_maker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "generator/plan/chunk_groups.h"

namespace damiera {
namespace {

class TaskMakerTest : public testing::Test {
 protected:
  TaskMakerTest() {
    for (int n = 2; n <= 3; ++n)
      for (const Material& m : slices_of(n, rules_of(wanted.variant))) wanted.slices.push_back(m);
    plan = plan_jobs(wanted);
  }
  std::vector<Task> tasks(std::span<const JobGroup> groups, std::uint64_t memory = 0) const {
    return TaskMaker{.wanted = wanted,
                     .plan = plan,
                     .memory = memory,
                     .arguments = [](const Stage&) { return std::string{" --these"}; }}
        .tasks(groups);
  }

  BuildOptions wanted{.variant = Variant::english,
                      .slices = {},
                      .dtc = false,
                      .folder = "/t/./u",
                      .also_read = {},
                      .threads = 2};
  std::vector<Job> plan;
};

TEST_F(TaskMakerTest, MakesACommandOfEachGroup) {
  const auto made = tasks(group_jobs(plan, 0));
  ASSERT_EQ(made.size(), plan.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const std::string pair = name(plan[i].pair.first);
    EXPECT_EQ(made[i].id, pair);
    EXPECT_EQ(made[i].command, "\"${DAMIERA:-damiera}\" build english --pair " + pair + " --these");
    EXPECT_NE(std::ranges::find(made[i].outputs, "/t/u/english/" + pair + ".wdl"),
              made[i].outputs.end());
    EXPECT_EQ(made[i].outputs.size(), plan[i].outputs.size());
    EXPECT_EQ(made[i].needs.size(), plan[i].needs.size());
    for (const std::string& need : made[i].needs)
      EXPECT_TRUE(std::any_of(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(i),
                              [&](const Task& before) { return before.id == need; }));
    EXPECT_FALSE(made[i].is_damaged);
    EXPECT_EQ(made[i].seconds, plan[i].cost.seconds_alone() / 2);
  }
}

TEST_F(TaskMakerTest, PutsPairsOfAGroupIntoOneCommand) {
  const auto made = tasks(group_jobs(plan, 1e9));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].id, name(plan[0]) + "+" + std::to_string(plan.size() - 1));
  EXPECT_EQ(made[0].pairs.size(), plan.size());
  EXPECT_NE(made[0].command.find(" --pair " + made[0].pairs[0] + "," + made[0].pairs[1] + ","),
            std::string::npos);
}

TEST_F(TaskMakerTest, KnowsChunksAndTheirJoin) {
  const auto cut = cut_groups(wanted, plan, group_jobs(plan, 0), 1e-9);
  const auto made = tasks(cut, 1 << 20);
  const auto chunk = std::ranges::find(made, Unit::chunk, &Task::unit);
  const auto join = std::ranges::find(made, Unit::join, &Task::unit);
  ASSERT_NE(chunk, made.end());
  ASSERT_NE(join, made.end());
  EXPECT_NE(chunk->command.find(" --level " + chunk->level + " --chunk " + chunk->chunk),
            std::string::npos)
      << chunk->command;
  EXPECT_EQ(chunk->outputs.size(), 1U);
  EXPECT_TRUE(join->command.starts_with("\"${DAMIERA:-damiera}\" join english --pair "));
  EXPECT_EQ(join->memory, 1U << 20);
}

TEST_F(TaskMakerTest, KnowsWhatIsDamaged) {
  wanted.unsound = {plan[1].outputs.front()};
  const auto made = tasks(group_jobs(plan, 0));
  for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(made[i].is_damaged, i == 1);
}

}  // namespace
}  // namespace damiera
