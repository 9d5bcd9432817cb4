#include "apps/hub/hub_notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "rules/notation/move_notation.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

/// A position with letters on some squares, counted from 1, and e elsewhere.
std::string board(char side, std::size_t squares, const std::map<std::size_t, char>& pieces) {
  std::string text(squares + 1, 'e');
  text[0] = side;
  for (const auto& [square, letter] : pieces) text[square] = letter;
  return text;
}

struct NotationCase {
  Variant variant;
  const char* fen;
  std::string position;
  std::set<std::string> moves;
};

class HubNotationTest : public testing::TestWithParam<NotationCase> {};

TEST_P(HubNotationTest, WritesAndReadsPositionsAndMoves) {
  const auto& [variant, fen_text, position, moves] = GetParam();
  const auto setup = *parse_fen(variant, fen_text);
  EXPECT_EQ(hub_position(variant, setup), position);
  const auto read = parse_hub_position(variant, position);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, setup);
  std::set<std::string> written;
  for (const Move& move : legal_moves(variant, setup)) {
    written.insert(hub_move(variant, setup, move));
    const auto again = parse_hub_move(variant, setup, hub_move(variant, setup, move));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, move);
  }
  EXPECT_EQ(written, moves);
}

INSTANTIATE_TEST_SUITE_P(
    Games, HubNotationTest,
    testing::Values(
        // Plain: squares and moves have the numbers of the game.
        NotationCase{Variant::international,
                     "W:W32,33,K50:B23,K1",
                     board('W', 50, {{32, 'w'}, {33, 'w'}, {50, 'W'}, {23, 'b'}, {1, 'B'}}),
                     {"32-27", "32-28", "33-28", "33-29", "50-44", "50-39", "50-45"}},
        NotationCase{Variant::italian,
                     "B:WK31,22:B18,K3",
                     board('B', 32, {{31, 'W'}, {22, 'w'}, {18, 'b'}, {3, 'B'}}),
                     {"18x27x22"}},
        // Black begins, so the board is turned and the colours are exchanged; moves are not.
        NotationCase{Variant::english,
                     "B:W24:B9,K1",
                     board('W', 32, {{33 - 24, 'b'}, {33 - 9, 'w'}, {33 - 1, 'W'}}),
                     {"9-13", "9-14", "1-5", "1-6"}},
        NotationCase{Variant::english,
                     "W:WK18:B15",
                     board('B', 32, {{33 - 18, 'B'}, {33 - 15, 'w'}}),
                     {"18x11x15"}},
        // Positions from the top left, b8 first; moves numbered from a1.
        NotationCase{Variant::russian,
                     "W:Wc3:Bb8",
                     board('W', 32, {{22, 'w'}, {1, 'b'}}),
                     {"10-13", "10-14"}},
        NotationCase{Variant::brazilian,
                     "B:Wc3,e5:Bd4,Kh8",
                     board('B', 32, {{22, 'w'}, {15, 'w'}, {18, 'b'}, {4, 'B'}}),
                     {"14x23x19", "14x5x10"}}));

TEST(HubNotation, TakenSquaresStandInAnyOrder) {
  const auto setup = *parse_fen(Variant::international, "W:W46:B41,32,23");
  const Moves moves = legal_moves(Variant::international, setup);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(hub_move(Variant::international, setup, moves[0]), "46x19x23x32x41");
  for (const char* text : {"46x19x41x32x23", "46x19x32x23x41"}) {
    const auto move = parse_hub_move(Variant::international, setup, text);
    ASSERT_TRUE(move) << move.error().message;
    EXPECT_EQ(*move, moves[0]);
  }
}

TEST(HubNotation, RefusesMovesThatAreNotLegalOrNoMoves) {
  const auto setup = *parse_fen(Variant::international, "W:W32:B1");
  for (const char* text :
       {"32-29", "32", "", "32-", "-28", "a-b", "32-28-27", "32+28", "99999999999-1", "-5--6"})
    EXPECT_FALSE(parse_hub_move(Variant::international, setup, text)) << text;
}

TEST(HubNotation, RefusesOtherPositions) {
  const std::string good = board('W', 50, {{32, 'w'}, {1, 'b'}});
  EXPECT_TRUE(parse_hub_position(Variant::international, good));
  for (const std::string& text :
       {std::string{}, good.substr(1), good + "e", board('w', 50, {}), board('W', 50, {{3, 'x'}}),
        board('W', 50, {{1, 'w'}}), board('B', 50, {{50, 'b'}})})
    EXPECT_FALSE(parse_hub_position(Variant::international, text)) << text;
  EXPECT_FALSE(parse_hub_position(Variant::italian, good));
}

class EveryGameTest : public testing::TestWithParam<Variant> {};

TEST_P(EveryGameTest, MovesAndPositionsReadBack) {
  with_moves(GetParam(), []<Rules R>() {
    const Variant variant = GetParam();
    std::mt19937_64 random{7};
    for (int i = 0; i < 300; ++i) {
      const Position pos = without_runs(test::random_position<R>(random, 3 + i % 8));
      const damiera::Setup setup{pos, i % 2 == 0 ? Color::white : Color::black};
      EXPECT_EQ(*parse_hub_position(variant, hub_position(variant, setup)), setup);
      std::set<std::string> texts;
      const Moves moves = legal_moves(variant, setup);
      for (const Move& move : moves) {
        const std::string text = hub_move(variant, setup, move);
        texts.insert(text);
        EXPECT_EQ(*parse_hub_move(variant, setup, text), move) << text;
      }
      EXPECT_EQ(texts.size(), moves.size());  // no two moves are written alike
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGameTest, testing::ValuesIn(all_variants),
                         [](const auto& game) { return std::string{name(game.param)}; });

}  // namespace
}  // namespace damiera
