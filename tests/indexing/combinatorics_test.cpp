#include "indexing/combinatorics.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

constexpr Bitboard universe{0b1011'0110'1101};

TEST(Subsets, AreAllInOrder) {
  for (int k = 0; k <= universe.count(); ++k) {
    const std::uint64_t all = choose(universe.count(), k);
    Subsets subsets{0, k, universe};
    for (std::uint64_t r = 0; r < all; ++r) {
      ASSERT_EQ(subsets.set(), unrank(r, k, universe)) << "number " << r << " of " << k;
      ASSERT_EQ(subsets.next(), r + 1 < all);
    }
    EXPECT_EQ(subsets.set(), unrank(all - 1, k, universe));
  }
}

TEST(Subsets, AreAllInOrderBackwards) {
  for (int k = 0; k <= universe.count(); ++k) {
    Subsets subsets{choose(universe.count(), k) - 1, k, universe};
    for (std::uint64_t r = choose(universe.count(), k); r-- > 0;) {
      ASSERT_EQ(subsets.set(), unrank(r, k, universe)) << "number " << r << " of " << k;
      ASSERT_EQ(subsets.previous(), r > 0);
    }
    EXPECT_EQ(subsets.set(), unrank(0, k, universe));
  }
}

TEST(Subsets, BeginAnywhereAndTurnBack) {
  for (std::uint64_t r = 1; r + 1 < choose(universe.count(), 3); ++r) {
    Subsets subsets{r, 3, universe};
    ASSERT_TRUE(subsets.next());
    ASSERT_TRUE(subsets.previous());
    ASSERT_TRUE(subsets.previous());
    ASSERT_EQ(subsets.set(), unrank(r - 1, 3, universe));
  }
}

TEST(Subsets, GoUpToTheLastSquare) {
  Subsets subsets{choose(50, 2) - 1, 2, Bitboard::first(50)};
  EXPECT_EQ(subsets.set(), Bitboard::of(Square{49}).with(Square{48}));
  EXPECT_FALSE(subsets.next());
}

}  // namespace
}  // namespace damiera
