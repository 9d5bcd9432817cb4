#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using testing::HasSubstr;
using testing::Not;

// /dev/full is a disk without room.
class OutputTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  }
  test::Program program_;
};

TEST_P(OutputTest, IsAnErrorIfTheDiskIsFull) {
  const std::string game = "[GameType \"25\"]\n1. c3-b4 b6-a5 1/2-1/2\n";
  const auto run = program_.run_into("/dev/full", GetParam(), game);
  EXPECT_EQ(run.status, 75) << run.err;
  EXPECT_THAT(run.err, HasSubstr("cannot write to standard output: No space left on device"));
}

INSTANTIATE_TEST_SUITE_P(
    Commands, OutputTest,
    testing::Values("probe italian W:WK1,K2:BK31", "probe italian W:WK1,K2:BK31 --json",
                    "moves italian W:WK1,K2:BK31", "line italian W:WK1,K2:BK31",
                    "line italian W:WK1,K2:BK31 --pdn", "solve italian W:WK1,K2:BK31",
                    "claim /dev/stdin", "claim /dev/stdin --json", "claim /dev/stdin --summary",
                    "analyse /dev/stdin --json", "analyse /dev/stdin --pdn",
                    "find italian KKvK --win", "find italian KKvK --win --format count",
                    "find italian KKvK --win --sort dtc --limit 1", "games", "games --json",
                    "perft italian --depth 2", "stats italian",
                    "stats italian --histogram KKvK --json", "plan italian --pieces 3",
                    "plan italian --pieces 3 --format slurm", "verify italian --pieces 2",
                    "verify italian --pieces 2 --json", "build italian --pieces 6 --estimate",
                    "help probe", "help --man", "--version", "--help"));

TEST(BatchOutput, IsAnErrorIfTheDiskIsFull) {
  const test::Program program;
  const auto run = program.run_into("/dev/full", "probe italian -", "W:WK1:BK31\n");
  EXPECT_EQ(run.status, 75);
  EXPECT_THAT(run.err, HasSubstr("cannot write to standard output: No space left on device"));
}

// The search ended because the disk is full, not because it reached a limit.
TEST(FindOutput, SaysNoPlaceToGoOnFromIfTheDiskIsFull) {
  const test::Program program;
  const auto run = program.run_into("/dev/full", "find italian KvKKK KKvKK --win");
  EXPECT_EQ(run.status, 75);
  EXPECT_THAT(run.err, Not(HasSubstr("--from")));
}

// A reader that has enough is no error: the program ends as others do in a pipe.
TEST(FindOutput, EndsQuietlyIfNobodyReads) {
  const test::Program program;
  const auto said = program.home() / "said";
  program.run("find italian KvKKK KKvKK --win 2> " + said.string() + " | head -1");
  EXPECT_EQ(std::filesystem::file_size(said), 0u);
}

// A message that cannot be written is lost, and neither ends the work nor changes its status: the
// file for messages may be on another disk than the tables, or the terminal may be gone.
class LostMessages : public testing::TestWithParam<std::pair<const char*, int>> {
 protected:
  test::Program program_;
};

TEST_P(LostMessages, LeaveTheStatus) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const auto& [arguments, status] = GetParam();
  EXPECT_EQ(program_.run_without_messages(arguments).status, status);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, LostMessages,
    testing::Values(std::pair{"build english --pieces 3 --no-shipped", 0},
                    std::pair{"build english --pieces 2 --no-shipped --progress json", 0},
                    std::pair{"verify english --pieces 2", 0},
                    std::pair{"probe english W:WK1:BK1", 2}, std::pair{"build english --pice 2", 2},
                    std::pair{"find english KvK --loss --dtc 90", 0}));

// A file that is opened must not get the number of a stream that is closed: messages would be
// written into it.
TEST(ClosedStreams, AreNotGivenToTables) {
  const test::Program program;
  const std::string folder = (program.home() / "tables").string();
  for (const char* closed : {"2>&-", "<&- 2>&-"}) {
    std::filesystem::remove_all(folder);
    const std::string build = std::string{DAMIERA_PROGRAM} + " build russian --pieces 3 --tables " +
                              folder + " --no-shipped --count 3 --dtw > " + folder + ".out " +
                              closed;
    EXPECT_EQ(std::system(build.c_str()), 0) << closed;
    const auto verified = program.run("verify russian --pieces 3 --tables " + folder);
    EXPECT_EQ(verified.status, 0) << closed << verified.err;
  }
}

}  // namespace
}  // namespace damiera
