// What `solve` does with single positions, and where it ends.

#include "search/solve.h"

#include <gtest/gtest.h>

#include "rules/notation/fen.h"

namespace damiera {
namespace {

constexpr auto to_the_end = [](const SolveWork&) { return true; };

Tablebase shipped(Variant variant) { return *Tablebase::open(variant, {}); }

Position position(Variant variant, std::string_view text) { return parse_fen(variant, text)->pos; }

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

// Whichever question is answered first, the other thread ends as well.
TEST(Solve, AsksBothQuestionsAtOnce) {
  const auto tables = shipped(Variant::italian);
  for (const auto* text : {"W:WK1,K2:BK31", "B:WK1,K2:BK31", "W:WK32:BK1", "W:WK1:BK32"}) {
    const Position pos = position(Variant::italian, text);
    const auto found = solve(tables, pos, {.max_pieces = 1, .threads = 2}, to_the_end);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->work.bounds, Bounds::exactly(*tables.wdl(pos))) << text;
    EXPECT_EQ(found->end, SolveEnd::solved);
    EXPECT_EQ(found->line.empty(), found->work.bounds.lo == Value::draw);
  }
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
  EXPECT_EQ(stopped->work.nodes, 5000);
}

TEST(Solve, RefusesWhatIsNoPosition) {
  const auto found = solve(shipped(Variant::english), {Bitboard{1}, {}, {}, {}}, {}, to_the_end);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Error::Code::bad_position);
}

}  // namespace
}  // namespace damiera
