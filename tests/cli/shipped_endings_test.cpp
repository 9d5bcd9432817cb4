#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::Program;

struct Longest {
  const char *variant, *fen;
  int plies;
};
void PrintTo(const Longest& longest, std::ostream* out) { *out << longest.variant; }

class ShippedEndings : public testing::TestWithParam<Longest> {};

// Nothing was built: what comes with the program plays the longest endings of 4 pieces to the end,
// a ply nearer with each move.
TEST_P(ShippedEndings, OfFourPiecesArePlayedToTheEnd) {
  const Program program;
  const auto& [variant, fen, plies] = GetParam();
  const auto run = program.run("line " + std::string{variant} + " '" + fen + "' --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json line = json::parse(run.out);
  EXPECT_EQ(line["dtw"], plies);
  EXPECT_EQ(line["plies"], plies);
  ASSERT_EQ(line["line"].size(), static_cast<std::size_t>(plies));
  for (int i = 0; i < plies; ++i)
    EXPECT_EQ(line["line"][static_cast<std::size_t>(i)]["dtw"], plies - i - 1);
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedEndings,
                         testing::Values(Longest{"english", "W:W13,25:B3,4", 109},
                                         Longest{"italian", "W:W22,25:B1,2", 89},
                                         Longest{"russian", "W:Wa7:Bd8,h8,d6", 86},
                                         Longest{"brazilian", "W:Wa7:Bd8,h8,d6", 86},
                                         Longest{"international", "W:WK1:B2,3,4", 43}),
                         [](const auto& game) { return std::string{game.param.variant}; });

}  // namespace
}  // namespace damiera
