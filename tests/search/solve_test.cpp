// What `solve` proves must be true, whatever it explores, and must not need larger tables.

#include "search/solve.h"

#include <gtest/gtest.h>

#include "rules/notation/fen.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

using test::random_position;

constexpr auto to_the_end = [](const SolveWork&) { return true; };

Tablebase shipped(Variant variant) { return *Tablebase::open(variant, {}); }

Position position(Variant variant, std::string_view text) { return parse_fen(variant, text)->pos; }

class SolveTest : public testing::TestWithParam<Variant> {
 protected:
  const Tablebase tables_ = shipped(GetParam());

  /// Solves random positions of `pieces` pieces with tables of fewer, and returns how many it
  /// proved. Larger tables know the truth.
  template <Rules R>
  int solve_random(int pieces, int max_pieces, int count, std::uint64_t nodes) {
    std::mt19937_64 random{static_cast<std::uint64_t>(pieces * 10 + max_pieces)};
    int proved = 0;
    for (int i = 0; i < count; ++i) {
      const Position pos = random_position<R>(random, pieces);
      const auto found = solve(
          tables_, pos, {.max_pieces = max_pieces, .nodes = nodes, .bytes = 1 << 24}, to_the_end);
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

INSTANTIATE_TEST_SUITE_P(Games, SolveTest, testing::ValuesIn(all_variants),
                         [](const auto& game) { return std::string{name(game.param)}; });

TEST_P(SolveTest, ProvesNothingWrongOfOnePieceMoreThanTheTables) {
  with_rules(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(5, 4, 80, 500), 56); });
}

TEST_P(SolveTest, ProvesNothingWrongOfTwoPiecesMoreThanTheTables) {
  with_rules(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(4, 2, 80, 500), 32); });
}

TEST_P(SolveTest, ProvesNothingWrongWithoutTables) {
  with_rules(GetParam(), [&]<Rules R>() { EXPECT_GE(solve_random<R>(3, 1, 60, 2000), 20); });
}

TEST_P(SolveTest, TakesFromTheTablesWhatTheyHold) {
  with_rules(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    const auto found = solve(tables_, random_position<R>(random, 4), {}, to_the_end);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->work.nodes, 0);
    EXPECT_TRUE(found->work.bounds.is_exact());
  });
}

// Two kings each, no table but of one piece: nobody ever makes progress, and only a closed set
// shows that.
TEST(Solve, ProvesADrawThatIsHeldByMovingToAndFro) {
  const auto tables = shipped(Variant::english);
  const Position pos = position(Variant::english, "W:WK32:BK1");
  ASSERT_EQ(*tables.wdl(pos), Value::draw);
  const auto found = solve(tables, pos, {.max_pieces = 1}, to_the_end);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->work.bounds, Bounds::exactly(Value::draw));
}

// A win that takes long: the first conversion can be held off for dozens of plies, and the play in
// between turns back on itself. That is no draw.
TEST(Solve, ProvesAWinThatTakesManyQuietMoves) {
  const auto tables = shipped(Variant::english);
  const Position pos = position(Variant::english, "W:WK1,K2:BK31");
  ASSERT_EQ(*tables.wdl(pos), Value::win);
  const auto found = solve(tables, pos, {.max_pieces = 2}, to_the_end);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->work.bounds, Bounds::exactly(Value::win));
  const auto dtc = tables.probe(pos)->dtc;
  EXPECT_GE(static_cast<int>(found->line.size()), *dtc - 1);
}

TEST(Solve, EndsAtTheBoundsThatItIsGiven) {
  const auto tables = shipped(Variant::international);
  const Position pos = initial_position<international>();
  const auto few = solve(tables, pos, {.nodes = 1000}, to_the_end);
  ASSERT_TRUE(few);
  EXPECT_EQ(few->end, SolveEnd::nodes);
  EXPECT_EQ(few->work.nodes, 1000);
  EXPECT_EQ(few->work.bounds, Bounds{});
  const auto small = solve(tables, pos, {.bytes = 1 << 20}, to_the_end);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->end, SolveEnd::memory);
  const auto stopped = solve(tables, pos, {}, [](const SolveWork& w) { return w.nodes < 5000; });
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->end, SolveEnd::stopped);
  EXPECT_LT(stopped->work.nodes, 10000);
}

TEST(Solve, RefusesWhatIsNoPosition) {
  const auto found = solve(shipped(Variant::english), {Bitboard{1}, {}, {}, {}}, {}, to_the_end);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Error::Code::bad_position);
}

}  // namespace
}  // namespace damiera
