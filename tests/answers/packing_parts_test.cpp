// How a list of tables is cut where more of them would not fit into memory.

#include <gtest/gtest.h>

#include "answers/packing/pack_folder.h"

namespace damiera {
namespace {

using Ends = std::vector<std::size_t>;

Ends parts(const std::vector<std::uint64_t>& bytes, std::size_t at_once, std::uint64_t memory) {
  return packing_parts(bytes, at_once, memory);
}

TEST(PackingParts, AreCutWhereMoreWouldNotFit) {
  EXPECT_EQ(parts({}, 4, 10), Ends{});
  EXPECT_EQ(parts({3, 3, 3}, 4, 10), Ends{3});
  EXPECT_EQ(parts({3, 3, 3, 3, 3}, 4, 10), (Ends{3, 5}));
}

TEST(PackingParts, CountTheLargestThatAreWorkedAtTogether) {
  EXPECT_EQ(parts({1, 5, 1, 5, 1}, 2, 10), Ends{5});
  EXPECT_EQ(parts({1, 5, 1, 6, 1}, 2, 10), (Ends{3, 5}));
  EXPECT_EQ(parts({8, 8, 8}, 1, 10), Ends{3});
}

TEST(PackingParts, HaveATableThatAloneTakesMore) {
  EXPECT_EQ(parts({20, 1, 20, 20}, 4, 10), (Ends{1, 2, 3, 4}));
  EXPECT_EQ(parts({20}, 4, 0), Ends{1});
}

}  // namespace
}  // namespace damiera
