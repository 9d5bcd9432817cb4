#include "apps/hub/game_record.h"

#include <gtest/gtest.h>

#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

GameRecord played(const char* fen, const std::vector<std::string>& moves) {
  GameRecord game{Variant::italian, *parse_fen(Variant::italian, fen)};
  for (const auto& text : moves) game.play(*parse_move(game.variant(), game.now(), text));
  return game;
}

TEST(GameRecord, CountsPliesSinceTheLastConversion) {
  EXPECT_EQ(played("W:WK32,24:BK1", {}).quiet_plies(), 0);
  EXPECT_EQ(played("W:WK32,24:BK1", {"32-28", "1-5"}).quiet_plies(), 2);
  EXPECT_EQ(played("W:WK32,24:BK1", {"32-28", "1-5", "24-20"}).quiet_plies(), 0);
  EXPECT_EQ(played("W:WK32,24:BK1", {"32-28", "1-5", "24-20", "5-1"}).quiet_plies(), 1);
}

TEST(GameRecord, CountsHowOftenAPositionWasThere) {
  const auto game = played("W:WK32:BK1", {"32-28", "1-5", "28-32", "5-1"});
  EXPECT_EQ(game.times_here(), 2);
  EXPECT_EQ(game.played().size(), 4U);
}

TEST(GameRecord, GoesBack) {
  auto game = played("W:WK32,24:BK1", {"32-28", "1-5", "24-20"});
  game.go_back_to(1);
  EXPECT_EQ(game.now(), played("W:WK32,24:BK1", {"32-28"}).now());
  EXPECT_EQ(game.quiet_plies(), 1);
}

TEST(GameRecord, IsOverWithoutAMove) {
  EXPECT_FALSE(played("W:WK32:BK1", {}).result());
  EXPECT_EQ(played("W:W8:B4", {}).result(), Value::loss);
}

}  // namespace
}  // namespace damiera
