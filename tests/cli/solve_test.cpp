// `damiera solve`: what it prints, and how it ends.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace damiera::test {
namespace {

using nlohmann::json;

TEST(SolveCommand, ProvesAWinWithALine) {
  const auto run = Program{}.run("solve english \"W:WK18,K27:B11,K28\" --max-pieces 3");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("White to move wins.\nIn at most "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Proved after "), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "");
}

// Captures decide the position, and no table holds it.
TEST(SolveCommand, GivesTheCapturesThatDecideItAsALine) {
  const Program program;
  const auto ends = program.run("solve italian \"W:WK16,K25:B21\" --max-pieces 2");
  EXPECT_NE(ends.out.find("In at most 1 ply:\n   1. 25x18\nFinal position: "), std::string::npos)
      << ends.out;
  const auto run = program.run("solve english --json \"W:WK3,K10,20:B15,16,K31\"");
  ASSERT_EQ(run.status, 0) << run.err;
  const json answer = json::parse(run.out);
  EXPECT_EQ(answer["wdl"], "win");
  ASSERT_GE(answer["line"].size(), 1U);
  EXPECT_EQ(answer["plies"], answer["line"].size());
  const auto lost =
      json::parse(program.run("solve italian --json \"B:WK16,K25:BK21,K20\" --max-pieces 2").out);
  EXPECT_EQ(lost["wdl"], "loss") << lost;
  EXPECT_GE(lost["line"].size(), 1U) << lost;
}

// A searched line ends with the captures that are left.
TEST(SolveCommand, FollowsALineToTheEnd) {
  const auto answer = json::parse(
      Program{}.run("solve russian --json \"W:WKa1,c1,e1:BKh8,b6\" --max-pieces 3").out);
  EXPECT_EQ(answer["wdl"], "win");
  EXPECT_EQ(answer["line"].back(), "c3xa5") << answer;
}

TEST(SolveCommand, SaysInJsonWhatIsProved) {
  const auto run = Program{}.run("solve english --json \"W:WK32:BK1\" --max-pieces 1");
  EXPECT_EQ(run.status, 0) << run.err;
  const json answer = json::parse(run.out);
  EXPECT_EQ(answer["wdl"], "draw");
  EXPECT_EQ(answer["at_least"], "draw");
  EXPECT_EQ(answer["at_most"], "draw");
  EXPECT_EQ(answer["ended"], "solved");
  EXPECT_TRUE(answer["line"].is_null());
  EXPECT_TRUE(answer["count"].is_null());
  EXPECT_GT(answer["nodes"], 0);
}

TEST(SolveCommand, GivesAnEmptyLineAtTheEndOfAGame) {
  const Program program;
  const auto answer = json::parse(program.run("solve italian --json \"W:W:B5\"").out);
  EXPECT_EQ(answer["wdl"], "loss");
  EXPECT_EQ(answer["plies"], 0);
  EXPECT_EQ(answer["line"], json::array());
  // Black has lost when it is to move. Until then White has a move, as probe says.
  const auto before = program.run("solve italian \"W:W5:B\"").out;
  EXPECT_NE(before.find("White to move wins.\n"), std::string::npos) << before;
  EXPECT_EQ(before.find("The game is over."), std::string::npos) << before;
  const auto crowned = program.run("solve breakthrough \"W:W20:BK30\"");
  EXPECT_NE(crowned.out.find("White to move loses.\nThe game is over.\n"), std::string::npos)
      << crowned.out;
}

TEST(SolveCommand, TellsValuesUnderACount) {
  // 11 plies to a conversion: six moves are enough, five are not.
  const auto late = Program{}.run("solve italian --count 5 \"W:WK1:BK32\" --max-pieces 1");
  EXPECT_EQ(late.status, 0) << late.err;
  EXPECT_NE(late.out.find("White to move draws under a count of 5 moves.\n"), std::string::npos)
      << late.out;
  const auto run = Program{}.run("solve italian --json --count 6 \"W:WK1:BK32\" --max-pieces 1");
  EXPECT_EQ(json::parse(run.out)["wdl"], "win");
  EXPECT_EQ(json::parse(run.out)["count"], 6);
  const auto usual = Program{}.run("solve italian --json --count default \"W:WK1:BK32\"");
  EXPECT_EQ(json::parse(usual.out)["count"], 40);
  const auto running = Program{}.run("solve italian --count 6 \"W:WK1:BK32:H3:F10\"");
  EXPECT_EQ(running.status, 2);
  EXPECT_NE(running.err.find("H3: expected a count that is at zero"), std::string::npos);
}

TEST(SolveCommand, SaysWhatItKnowsWhereItHasToEnd) {
  const auto nodes = Program{}.run("solve english --nodes 300 \"W:W21-32:B1-12\"");
  EXPECT_EQ(nodes.status, 1) << nodes.err;
  EXPECT_NE(nodes.out.find("may win, draw or lose: no more is proved"), std::string::npos);
  EXPECT_NE(nodes.out.find("Ended (nodes) after"), std::string::npos) << nodes.out;
  const auto time = Program{}.run("solve english --json --time 0.05 \"W:W21-32:B1-12\"");
  EXPECT_EQ(time.status, 1) << time.err;
  EXPECT_EQ(json::parse(time.out)["ended"], "time");
  EXPECT_TRUE(json::parse(time.out)["wdl"].is_null());
}

TEST(SolveCommand, AnswersManyLines) {
  const auto run = Program{}.run("solve russian - --max-pieces 2 --nodes 100000",
                                 "W:WKg1:Bb8,e5\nnonsense\nW:WKa1:BKb8\n");
  std::istringstream lines{run.out};
  std::string first, second, third;
  std::getline(lines, first);
  std::getline(lines, second);
  std::getline(lines, third);
  EXPECT_EQ(json::parse(first)["wdl"], "win");
  EXPECT_TRUE(json::parse(second).contains("error"));
  EXPECT_EQ(json::parse(third)["nodes"], 0);
}

TEST(SolveCommand, RefusesWhatCannotBeRead) {
  EXPECT_EQ(Program{}.run("solve english \"W:W99:B1\"").status, 2);
  EXPECT_EQ(Program{}.run("solve english --hash lots \"W:WK1:BK32\"").status, 2);
  EXPECT_EQ(Program{}.run("solve english --time 0 \"W:WK1:BK32\"").status, 2);
  EXPECT_EQ(Program{}.run("solve english --time nan \"W:WK1:BK32\"").status, 2);
}

}  // namespace
}  // namespace damiera::test
