#include "rules/unmoves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using test::for_each_position;

class UnmovesTest : public testing::TestWithParam<Variant> {};

// A quiet move from p to q makes p a predecessor of q, and nothing else does.
TEST_P(UnmovesTest, PredecessorsInvertQuietMoves) {
#ifdef NDEBUG
  constexpr int most_on_large_board = 3;
#else
  constexpr int most_on_large_board = 2;  // with sanitizers three take minutes
#endif
  test::with_sample_moves(GetParam(), []<Rules R>() {
    for (int pieces = 2; pieces <= (R.width == 8 ? 3 : most_on_large_board); ++pieces) {
      std::uint64_t quiet_moves = 0, unmoves = 0;
      for_each_position<R>(pieces, [&](const Position& pos) {
        for (const Move& m : legal_moves<R>(pos)) quiet_moves += !m.is_capture();
        auto found = predecessors<R>(pos);
        unmoves += found.size();
        std::ranges::sort(found);
        ASSERT_EQ(std::ranges::adjacent_find(found), found.end());
        for (const Position& before : found) {
          ASSERT_TRUE(is_valid<R>(before));
          const Moves moves = legal_moves<R>(before);
          ASSERT_TRUE(std::ranges::any_of(
              moves, [&](const Move& m) { return !m.is_capture() && after<R>(before, m) == pos; }));
        }
      });
      // Each predecessor stands for one quiet move, and there are no more of those.
      EXPECT_EQ(unmoves, quiet_moves) << pieces << " pieces";
    }
  });
}

TEST_P(UnmovesTest, KingAndManUnmovesAreToldApart) {
  test::with_sample_moves(GetParam(), []<Rules R>() {
    for_each_position<R>(2, [&](const Position& pos) {
      const Position mover = flipped<R>(pos);
      for_each_king_unmove<R>(pos, [&](const Position& before) {
        EXPECT_EQ(before.my_men, mover.my_men);
        EXPECT_EQ(before.my_kings.count(), mover.my_kings.count());
      });
      for_each_man_unmove<R>(pos, [&](const Position& before) {
        EXPECT_NE(before.my_men, mover.my_men);
        EXPECT_EQ(before.mine().count(), mover.mine().count());
      });
    });
  });
}

// The run after a quiet move shows whether a king made the move, and which king. The run that its
// side had before the move may have been any.
TEST(Unmoves, RestoreTheRunsOfKings) {
  std::uint64_t quiet_moves = 0, unmoves = 0;
  for_each_position<frisian>(2, [&](const Position& two) {
    const Square corner{49};  // my second piece: with it there are runs
    if (two.occupied().contains(corner)) return;
    Position pos = two;
    (two.my_men.any() ? pos.my_kings : pos.my_men) |= Bitboard::of(corner);
    for (const Position& seen : {pos, flipped<frisian>(pos)})
      test::for_each_run<frisian>(seen, [&](const Position& p) {
        for (const Move& m : legal_moves<frisian>(p)) {
          if (m.is_capture()) continue;
          const auto found = predecessors<frisian>(after<frisian>(p, m));
          ASSERT_EQ(std::ranges::count(found, p), 1);
          ++quiet_moves;
        }
        for (const Position& before : predecessors<frisian>(p)) {
          ASSERT_TRUE(is_valid<frisian>(before));
          const Moves moves = legal_moves<frisian>(before);
          ASSERT_TRUE(std::ranges::any_of(
              moves, [&](const Move& m) { return after<frisian>(before, m) == p; }));
          ++unmoves;
        }
      });
  });
  EXPECT_GT(quiet_moves, 100'000u);
  EXPECT_GT(unmoves, 100'000u);
}

INSTANTIATE_TEST_SUITE_P(Variants, UnmovesTest, testing::ValuesIn(test::sample_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
