// SPDX-License-Identifier: MIT
#include "generator/longest_so_far.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace damiera {
namespace {

TEST(LongestSoFar, IsNothingAtFirst) {
  LongestSoFar longest;
  EXPECT_EQ(longest.plies(), 0);
  EXPECT_EQ(longest.index(), 0U);
  longest.add(0, 7);
  EXPECT_EQ(longest.plies(), 0);
  EXPECT_EQ(longest.index(), 0U);
  EXPECT_FALSE(longest.is_changed_by(0, 7));
}

TEST(LongestSoFar, IsTheLeastIndexOfTheMostPlies) {
  constexpr std::uint64_t last = (std::uint64_t{1} << 48) - 1;
  LongestSoFar longest;
  longest.add(3, last);
  EXPECT_EQ(longest.plies(), 3);
  EXPECT_EQ(longest.index(), last);
  EXPECT_TRUE(longest.is_changed_by(3, 12));
  longest.add(3, 12);
  longest.add(3, 13);
  longest.add(2, 0);
  EXPECT_EQ(longest.plies(), 3);
  EXPECT_EQ(longest.index(), 12U);
  EXPECT_FALSE(longest.is_changed_by(3, 12));
  EXPECT_FALSE(longest.is_changed_by(2, 0));
  EXPECT_TRUE(longest.is_changed_by(4, last));
  longest.add(255, last);
  EXPECT_EQ(longest.plies(), 255);
  longest.set(1, 5);
  EXPECT_EQ(longest.plies(), 1);
  EXPECT_EQ(longest.index(), 5U);
}

TEST(LongestSoFar, DoesNotDependOnTheOrderOfThreads) {
  LongestSoFar longest;
  std::vector<std::jthread> threads;
  for (std::uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 20000; ++i)
        longest.add(static_cast<int>((i * 7919 + t) % 100), 4 * i + t);
    });
  threads.clear();
  std::uint64_t first = 80000;
  for (std::uint64_t n = 80000; n-- > 0;)
    if ((n / 4 * 7919 + n % 4) % 100 == 99) first = n;
  EXPECT_EQ(longest.plies(), 99);
  EXPECT_EQ(longest.index(), first);
}

}  // namespace
}  // namespace damiera
