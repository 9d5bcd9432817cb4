#include "rules/counts/repetition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "rules/notation/pdn.h"
#include "tests/support/random_games.h"

namespace damiera {
namespace {

Game game_of(const std::string& text) {
  PdnReader reader{text};
  const auto read = reader.next();
  EXPECT_TRUE(read && !read->error);
  return read->game;
}

const std::string kings = "[GameType \"20\"]\n[FEN \"W:WK45,K49:BK6\"]\n";

TEST(Repetition, IsOfThePositionThatStandsForTheThirdTime) {
  const Game game = game_of(kings + "1. 45-50 6-1 2. 50-45 1-6 3. 45-50 6-1 4. 50-45 1-6 5. 45-50");
  EXPECT_EQ(third_repetition(game, game.moves.size()), (Repetition{0, 4, 8}));
  EXPECT_EQ(third_repetition(game, 8), (Repetition{0, 4, 8}));
  EXPECT_EQ(third_repetition(game, 7), std::nullopt);
}

// If the other side is to move, the position is a different one.
TEST(Repetition, IsOfTheSameSideToMove) {
  const Game game = game_of(kings + "1. 45-50 6-1 2. 50-45 1-6 3. 45-50 6-1 4. 50-45");
  EXPECT_EQ(third_repetition(game, game.moves.size()), std::nullopt);
}

// Killer and giveaway draughts have the counts of the games that they come from, and this article
// too.
TEST(Repetition, IsByTheArticleOfTheGamesCounts) {
  EXPECT_EQ(repetition_article(Variant::killer), repetition_article(Variant::international));
  EXPECT_EQ(repetition_article(Variant::russian_giveaway), repetition_article(Variant::russian));
  EXPECT_NE(repetition_article(Variant::pool), "");
  EXPECT_EQ(repetition_article(Variant::frisian), "");  // the rules have none
  EXPECT_EQ(repetition_article(Variant::english, "FID, English draughts"), "FID");
  EXPECT_EQ(repetition_article(Variant::english, "WCDF, definition of a draw"),
            "WCDF, definition of a draw");
}

// Checks every answer by comparing all positions of the game.
TEST(Repetition, IsTheFirstOfEveryRandomGame) {
  std::mt19937_64 random{1};
  int found = 0;
  for (Variant variant : {Variant::italian, Variant::english, Variant::international,
                          Variant::russian, Variant::brazilian})
    for (int i = 0; i < 250; ++i) {
      const Game game = test::random_game(variant, 2 + i % 3, 60, random);
      const auto setups = game.setups();
      std::optional<std::size_t> third;
      for (std::size_t n = 0; n < setups.size() && !third; ++n)
        if (std::count(setups.begin(), setups.begin() + static_cast<std::ptrdiff_t>(n),
                       setups[n]) == 2)
          third = n;
      const auto got = third_repetition(game, game.moves.size());
      ASSERT_EQ(got.has_value(), third.has_value()) << pdn(game);
      if (!got) continue;
      ++found;
      ASSERT_EQ(got->at(2), *third);
      for (std::size_t n : *got) ASSERT_EQ(setups[n], setups[*third]);
    }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace damiera
