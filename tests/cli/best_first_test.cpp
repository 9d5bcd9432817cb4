#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/c/damiera.h"
#include "rules/notation/fen.h"
#include "tests/cli/program.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;

/// All commands and interfaces list moves in the same order. The tables are the shipped ones, which
/// have no distances of five pieces.
class BestFirst : public testing::TestWithParam<Variant> {
 protected:
  BestFirst() {
    EXPECT_EQ(damiera_open(game(), nullptr, nullptr, &tables_), DAMIERA_OK) << damiera_message();
    std::mt19937_64 random{3};
    while (positions_.size() < 30) {
      const int pieces = 3 + static_cast<int>(positions_.size() % 3);
      const Position pos = with_moves(
          GetParam(), [&]<Rules R>() { return test::random_position<R>(random, pieces); });
      const Color to_move = random() % 2 == 0 ? Color::white : Color::black;
      if (const auto text = fen(GetParam(), {pos, to_move}); in_c(text)) positions_.push_back(text);
    }
  }
  ~BestFirst() override { damiera_close(tables_); }

  damiera_game game() const { return static_cast<damiera_game>(GetParam()); }
  std::string command() const { return "probe " + std::string{name(GetParam())} + " "; }

  /// The moves as the C interface ranks them; nothing if a table is missing.
  std::optional<Texts> in_c(const std::string& text) const {
    damiera_position position{};
    std::array<damiera_move, 256> moves;
    std::size_t count = 0;
    EXPECT_EQ(damiera_parse_fen(game(), text.c_str(), &position), DAMIERA_OK);
    if (damiera_probe_root(tables_, &position, moves.data(), moves.size(), &count) != DAMIERA_OK)
      return {};
    Texts found;
    for (std::size_t i = 0; i < count; ++i) found.emplace_back(moves[i].text);
    return found;
  }

  static Texts in_json(const json& object) {
    Texts found;
    for (const json& move : object["moves"]) found.push_back(move["move"]);
    return found;
  }

  /// The first word of each line under the heading, without the mark of conversions.
  static Texts in_text(const std::string& text) {
    Texts found;
    std::istringstream lines{text.substr(std::min(text.size(), text.find("Moves, best first")))};
    std::string line, word;
    for (std::getline(lines, line); std::getline(lines, line);)
      if (std::istringstream{line} >> word)
        found.push_back(word.ends_with('*') ? word.substr(0, word.size() - 1) : word);
    return found;
  }

  const test::Program program_;
  damiera_tablebase* tables_ = nullptr;
  Texts positions_;
};

TEST_P(BestFirst, AgreesBetweenTextJsonBatchAndC) {
  std::string input;
  for (const std::string& text : positions_) input += text + "\n";
  const auto batch = program_.run(command() + "-", input);
  ASSERT_EQ(batch.status, 0) << batch.err;
  std::istringstream lines{batch.out};
  std::string line;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    ASSERT_TRUE(std::getline(lines, line));
    const std::string& text = positions_[i];
    const auto expected = *in_c(text);
    ASSERT_EQ(in_json(json::parse(line)), expected) << text;
    if (i % 6 != 0) continue;  // a program for each would take long
    EXPECT_EQ(program_.run(command() + "--json \"" + text + "\"").out, line + "\n");
    EXPECT_EQ(in_text(program_.run(command() + "\"" + text + "\"").out), expected) << text;
  }
}

// By the values of the moves themselves: none is followed by a better one.
TEST_P(BestFirst, NeverPutsAWorseMoveBefore) {
  std::string input;
  for (const std::string& text : positions_) input += text + "\n";
  const auto batch = program_.run(command() + "-", input);
  std::istringstream lines{batch.out};
  const std::map<std::string, int> rank{{"win", 2}, {"draw", 1}, {"loss", 0}};
  for (std::string line; std::getline(lines, line);) {
    const json object = json::parse(line);
    const json& moves = object["moves"];
    if (!moves.empty()) {
      ASSERT_EQ(moves[0]["mover"]["wdl"], object["wdl"]) << line;
    }
    for (std::size_t m = 1; m < moves.size(); ++m) {
      const int before = rank.at(moves[m - 1]["mover"]["wdl"]);
      ASSERT_GE(before, rank.at(moves[m]["mover"]["wdl"])) << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, BestFirst,
                         testing::Values(Variant::italian, Variant::international,
                                         Variant::russian),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

TEST(Probe, FindsADistanceWithoutATableOfThem) {
  const test::Program program;
  const auto run = program.run("probe italian --json \"W:WK3,20,21:BK31,1\"");
  ASSERT_EQ(run.status, 0) << run.err;
  const json object = json::parse(run.out);
  EXPECT_EQ(object["wdl"], "win");
  EXPECT_EQ(object["dtc"], 1);
  EXPECT_EQ(object["moves"][0]["mover"]["dtc"], 1);
  const auto text = program.run("probe italian \"W:WK3,20,21:BK31,1\"").out;
  EXPECT_NE(text.find("White to move wins, conversion in 1 ply."), std::string::npos) << text;
}

}  // namespace
}  // namespace damiera
