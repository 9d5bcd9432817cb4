// Closed sets on graphs so small that the answers can be seen.

#include "search/closed_sets.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

/// Positions that are only names: numbers on the board.
Position named(std::uint64_t n) { return {{}, Bitboard{n + 1}, {}, {}}; }

struct ClosedSetsTest : testing::Test {
  explicit ClosedSetsTest(int count = 0) : graph{1 << 20, count}, sets{graph} {}
  Graph graph;
  ClosedSets sets;

  /// Expands position `n`: moves that lead to these, and the best of those known already.
  void moves(std::uint64_t n, std::initializer_list<std::uint64_t> to, Value settled = Value::loss,
             bool conversion = false) {
    Successors s{.settled = settled, .settled_in_two = false, .open = {}};
    for (const auto next : to) s.open.push_back({named(next), {}, conversion});
    graph.expand(graph.add(named(n), {}), s);
  }
  Bounds bounds(std::uint64_t n) const { return graph[graph.find(named(n))].bounds; }
};

TEST_F(ClosedSetsTest, WhoCanOnlyGoRoundDraws) {
  moves(0, {1});
  moves(1, {0});
  EXPECT_EQ(bounds(0), Bounds{});
  EXPECT_TRUE(sets.prove());
  EXPECT_EQ(bounds(0), Bounds::exactly(Value::draw));
  EXPECT_EQ(bounds(1), Bounds::exactly(Value::draw));
}

// From 0 play may go round, or leave to a position about which nothing is known. The side to move
// at 0 need not leave, so it does not lose; whether it wins is not known.
TEST_F(ClosedSetsTest, AnUnknownPositionIsGoodForEither) {
  moves(0, {1, 2});
  moves(1, {0});
  sets.prove();
  EXPECT_EQ(bounds(0), (Bounds{Value::draw, Value::win}));
  EXPECT_EQ(bounds(1), (Bounds{Value::loss, Value::draw}));
  EXPECT_EQ(bounds(2), Bounds{});
}

TEST_F(ClosedSetsTest, ACircleIsNoWinForWhoCouldLeaveIt) {
  moves(0, {1}, Value::draw);  // a draw is at hand
  moves(1, {2});
  moves(2, {1, 3});
  EXPECT_EQ(bounds(0).lo, Value::draw);
  sets.prove();
  EXPECT_EQ(bounds(1), (Bounds{Value::loss, Value::draw}));
  EXPECT_EQ(bounds(2), (Bounds{Value::draw, Value::win}));
  EXPECT_EQ(bounds(0), (Bounds{Value::draw, Value::win}));
}

// 1 can go back to 0 for ever, until 0 is seen to have a win: then 1 loses.
TEST_F(ClosedSetsTest, AWinThatIsFoundLaterIsPassedOnToTheCircle) {
  moves(0, {1, 2});
  moves(1, {0});
  graph.narrow(graph.find(named(2)), Bounds::exactly(Value::loss));
  EXPECT_EQ(bounds(0), Bounds::exactly(Value::win));
  EXPECT_EQ(bounds(1), Bounds::exactly(Value::loss));
  EXPECT_FALSE(sets.prove());
}

TEST_F(ClosedSetsTest, AWinNeedsNoCircle) {
  moves(0, {1});
  moves(1, {0, 2}, Value::draw);
  moves(2, {}, Value::loss);  // all moves lose
  EXPECT_EQ(bounds(1), Bounds::exactly(Value::win));
  EXPECT_EQ(bounds(0), Bounds::exactly(Value::loss));
}

// Under a count of two moves by each side a position is out of reach after four quiet plies, and a
// conversion resets the count.
struct CountedSetsTest : ClosedSetsTest {
  CountedSetsTest() : ClosedSetsTest(2) {}
};

TEST_F(CountedSetsTest, WhatIsUnknownComesTooLate) {
  for (std::uint64_t n = 0; n < 4; ++n) moves(n, {n + 1});
  sets.prove();
  EXPECT_EQ(bounds(0), Bounds::exactly(Value::draw));
  EXPECT_EQ(bounds(1), Bounds{});
}

TEST_F(CountedSetsTest, AConversionBeginsAnew) {
  moves(0, {1}, Value::loss, true);
  for (std::uint64_t n = 1; n < 4; ++n) moves(n, {n + 1});
  sets.prove();
  EXPECT_EQ(bounds(0), Bounds{});
}

TEST_F(CountedSetsTest, AWinIsOneOnlyInTime) {
  moves(1, {}, Value::win);
  for (std::uint64_t n = 2; n < 6; ++n) moves(n, {n - 1});
  moves(6, {4}, Value::loss, true);
  EXPECT_EQ(bounds(2), Bounds::exactly(Value::loss));
  EXPECT_EQ(bounds(4), Bounds::exactly(Value::loss));  // in four plies
  EXPECT_EQ(bounds(5), (Bounds{Value::draw, Value::win}));
  EXPECT_EQ(bounds(6), Bounds::exactly(Value::win));
  sets.prove();
  EXPECT_EQ(bounds(5), Bounds::exactly(Value::draw));
}

// 5 was five plies from a conversion, until a sooner one is found from 3.
TEST_F(CountedSetsTest, ASoonerWinIsPassedOn) {
  moves(1, {}, Value::win);
  moves(2, {1});
  moves(3, {2, 10});
  moves(4, {3});
  moves(5, {4});
  EXPECT_EQ(bounds(5).lo, Value::draw);
  moves(10, {}, Value::loss);
  EXPECT_EQ(bounds(5), Bounds::exactly(Value::win));
}

}  // namespace
}  // namespace damiera
