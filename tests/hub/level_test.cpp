#include "apps/hub/level.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

Level level(const char* text) { return parse_level(parse_hub_line(text)); }

TEST(Level, SaysWhatMayBeUsed) {
  EXPECT_EQ(level("level depth=9").depth, 9);
  EXPECT_FALSE(level("level depth=9").seconds);
  EXPECT_EQ(level("level nodes=5000").nodes, 5000U);
  EXPECT_FALSE(level("level infinite").seconds);
  EXPECT_NEAR(*level("level move-time=2.5").seconds, 2.5, 0.1);
}

TEST(Level, SharesTheClock) {
  EXPECT_LT(*level("level time=300").seconds, 30);
  EXPECT_GT(*level("level time=300").seconds, 5);
  EXPECT_GT(*level("level moves=2 time=300").seconds, *level("level time=300").seconds);
  EXPECT_GT(*level("level time=300 inc=10").seconds, *level("level time=300").seconds);
  // With a second left, and with less, there is still a move, and no flag falls.
  EXPECT_LT(*level("level moves=1 time=1").seconds, 0.6);
  EXPECT_LE(*level("level time=0").seconds, 0.01);
  EXPECT_GT(*level("level time=-3").seconds, 0);
}

TEST(Level, WhatCannotBeReadLeavesASecond) {
  for (const char* text :
       {"level", "level time=x", "level move-time=nan", "level foo=3", "level depth=abc",
        "level depth=3.0", "level nodes=1e4", "level nodes=-1", "level depth=99999999999"})
    EXPECT_EQ(level(text).seconds, 1.0) << text;
}

}  // namespace
}  // namespace damiera
