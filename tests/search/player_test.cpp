#include "search/player.h"

#include <gtest/gtest.h>

#include "rules/notation/fen.h"
#include "rules/notation/move_notation.h"
#include "tests/support/positions.h"
#include "tests/support/thorough.h"

namespace damiera {
namespace {

constexpr auto think = [](const Choice&) { return true; };

class PlayerTest : public testing::TestWithParam<Variant> {
 protected:
  const Tablebase tables_ = *Tablebase::open(GetParam(), {});
};

INSTANTIATE_TEST_SUITE_P(Games, PlayerTest,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian),
                         [](const auto& game) { return std::string{name(game.param)}; });

// Positions of the tables, and positions one capture or man move above them, with no time to
// search.
TEST_P(PlayerTest, IsNeverWorseThanItsTables) {
  with_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    for (int i = 0; i < 40; ++i) {
      const Position pos = test::random_position<R>(random, 3 + i % 3);
      if (legal_moves<R>(pos).empty()) continue;
      Player player{tables_, 1 << 14};
      const auto choice = player.choose(pos, {}, {.nodes = i % 2 == 0 ? 1u : 2000u}, think);
      ASSERT_TRUE(choice) << choice.error().message;
      EXPECT_EQ(-*tables_.wdl(after<R>(pos, choice->move)), *tables_.wdl(pos))
          << fen(R.id, {pos, Color::white});
    }
  });
}

// Play by the tables comes to an end: the side that wins in them does win against itself.
TEST(Player, WinsWhatTheTablesSayIsWon) {
  const auto tables = *Tablebase::open(Variant::english, {});
  Player player{tables, 1 << 20};
  Position pos = parse_fen(Variant::english, "W:WK1,K2:BK31")->pos;
  ASSERT_EQ(*tables.wdl(pos), Value::win);
  std::vector<Position> played;
  while (!legal_moves<english>(pos).empty()) {
    ASSERT_LT(played.size(), 100);
    const auto choice = player.choose(pos, played, {.nodes = 2000}, think);
    ASSERT_TRUE(choice);
    EXPECT_TRUE(choice->is_decided());
    played.push_back(pos);
    pos = after<english>(pos, choice->move);
  }
  EXPECT_EQ(played.size() % 2, 1);
}

// All moves lose, and three of them a king at once. The tables have values but no distances here.
TEST(Player, ResistsWhereNoDistanceIsKnown) {
  const auto tables = *Tablebase::open(Variant::italian, {}, {.dtc_required = false});
  const Position pos = parse_fen(Variant::italian, "W:WK4,K5:B1,K2,K3")->pos;
  ASSERT_EQ(*tables.wdl(pos), Value::loss);
  Player player{tables, 1 << 20};
  const auto choice = player.choose(pos, {}, {.depth = 7}, think);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->depth, 7);
  const std::vector<Move> line{choice->move};
  EXPECT_EQ(line_texts(Variant::italian, {pos, Color::white}, line).front(), "5-10");
}

// One memory serves the searches of many positions. No win is shorter than the shortest one.
TEST(Player, AnnouncesNoWinTooSoon) {
  for (const Variant variant : {Variant::italian, Variant::russian}) {
    const auto known = *Tablebase::open(variant, {}),
               none = *Tablebase::open(variant, {}, {.shipped = false});
    Player player{none, 1 << 20};
    std::mt19937_64 random{5};
    int announced = 0;
    for (int i = 0; i < 60; ++i) {
      const Position pos = with_moves(
          variant, [&]<Rules R>() { return test::random_position<R>(random, 2 + i % 2); });
      if (legal_moves(variant, {pos, Color::white}).size() < 2) continue;
      const auto choice = player.choose(pos, {}, {.depth = 13}, think);
      ASSERT_TRUE(choice);
      if (!choice->is_decided()) continue;
      ++announced;
      const auto ending = known.ending(pos);
      ASSERT_TRUE(ending);
      EXPECT_EQ(ending->value, choice->score > 0 ? Value::win : Value::loss);
      EXPECT_GE(Choice::end_of_game - std::abs(choice->score), ending->plies)
          << fen(variant, {pos, Color::white});
    }
    EXPECT_GT(announced, 20);
  }
}

// Both moves return to a position of the game, and lose nevertheless.
TEST(Player, KnowsALostPositionThatWasThereBefore) {
  const auto tables = *Tablebase::open(Variant::italian, {}, {.dtc_required = false});
  const Position pos = parse_fen(Variant::italian, "W:WK4:B14,K17,18,K29")->pos;
  ASSERT_EQ(*tables.wdl(pos), Value::loss);
  std::vector<Position> played;
  for (const Move& move : legal_moves<italian>(pos)) played.push_back(after<italian>(pos, move));
  Player player{tables, 1 << 16};
  const auto choice = player.choose(pos, played, {.depth = 3}, think);
  ASSERT_TRUE(choice);
  EXPECT_LE(choice->score, -Choice::least_win);
}

TEST(Player, NeedsNoTables) {
  const auto tables = *Tablebase::open(Variant::english, {}, {.shipped = false});
  Player player{tables, 1 << 20};
  const auto choice = player.choose(initial_position<english>(), {}, {.depth = 6}, think);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->depth, 6);
  EXPECT_FALSE(choice->line.empty());
  EXPECT_EQ(choice->line.front(), choice->move);
}

TEST(Player, PlaysByTheRulesWithHelpers) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  std::mt19937_64 random{3};
  for (int left = thorough ? 6 : 1; left > 0;) {
    const Position pos = test::random_position<italian>(random, 6);
    if (legal_moves<italian>(pos).empty()) continue;
    --left;
    Player player{tables, 1 << 16};
    const auto choice = player.choose(pos, {}, {.depth = 4, .threads = 3}, think);
    ASSERT_TRUE(choice);
    const Moves legal = legal_moves<italian>(pos);
    EXPECT_NE(std::ranges::find(legal, choice->move), legal.end());
  }
}

TEST(Player, StopsWhenAsked) {
  const auto tables = *Tablebase::open(Variant::international, {});
  Player player{tables, 1 << 20};
  int asked = 0;
  const auto choice = player.choose(initial_position<international>(), {}, {},
                                    [&](const Choice&) { return ++asked < 5; });
  ASSERT_TRUE(choice);
  EXPECT_LT(choice->nodes, 10000);
  EXPECT_EQ(asked, 5);
}

TEST(Player, RefusesAPositionWithoutAMove) {
  const auto tables = *Tablebase::open(Variant::english, {});
  Player player{tables, 1 << 14};
  const auto choice = player.choose({{}, {}, {}, Bitboard{1}}, {}, {}, think);
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().code, Error::Code::bad_position);
}

// Tables that know distances would choose another move.
TEST(Player, ChoosesAmongTheMovesThatItIsGiven) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  Player player{tables, 1 << 20};
  const Position pos = parse_fen(Variant::italian, "W:WK3,20:BK31")->pos;
  const Move best = player.choose(pos, {}, {.depth = 2}, think)->move;
  for (const Move& move : legal_moves<italian>(pos)) {
    if (move == best) continue;
    const auto choice = player.choose(pos, {}, {.depth = 2, .among = {&move, 1}}, think);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->move, move);
  }
}

}  // namespace
}  // namespace damiera
