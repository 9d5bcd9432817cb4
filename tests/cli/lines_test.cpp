#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::Program;

/// With Italian tables of three pieces.
class Lines : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    program_ = new Program;
    ASSERT_EQ(program_->run("build italian --pieces 3").status, 0);
  }
  static void TearDownTestSuite() { delete program_; }

  /// The objects that a command writes for lines of input.
  static std::vector<json> answers(const std::string& command, const std::string& input,
                                   int status = 0) {
    const auto run = program_->run(command + " italian -", input);
    EXPECT_EQ(run.status, status) << run.err;
    std::vector<json> objects;
    std::istringstream lines{run.out};
    for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
    return objects;
  }

  static inline Program* program_ = nullptr;
};

TEST_F(Lines, AreAnsweredOneByOneAndTheBadOnesToo) {
  const auto got = answers("probe", "W:WK1:BK32\nrubbish\n\nW:WK1,1:BK32\nB:WK1:BK32");
  ASSERT_EQ(got.size(), 5U);
  EXPECT_EQ(got[0]["wdl"], "win");
  EXPECT_EQ(got[0]["dtc"], 11);
  EXPECT_EQ(got[1]["fen"], "rubbish");
  EXPECT_TRUE(got[1].contains("error"));
  EXPECT_EQ(got[2]["fen"], "");
  EXPECT_TRUE(got[2].contains("error"));
  EXPECT_TRUE(got[3].contains("error"));
  EXPECT_EQ(got[4]["wdl"], "win");
}

// Their tables are those of Brazilian and international draughts, which have counts.
TEST(ProbeCommand, TellsNoCountThatTheRulesDoNotHave) {
  for (const char* asked : {"filipino \"W:WKe8,g4:BKd1:H31\"", "ivorian \"W:WK1:BK50:H51\""}) {
    const auto run = Program{}.run(std::string{"probe --json "} + asked);
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(json::parse(run.out)["count"].is_null()) << run.out;
  }
}

// The distances are found by looking ahead: Italian tables of five pieces have none.
TEST(LineCommand, NeedsNoTablesOfDistancesThatAreShort) {
  const Program program;
  const auto line = program.run("line italian --json \"W:WK9,K10:B1,K2,K5\"");
  ASSERT_EQ(line.status, 0) << line.err;
  EXPECT_EQ(json::parse(line.out)["dtc"], 3);
  EXPECT_NE(program.run("study italian \"W:WK9,K10:B1,K2,K5\"").status, 3);
  const auto unknown = program.run("line italian \"W:WK4,K5:B1,K2,K3\"");
  EXPECT_EQ(unknown.status, 3);
  EXPECT_NE(unknown.err.find("is not known"), std::string::npos) << unknown.err;
}

TEST_F(Lines, EchoTheInputWithoutTheSpacesAroundIt) {
  const auto got = answers("probe", "  w : wk1 : bk32.\t\r\n");
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0]["fen"], "w : wk1 : bk32.");
  EXPECT_EQ(got[0]["dtc"], 11);
}

TEST_F(Lines, MayBeginWithAByteOrderMark) {
  const auto got = answers("probe", "\xef\xbb\xbfW:WK1:BK32\r\nW:WK1:BK32\r\n");
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0], got[1]);
  EXPECT_EQ(got[0]["fen"], "W:WK1:BK32");
}

