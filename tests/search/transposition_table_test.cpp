#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace damiera {
namespace {

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table{1 << 12};
  EXPECT_EQ(table.bytes(), 1 << 12);
  EXPECT_FALSE(table.find(0));
  for (const SearchResult::Kind kind :
       {SearchResult::Kind::exact, SearchResult::Kind::at_least, SearchResult::Kind::at_most}) {
    const SearchResult found{.score = -12345, .depth = 200, .move = 255, .kind = kind};
    table.store(77, found);
    EXPECT_EQ(table.find(77), found);
    EXPECT_FALSE(table.find(77 + table.bytes())) << "another key in the same place";
  }
}

TEST(TranspositionTable, KeepsToItsBytes) {
  EXPECT_EQ(TranspositionTable{(1 << 12) + 100}.bytes(), 1 << 12);
  EXPECT_EQ(TranspositionTable{0}.bytes(), 16);
}

// The data of each entry depend on its key, so a mixture of two entries would be noticed.
TEST(TranspositionTable, NeverMixesWhatTwoThreadsStore) {
  TranspositionTable table{64};
  const auto work = [&](std::uint64_t seed) {
    std::mt19937_64 random{seed};
    for (int i = 0; i < 50000; ++i) {
      const std::uint64_t key = random() % 1000 * 0x9e3779b97f4a7c15;
      const SearchResult found{static_cast<std::int16_t>(key >> 48),
                               static_cast<std::uint8_t>(key >> 40),
                               static_cast<std::uint8_t>(key >> 32), SearchResult::Kind::exact};
      table.store(key, found);
      const std::uint64_t asked = random() % 1000 * 0x9e3779b97f4a7c15;
      const auto seen = table.find(asked);
      EXPECT_TRUE(!seen || seen->score == static_cast<std::int16_t>(asked >> 48));
      EXPECT_TRUE(!seen || seen->depth == static_cast<std::uint8_t>(asked >> 40));
    }
  };
  std::thread other{work, 1};
  work(2);
  other.join();
}

}  // namespace
}  // namespace damiera
