#include "answers/json.h"

#include <gtest/gtest.h>

#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

/// The members of an object, in order.
std::vector<std::string> names(const Json& object) {
  std::vector<std::string> found;
  for (const auto& [name, value] : object.items()) found.push_back(name);
  return found;
}

Setup setup_of(Variant variant, const char* text) { return *parse_fen(variant, text); }

Json probed(Variant variant, const char* text, std::optional<Count> count = {}) {
  const Evaluator evaluator{*Tablebase::open(variant, {}, {.dtc_required = false}), count};
  const Setup setup = setup_of(variant, text);
  return probe_json(variant, setup, *evaluator.evaluate(setup.pos), *evaluator.moves(setup.pos),
                    count);
}

TEST(Json, OfAPositionNamesWhatIsAsked) {
  const Json json = probed(Variant::italian, "B:WK3,20:BK31", Count{40, 63});
  EXPECT_EQ(names(json), (std::vector<std::string>{"fen", "variant", "to_move", "pieces", "wdl",
                                                   "dtc", "dtw", "count", "moves"}));
  EXPECT_EQ(json["fen"], "B:WK3,20:BK31");
  EXPECT_EQ(json["variant"], "italian");
  EXPECT_EQ(json["to_move"], "Black");
  EXPECT_EQ(json["pieces"], 3);
  EXPECT_EQ(json["count"]["moves"], 40);
  EXPECT_EQ(json["count"]["plies_played"], 63);
  EXPECT_EQ(json["count"]["plies_left"], 17);
}

TEST(Json, OfAMoveHasItsSquaresAndBothValues) {
  const Json json = probed(Variant::italian, "W:WK1:BK32");
  const Json& move = json["moves"][0];
  EXPECT_EQ(names(move), (std::vector<std::string>{"move", "fen", "from", "to", "captured",
                                                   "capture", "conversion", "crowned", "wdl", "dtc",
                                                   "dtw", "count", "mover"}));
  EXPECT_EQ(move["wdl"], "loss");
  EXPECT_EQ(move["dtc"], 10);
  EXPECT_EQ(move["mover"]["wdl"], "win");
  EXPECT_EQ(move["mover"]["dtc"], 11);
  EXPECT_EQ(move["mover"]["dtw"], json["dtw"]);
  EXPECT_EQ(move["captured"], Json::array());
  EXPECT_EQ(move["conversion"], false);
}

// Squares are as the game writes them, whoever is to move.
TEST(Json, OfACaptureNamesTheSquares) {
  const Json italian = moves_json(Variant::italian, setup_of(Variant::italian, "W:W22:B18,10"));
  EXPECT_EQ(italian["moves"].size(), 1U);
  const Json& twice = italian["moves"][0];
  EXPECT_EQ(twice["from"], "22");
  EXPECT_EQ(twice["captured"], (Json{"10", "18"}));
  EXPECT_EQ(twice["capture"], true);
  EXPECT_EQ(twice["conversion"], true);
  const Json russian = moves_json(Variant::russian, setup_of(Variant::russian, "B:We3,c3:Bd4"));
  const Json& back = russian["moves"][0];
  EXPECT_EQ(back["from"], "d4");
  EXPECT_EQ(back["captured"].size(), 1U);
  EXPECT_TRUE(back["captured"][0] == "c3" || back["captured"][0] == "e3");
}

TEST(Json, OfAMoveSaysIfItCrowns) {
  const Json json = moves_json(Variant::english, setup_of(Variant::english, "W:W5:BK32"));
  EXPECT_EQ(json["moves"][0]["crowned"], true);
  EXPECT_EQ(json["moves"][0]["conversion"], true);
  EXPECT_EQ(json["moves"][0]["capture"], false);
}

// Each ply of a line has the squares of its own side to move.
TEST(Json, OfALineReplays) {
  const auto start = setup_of(Variant::russian, "W:Wc3,Ka1:BKh8");
  const auto line = best_line(*Tablebase::open(Variant::russian, {}), start.pos);
  ASSERT_TRUE(line);
  const Json json = line_json(Variant::russian, start, *line);
  ASSERT_EQ(json["line"].size(), line->moves.size());
  auto at = start;
  for (const Json& ply : json["line"]) {
    const auto move = parse_move(Variant::russian, at, ply["move"].get<std::string>());
    ASSERT_TRUE(move);
    EXPECT_EQ(ply["captured"].size(), static_cast<std::size_t>(move->taken.count()));
    at = after(Variant::russian, at, *move);
    EXPECT_EQ(ply["fen"], fen(Variant::russian, at));
  }
  EXPECT_EQ(json["final"], fen(Variant::russian, at));
}

TEST(Json, IsOneLineOfUtf8WhateverComesIn) {
  std::string bytes;
  for (int c = 1; c < 256; ++c) bytes += static_cast<char>(c);
  const std::string line = to_line(Json{{"fen", bytes}});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = nlohmann::json::parse(line, nullptr, false);
  ASSERT_TRUE(read.is_object());
  EXPECT_EQ(read["fen"].get<std::string>().substr(0, 127), bytes.substr(0, 127));
}

}  // namespace
}  // namespace damiera
