// Random positions: what `solve` proves about them must agree with larger tables.

#include <gtest/gtest.h>

#include "rules/notation/fen.h"
#include "search/solve.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

using test::random_position;

constexpr auto unbounded = [](const SolveWork&) { return true; };

class RandomPositions : public testing::TestWithParam<Variant> {
 protected:
  const Tablebase tables_ = *Tablebase::open(GetParam(), {});

  /// Solves random positions of `pieces` pieces with tables of fewer, and returns how many it
  /// proved. Larger tables know the truth.
  template <Rules R>
  int solve_random(int pieces, int max_pieces, int count, std::uint64_t nodes, int threads = 1) {
    std::mt19937_64 random{static_cast<std::uint64_t>(pieces * 10 + max_pieces)};
    int proved = 0;
    for (int i = 0; i < count; ++i) {
      const Position pos = random_position<R>(random, pieces);
      const auto found =
          solve(tables_, pos,
                {.max_pieces = max_pieces, .nodes = nodes, .bytes = 1 << 24, .threads = threads},
                unbounded);
      const auto truth = tables_.wdl(pos);
      if (!found || !truth) {
        ADD_FAILURE() << (found ? truth.error() : found.error()).message;
        return proved;
      }
      const Bounds& b = found->work.bounds;
      EXPECT_LE(b.lo, *truth) << fen(R.id, {pos, Color::white});
      EXPECT_GE(b.hi, *truth) << fen(R.id, {pos, Color::white});
      EXPECT_EQ(b.is_exact(), found->end == SolveEnd::solved);
      proved += b.is_exact();
      check_line<R>(pos, *found, max_pieces);
    }
    return proved;
  }

  /// The line of a win or loss leads through positions of that value to the tables given.
  template <Rules R>
  void check_line(Position pos, const Solution& found, int max_pieces) {
    const Bounds& b = found.work.bounds;
    const bool decided = b.is_exact() && b.lo != Value::draw;
    EXPECT_TRUE(decided || found.line.empty());
    Value value = b.lo;
    for (const Move& m : found.line) {
      const Moves legal = legal_moves<R>(pos);
      ASSERT_NE(std::ranges::find(legal, m), legal.end());
      pos = after<R>(pos, m);
      value = -value;
      EXPECT_EQ(*tables_.wdl(pos), value);
    }
    EXPECT_TRUE(found.line.empty() || pos.occupied().count() <= max_pieces || has_capture<R>(pos) ||
                legal_moves<R>(pos).empty());
  }
};

INSTANTIATE_TEST_SUITE_P(Games, RandomPositions,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian),
                         [](const auto& game) { return std::string{name(game.param)}; });

TEST_P(RandomPositions, ProveNothingWrongOfOnePieceMoreThanTheTables) {
  with_moves(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(5, 4, 80, 500), 56); });
}

TEST_P(RandomPositions, ProveNothingWrongOfTwoPiecesMoreThanTheTables) {
  with_moves(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(4, 2, 80, 500), 32); });
}

TEST_P(RandomPositions, ProveNothingWrongWithoutTables) {
  with_moves(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(3, 1, 60, 2000), 20); });
}

TEST_P(RandomPositions, AreNotSearchedWhereTheTablesHoldThem) {
  with_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    const auto found = solve(tables_, random_position<R>(random, 4), {}, unbounded);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->work.nodes, 0);
    EXPECT_TRUE(found->work.bounds.is_exact());
  });
}

TEST_P(RandomPositions, ProveNothingWrongWithTwoThreads) {
  with_moves(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(4, 3, 40, 2000, 2), 24); });
}

}  // namespace
}  // namespace damiera
