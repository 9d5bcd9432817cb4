#include "generator/progress_reporter.h"

#include <gtest/gtest.h>

#include <thread>

namespace damiera {
namespace {

const SlicePair some_pair{{0, 2, 0, 1}, {0, 1, 0, 2}};

TEST(ProgressReporter, TellsWhereTheBuildStands) {
  std::vector<BuildProgress> told;
  const ProgressReporter::Callback callback = [&](const BuildProgress& p) {
    told.push_back(p);
    return true;
  };
  ProgressReporter reporter{callback, 100, 3};
  reporter.begin(some_pair, "solving");
  EXPECT_TRUE(reporter.solved(40));
  EXPECT_TRUE(reporter.solved(2));
  reporter.begin(some_pair, "writing");
  reporter.pair_done();
  ASSERT_EQ(told.size(), 3u);  // solving took less than a tenth of a second
  EXPECT_EQ(told[0].slice, "KKvK");
  EXPECT_EQ(told[0].phase, "solving");
  EXPECT_EQ(told[0].positions_done, 0u);
  EXPECT_EQ(told[0].positions_total, 100u);
  EXPECT_EQ(told[1].phase, "writing");
  EXPECT_EQ(told[1].positions_done, 42u);
  EXPECT_EQ(told[1].pairs_done, 0);
  EXPECT_EQ(told[2].pairs_done, 1);
  EXPECT_EQ(told[2].pairs_total, 3);
  EXPECT_FALSE(reporter.stopped());
}

TEST(ProgressReporter, TellsWhileSolvingNowAndThen) {
  int told = 0;
  const ProgressReporter::Callback callback = [&](const BuildProgress&) { return ++told < 2; };
  ProgressReporter reporter{callback, 100, 1};
  reporter.begin(some_pair, "solving");
  std::this_thread::sleep_for(std::chrono::milliseconds{110});
  EXPECT_FALSE(reporter.solved(1));  // reported, and the callback says to stop
  EXPECT_EQ(told, 2);
}

TEST(ProgressReporter, RemembersThatItWasStopped) {
  const ProgressReporter::Callback callback = [](const BuildProgress&) { return false; };
  ProgressReporter reporter{callback, 100, 1};
  EXPECT_FALSE(reporter.stopped());
  reporter.begin(some_pair, "solving");
  EXPECT_TRUE(reporter.stopped());
  EXPECT_FALSE(reporter.solved(1));
}

TEST(ProgressReporter, NeedsNobodyToListen) {
  const ProgressReporter::Callback nobody;
  ProgressReporter reporter{nobody, 100, 1};
  reporter.begin(some_pair, "solving");
  EXPECT_TRUE(reporter.solved(1));
  reporter.pair_done();
  EXPECT_FALSE(reporter.stopped());
}

// The callback is called by one thread at a time, and every position is counted.
TEST(ProgressReporter, TakesReportsFromManyThreads) {
  std::atomic<int> inside = 0;
  std::uint64_t done = 0;
  const ProgressReporter::Callback callback = [&](const BuildProgress& p) {
    EXPECT_EQ(inside.fetch_add(1), 0);
    std::this_thread::yield();
    done = p.positions_done;
    --inside;
    return true;
  };
  ProgressReporter reporter{callback, 40'000, 1};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int k = 0; k < 10'000; ++k) reporter.solved(1);
        reporter.begin(some_pair, "writing");
      });
  }
  reporter.pair_done();
  EXPECT_EQ(done, 40'000u);
}

}  // namespace
}  // namespace damiera
