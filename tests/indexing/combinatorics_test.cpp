#include "indexing/combinatorics.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(SubsetsBackwards, AreAllFromTheLastToTheFirst) {
  constexpr Bitboard universe{0b1011'0110'1101};
  for (int k = 1; k <= universe.count(); ++k) {
    SubsetsBackwards subsets{k, universe};
    for (std::uint64_t r = choose(universe.count(), k); r-- > 0;) {
      ASSERT_EQ(subsets.set(), unrank(r, k, universe)) << "number " << r << " of " << k;
      ASSERT_EQ(subsets.next(), r > 0);
    }
  }
}

TEST(SubsetsBackwards, GoUpToTheLastSquare) {
  SubsetsBackwards subsets{2, Bitboard::first(50)};
  EXPECT_EQ(subsets.set(), Bitboard::of(Square{49}).with(Square{48}));
  std::uint64_t count = 1;
  while (subsets.next()) ++count;
  EXPECT_EQ(count, choose(50, 2));
}

}  // namespace
}  // namespace damiera
