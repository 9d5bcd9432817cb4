#include "search/compact_position.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/positions.h"

namespace damiera {
namespace {

TEST(CompactPosition, IsThePositionWithTheRunsOfItsKings) {
  std::mt19937_64 random{1};
  int with_runs = 0;
  for (int i = 0; i < 1000; ++i) {
    const Position pos = test::random_position<frisian>(random, 2 + i % 12);
    EXPECT_EQ(CompactPosition{pos}.position(), pos);
    const bool same = CompactPosition{pos} == CompactPosition{without_runs(pos)};
    EXPECT_EQ(same, pos == without_runs(pos));
    with_runs += !same;
  }
  EXPECT_GT(with_runs, 100);
  static_assert(sizeof(CompactPosition) == 32);
}

}  // namespace
}  // namespace damiera
