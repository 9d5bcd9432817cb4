// Compares claims by the C interface with the library's own answers.

#include <gtest/gtest.h>

#include <damiera.hpp>
#include <nlohmann/json.hpp>

#include "answers/claim/claim_judge.h"
#include "answers/json.h"
#include "rules/notation/pdn.h"

namespace damiera {
namespace {

// Two kings each: neither can be caught, and the count of 40 moves runs.
std::string game_of(int moves) {
  std::string pdn = "[GameType \"22\"]\n[FEN \"W:WK1,K3:BK32,K30\"]\n\n";
  for (int n = 1; n <= moves; ++n)
    pdn += std::to_string(n) + (n % 2 == 1 ? ". 1-5 32-28 " : ". 5-1 28-32 ");
  return pdn + "1/2-1/2\n";
}

std::string by_library(const std::string& pdn, const ClaimRequest& request) {
  ClaimJudge judge{request, [](Variant) { return std::vector<std::filesystem::path>{}; }};
  PdnReader reader{pdn, {}};
  std::string lines;
  while (auto game = reader.next()) lines += to_line(to_json(*judge.judge(*game))) + "\n";
  return lines;
}

TEST(CClaim, WritesTheReportOfTheProgram) {
  const std::string pdn = game_of(40) + "\n" + game_of(39);
  const auto report = api::claim(pdn);
  ASSERT_TRUE(report) << report.message();
  EXPECT_EQ(*report, by_library(pdn, {}));
  const std::size_t end = report->find('\n');
  EXPECT_EQ(nlohmann::json::parse(report->substr(0, end))["drawn"], true);
  EXPECT_EQ(nlohmann::json::parse(report->substr(end + 1))["drawn"], false);
}

TEST(CClaim, JudgesWhatIsAsked) {
  damiera_claim_request request{};
  request.from = "3w";
  request.at = "12b";
  request.moves = 10;
  const auto report = api::claim(game_of(40), request);
  ASSERT_TRUE(report) << report.message();
  ClaimRequest asked;
  asked.from = *parse_asked_move("3w");
  asked.at = *parse_asked_move("12b");
  asked.moves = 10;
  EXPECT_EQ(*report, by_library(game_of(40), asked));
  EXPECT_EQ(nlohmann::json::parse(*report)["claims"][0]["verdict"], "granted");
}

TEST(CClaim, TellsWhatIsWrong) {
  damiera_claim_request request{};
  request.from = "soon";
  EXPECT_EQ(api::claim(game_of(1), request).status(), DAMIERA_BAD_NOTATION);
  request = {};
  request.game = 27;
  EXPECT_EQ(api::claim(game_of(1), request).status(), DAMIERA_BAD_ARGUMENT);
  request = {};
  request.moves = -1;
  EXPECT_EQ(api::claim(game_of(1), request).status(), DAMIERA_BAD_ARGUMENT);
  EXPECT_EQ(damiera_claim(nullptr, nullptr, nullptr, 0, nullptr), DAMIERA_BAD_ARGUMENT);
  char none[1];
  std::size_t needed = 0;
  EXPECT_EQ(damiera_claim(nullptr, game_of(1).c_str(), none, sizeof none, &needed),
            DAMIERA_TOO_SMALL);
  EXPECT_EQ(needed, api::claim(game_of(1))->size() + 1);
  request.size = 4;
  EXPECT_EQ(damiera_claim(&request, "", none, sizeof none, nullptr), DAMIERA_BAD_ARGUMENT);
}

TEST(CClaim, AGameThatCannotBeReadIsNoError) {
  const auto report = api::claim("[GameType \"22\"]\n1. 21-99 *\n");
  ASSERT_TRUE(report) << report.message();
  EXPECT_TRUE(nlohmann::json::parse(*report).contains("error"));
}

}  // namespace
}  // namespace damiera
