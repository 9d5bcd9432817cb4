#include "rules/moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "rules/notation/fen.h"
#include "rules/resolve.h"
#include "tests/support/naive_moves.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class MovesTest : public testing::TestWithParam<Variant> {};

/// Fails the test if the two generators disagree, or if a function about captures contradicts them.
template <Rules R>
void expect_same_moves(const Position& pos) {
  if (testing::Test::HasFailure()) return;  // the first few are enough
  Moves moves = legal_moves<R>(pos);
  std::ranges::sort(moves);
  ASSERT_EQ(moves, test::naive_moves(R, pos)) << fen(R.id, {pos, Color::white});
  const bool capture = !moves.empty() && moves.front().is_capture();
  ASSERT_EQ(has_capture<R>(pos), capture) << fen(R.id, {pos, Color::white});
  ASSERT_EQ(can_move<R>(pos), !moves.empty()) << fen(R.id, {pos, Color::white});
  for (const Move& m : moves) ASSERT_TRUE(is_valid<R>(after<R>(pos, m)));
}

TEST_P(MovesTest, AgreeWithNaiveMovesInEveryPositionOfTwoAndThreePieces) {
  with_moves(GetParam(), []<Rules R>() {
    for (int pieces = 2; pieces <= 3; ++pieces)
      test::for_each_position<R>(pieces, [](const Position& p) { expect_same_moves<R>(p); });
  });
}

TEST_P(MovesTest, AgreeWithNaiveMovesInRandomPositions) {
  std::mt19937_64 random{1};
  with_moves(GetParam(), [&]<Rules R>() {
    for (int pieces = 4; pieces <= 12; ++pieces)
      for (int i = 0; i < 2000; ++i) expect_same_moves<R>(test::random_position<R>(random, pieces));
  });
}

TEST_P(MovesTest, AgreeWithNaiveMovesAlongRandomGames) {
  std::mt19937_64 random{2};
  with_moves(GetParam(), [&]<Rules R>() {
    for (int game = 0; game < 100; ++game) {
      Position pos = initial_position<R>();
      for (int ply = 0; ply < 200; ++ply) {
        expect_same_moves<R>(pos);
        const Moves moves = legal_moves<R>(pos);
        if (moves.empty()) break;
        pos = after<R>(pos, moves[random() % moves.size()]);
      }
    }
  });
}

TEST_P(MovesTest, PathsLeadFromSquareToSquareOfTheMove) {
  std::mt19937_64 random{3};
  with_moves(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < 2000; ++i) {
      const Position pos = test::random_position<R>(random, 10);
      const Moves moves = captures<R>(pos);
      for_each_capture<R>(pos, [&](const CaptureLine& c) {
        EXPECT_EQ(static_cast<int>(c.path.size()), c.move.taken.count());
        EXPECT_EQ(c.path.back(), c.move.to);
        EXPECT_NE(std::ranges::find(moves, c.move), moves.end());
      });
    }
  });
}

// Code that is compiled for quiet_rules() must make the same quiet moves as the game.
TEST_P(MovesTest, WithoutCapturesDependOnTheQuietRulesAlone) {
  std::mt19937_64 random{4};
  with_moves(GetParam(), [&]<Rules R>() {
    constexpr Rules quiet = quiet_rules(R);
    for (int i = 0; i < 2000; ++i) {
      const Position pos = test::random_position<R>(random, 2 + i % 8);
      if (is_over<R>(pos) || has_capture<R>(pos)) continue;
      const auto moves = test::naive_moves(R, pos);
      ASSERT_EQ(test::naive_moves(quiet, pos), moves) << fen(R.id, {pos, Color::white});
      for (const Move& m : moves) ASSERT_EQ(after<quiet>(pos, m), after<R>(pos, m));
    }
  });
}

TEST(Moves, ConversionsAreCapturesAndManMoves) {
  const Move king_move{Square(1), Square(5), {}, true, false};
  EXPECT_FALSE(king_move.is_conversion());
  const Move man_move{Square(1), Square(5), {}, false, false};
  EXPECT_TRUE(man_move.is_conversion());
  const Move capture{Square(1), Square(10), Bitboard::of(Square(5)), true, false};
  EXPECT_TRUE(capture.is_conversion());
}

INSTANTIATE_TEST_SUITE_P(Variants, MovesTest, testing::ValuesIn(test::played_variants()),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
