// The program under a limit of its address space.

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace damiera {
namespace {

class LittleMemory : public testing::Test {
 protected:
  LittleMemory() { EXPECT_EQ(program_.run("build italian --pieces 3").status, 0); }

  /// Runs the program with `limit` KiB of address space.
  test::Run run(int limit, const std::string& arguments) const {
    return program_.run_after("ulimit -c 0; ulimit -v " + std::to_string(limit) + ";", arguments);
  }
  std::string folder(const char* name) const {
    return "'" + (program_.home() / name).string() + "'";
  }
  std::string tables() const { return folder("data/damiera/tables"); }

  test::Program program_;
};

// The cache takes 256 MiB where memory allows it.
TEST_F(LittleMemory, AProbeTakesASmallerCache) {
  const auto all = program_.run("probe italian 'W:WK3,20:BK31'");
  const auto few = run(200'000, "probe italian 'W:WK3,20:BK31'");
  EXPECT_EQ(few.status, 0) << few.err;
  EXPECT_EQ(few.out, all.out);
}

// Its largest slice has 18,123,840 positions. All outcomes and all rows of it would be 240 MiB, as
// --estimate once said.
TEST_F(LittleMemory, SlicesWithoutMenAreBuiltInLittle) {
  const std::string build = "build italian --slices KKKvKKK --metric wdl --threads 1 --no-shipped";
  const auto few = run(150'000, build + " --tables " + folder("few"));
  EXPECT_EQ(few.status, 0) << few.err;
}

// With less memory the program is not even loaded: the loader, which cannot map a library, ends
// with status 127.
TEST_F(LittleMemory, NoCommandEndsInASignal) {
  const std::string pdn = std::string{DAMIERA_FIXTURES} + "/claim/italian_granted.pdn";
  int refused = 0;
  for (const std::string& command :
       {std::string{"probe italian 'W:WK3,20:BK31'"}, std::string{"stats italian"},
        std::string{"line italian 'W:WK3,20:BK31'"}, "claim '" + pdn + "'",
        "pack italian " + tables() + " " + folder("packed"),
        std::string{"verify italian --pieces 2"},
        "build italian --pieces 2 --tables " + folder("new")})
    for (int limit = 40'000; limit < 400'000; limit += limit / 4) {
      const auto run = this->run(limit, command);
      EXPECT_TRUE(run.status == 0 || run.status == 3 || run.status == 127)
          << command << " with " << limit << " KiB: status " << run.status << ", " << run.err;
      if (run.status != 3) continue;
      ++refused;
      EXPECT_TRUE(run.err.find("out of memory") != std::string::npos ||
                  run.err.find("pthread_create") != std::string::npos)
          << command << ": " << run.err;
    }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace damiera