TEST_F(Lines, GiveValidJsonForAnyBytes) {
  std::string all;
  for (int c = 1; c < 256; ++c)
    if (c != '\n') all += static_cast<char>(c);
  const auto got = answers("probe", all + "\n\"\\\n\xc3\xa8\xe2\x82\xac\n\xed\xa0\x80\xf5\n");
  ASSERT_EQ(got.size(), 4U);
  for (const json& object : got) EXPECT_TRUE(object.contains("error"));
  EXPECT_EQ(got[1]["fen"], "\"\\");
  EXPECT_EQ(got[2]["fen"], "\xc3\xa8\xe2\x82\xac");
  EXPECT_EQ(got[3]["fen"], "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_F(Lines, KeepTheirOrder) {
  std::string input;
  std::vector<std::string> fens;
  for (int i = 0; i < 9'000; ++i) {
    const int king = 1 + i % 31;
    fens.push_back((i % 2 ? "B:WK" : "W:WK") + std::to_string(king) + ":B" +
                   (i % 3   ? "K32"
                    : i % 7 ? "rubbish"
                            : "K30"));
    input += fens.back() + "\n";
  }
  for (const char* command : {"probe --threads 4", "moves --threads 4"}) {
    const auto got = answers(command, input);
    ASSERT_EQ(got.size(), fens.size());
    for (std::size_t i = 0; i < fens.size(); ++i) ASSERT_EQ(got[i]["fen"], fens[i]);
  }
}

// "wdl" and "dtc" of a move describe the position it leads to, for the opponent.
TEST_F(Lines, TellOfEachMoveWhatAProbeOfItsPositionTells) {
  const auto got = answers("probe", "W:WK1:BK32\nB:WK9,22:BK17\n");
  ASSERT_EQ(got.size(), 2U);
  for (const json& object : got)
    for (const json& move : object["moves"]) {
      const auto next = answers("probe", move["fen"].get<std::string>()).at(0);
      EXPECT_EQ(next["wdl"], move["wdl"]);
      EXPECT_EQ(next["dtc"], move["dtc"]);
    }
}

TEST_F(Lines, OfBestPlayReachTheEnd) {
  const auto got = answers("line", "W:WK1:BK32\nW:WK4:BK29\n");
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0]["plies"], got[0]["line"].size());
  EXPECT_EQ(got[0]["plies"], 11);
  EXPECT_EQ(got[0]["line"].back()["fen"], got[0]["final"]);
  EXPECT_EQ(got[0]["line"].back()["dtc"], 0);
  EXPECT_EQ(got[0]["line"].back()["conversion"], true);
  EXPECT_EQ(got[1]["wdl"], "draw");
  EXPECT_EQ(got[1]["dtc"], nullptr);
  EXPECT_FALSE(got[1]["drawing"].empty());
}

TEST_F(Lines, GoOnWhenATableIsMissingAndSayItAtTheEnd) {
  const auto got = answers("probe", "W:WK1,K2,K3,K4:BK29,K30,K31,K32\nW:WK1:BK32\n", 3);
  ASSERT_EQ(got.size(), 2U);
  EXPECT_NE(got[0]["error"].get<std::string>().find("KKKKvKKKK.wdl"), std::string::npos);
  EXPECT_EQ(got[1]["wdl"], "win");
}

TEST_F(Lines, AreCheckedAsStudies) {
  const auto found = program_->run("find italian 3 --win --unique-line --limit 20");
  const auto sound = answers("study", found.out);
  ASSERT_EQ(sound.size(), 20U);
  for (const json& study : sound) {
    EXPECT_EQ(study["sound"], true) << study;
    EXPECT_EQ(study["solver"], "White");
    for (std::size_t i = 0; i < study["line"].size(); ++i)
      EXPECT_EQ(study["line"][i]["duals"], i % 2 == 0 ? json::array() : json(nullptr));
  }
  const auto other = answers("study", "W:WK3,20:BK31\n");
  EXPECT_EQ(other[0]["sound"], false);
  EXPECT_EQ(other[0]["line"][0]["move"], "20-15");
  EXPECT_EQ(other[0]["line"][0]["duals"].size(), 3U);
}

TEST_F(Lines, OfOneStudyGiveItsAnswerAsAStatus) {
  const auto sound = program_->run("study italian W:WK3,5:B6");
  EXPECT_EQ(sound.status, 0) << sound.err;
  EXPECT_NE(sound.out.find("Sound: White has exactly one winning move"), std::string::npos);
  const auto unsound = program_->run("study italian W:WK3,20:BK31");
  EXPECT_EQ(unsound.status, 1);
  EXPECT_NE(unsound.out.find("the first at move 1."), std::string::npos) << unsound.out;
  EXPECT_EQ(program_->run("study italian --json W:WK3,20:BK31").status, 1);
  const auto over = program_->run("study italian W:W:BK3");
  EXPECT_EQ(over.status, 1);
  EXPECT_NE(over.out.find("Not a study: Black has no move to find."), std::string::npos)
      << over.out;
  const auto last = program_->run("study russian W:WKa5,a3:Ba7,f4");
  EXPECT_EQ(last.status, 1);
  EXPECT_NE(last.out.find("only in the square on which White's last capture ends"),
            std::string::npos)
      << last.out;
  const auto draw = program_->run("study italian W:WK1,K5:BK2,K9");
  EXPECT_EQ(draw.status, 0);
  EXPECT_NE(draw.out.find("in each of 3 positions"), std::string::npos) << draw.out;
}

}  // namespace
}  // namespace damiera
