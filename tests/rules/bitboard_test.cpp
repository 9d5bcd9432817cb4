#include "rules/board/bitboard.h"

#include <gtest/gtest.h>

#include <random>

namespace damiera {
namespace {

TEST(Bitboard, HoldsWhatWasPutIn) {
  const Bitboard set = Bitboard{}.with(Square(3)).with(Square(49)).with(Square(3));
  EXPECT_EQ(set.count(), 2);
  EXPECT_TRUE(set.contains(Square(49)));
  EXPECT_EQ(set.without(Square(3)), Bitboard::of(Square(49)));
  EXPECT_TRUE(set.without(Square(3)).without(Square(49)).empty());
}

TEST(Bitboard, FirstAndBelowCountSquares) {
  EXPECT_TRUE(Bitboard::first(0).empty());
  for (int n = 1; n < 64; ++n) {
    EXPECT_EQ(Bitboard::first(n).count(), n);
    EXPECT_EQ(Bitboard::first(63).below(Square(n)), Bitboard::first(n));
  }
}

TEST(Bitboard, IteratesUpwardsThroughNth) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 1000; ++i) {
    const Bitboard set{random() & random()};
    int n = 0;
    Bitboard seen;
    for (Square sq : set) {
      EXPECT_EQ(sq, set.nth(n));
      EXPECT_EQ(set.below(sq).count(), n);
      seen = seen.with(sq);
      ++n;
    }
    EXPECT_EQ(seen, set);
    EXPECT_EQ(n, set.count());
    if (set.any()) {
      EXPECT_EQ(set.lowest(), set.nth(0));
    }
  }
}

TEST(Bitboard, IsAnAlgebraOfSets) {
  std::mt19937_64 random{2};
  for (int i = 0; i < 100; ++i) {
    const Bitboard a{random()}, b{random()};
    EXPECT_EQ(~(a | b), ~a & ~b);
    EXPECT_EQ(a ^ b, (a | b) & ~(a & b));
  }
}

}  // namespace
}  // namespace damiera
