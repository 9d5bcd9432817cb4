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

// Nothing was built: the shipped tables play long endings of 4 pieces to the end. Each move comes
// one ply nearer to the end, or to the next conversion if the distance to the end is not known, as
// with 4 pieces in Frisian draughts and Frysk!.
TEST_P(ShippedEndings, ArePlayedToTheEnd) {
  const Program program;
  const auto& [variant, fen, plies] = GetParam();
  const auto run = program.run("line " + std::string{variant} + " '" + fen + "' --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json line = json::parse(run.out);
  EXPECT_EQ(line["plies"], plies);
  ASSERT_EQ(line["line"].size(), static_cast<std::size_t>(plies));
  const json* before = &line;
  for (const json& after : line["line"]) {
    const bool dtw = !(*before)["dtw"].is_null();
    const char* metric = dtw ? "dtw" : "dtc";
    if (dtw || !after["conversion"]) {
      EXPECT_EQ(after[metric], (*before)[metric].get<int>() - 1);
    }
    before = &after;
  }
  EXPECT_EQ((*before)["dtw"], 0);
}

INSTANTIATE_TEST_SUITE_P(
    Games, ShippedEndings,
    testing::Values(
        Longest{"english", "W:W13,25:B3,4", 109}, Longest{"italian", "W:W22,25:B1,2", 89},
        Longest{"russian", "W:Wa7:Bd8,h8,d6", 86}, Longest{"brazilian", "W:Wa7:Bd8,h8,d6", 86},
        Longest{"filipino", "W:W22,32,30:BK2", 85}, Longest{"international", "W:WK1:B2,3,4", 43},
        Longest{"ivorian", "W:WK5:B4,3,2", 43}, Longest{"spanish", "W:W4,5,20:BK17", 83},
        Longest{"portuguese", "W:W4,5,20:BK17", 83}, Longest{"czech", "B:Wc5:Bf8,h8,g7", 83},
        Longest{"pool", "W:W23,29,31:BK3", 85}, Longest{"jamaican", "W:W22,32,30:BK2", 85},
        Longest{"thai", "W:W2,12:B28,29", 65}, Longest{"killer", "W:W31,49:B9,13", 77},
        Longest{"breakthrough", "W:W45,46:B8,9", 29}, Longest{"antidraughts", "W:W29,37:B1,17", 54},
        Longest{"russian_giveaway", "B:Wh6,g1:Ba7,Kf2", 42},
        Longest{"english_giveaway", "W:W17,29,30:BK9", 76},
        Longest{"brazilian_giveaway", "W:Wb4,a1:Bh8,d6", 36},
        Longest{"frisian", "W:WK14,19,K22:BK35:+0+122", 13}, Longest{"frysk", "B:W42:B13,15", 49}),
    [](const auto& game) { return std::string{game.param.variant}; });

}  // namespace
}  // namespace damiera
