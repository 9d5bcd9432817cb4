#include "probe/page_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "tests/support/thorough.h"

namespace damiera {
namespace {

/// A word that identifies its page and its place in it.
std::uint64_t word_of(PageKey key, std::size_t word) {
  return std::uint64_t{key.table} << 48 | key.page << 16 | word;
}

void insert(PageCache& cache, PageKey key) {
  std::vector<std::uint64_t> words(PageCache::page_words);
  for (std::size_t w = 0; w < words.size(); ++w) words[w] = word_of(key, w);
  cache.insert(key, std::span{words}.first<PageCache::page_words>());
}

TEST(PageCache, HoldsWhatWasInserted) {
  PageCache cache{1 << 20};
  EXPECT_FALSE(cache.find({0, 0}, 0));
  insert(cache, {0, 0});
  insert(cache, {3, 17});
  EXPECT_EQ(cache.find({0, 0}, 511), word_of({0, 0}, 511));
  EXPECT_EQ(cache.find({3, 17}, 5), word_of({3, 17}, 5));
  EXPECT_FALSE(cache.find({17, 3}, 5));
}

TEST(PageCache, HoldsNoMoreThanItsBytes) {
  constexpr std::size_t pages = 64;
  PageCache cache{pages * 4096};
  for (std::uint64_t page = 0; page < 10 * pages; ++page) insert(cache, {1, page});
  std::size_t held = 0;
  for (std::uint64_t page = 0; page < 10 * pages; ++page)
    held += cache.find({1, page}, 0).has_value();
  EXPECT_LE(held, pages);
  EXPECT_GE(held, pages / 2);  // sets are filled by chance, but nearly all are
}

/// The share of pages that are lost when tables of 1 to 46 pages are read into a cache that has
/// `room` times as many. The numbers of the tables are `step` apart.
double share_lost(std::uint32_t tables, std::uint32_t step, std::size_t room) {
  std::mt19937 random{step};
  std::vector<PageKey> keys;
  for (std::uint32_t t = 0; t < tables; ++t)
    for (std::uint64_t pages = 1 + random() % 46; pages-- > 0;) keys.push_back({t * step, pages});
  PageCache cache{room * keys.size() * sizeof(PageCache::Page::element_type) *
                  PageCache::page_words};
  for (const PageKey key : keys) insert(cache, key);
  const auto lost = std::ranges::count_if(keys, [&](PageKey key) { return !cache.find(key, 0); });
  return static_cast<double>(lost) / static_cast<double>(keys.size());
}

// docs/engines.md promises these shares to engines.
TEST(PageCache, LosesFewPagesWhereThereIsRoom) {
  for (const std::uint32_t tables : {20u, 41u, 90u})
    for (const std::uint32_t step : {1u, 2u, 3u, 5u, 6u}) {
      EXPECT_LT(share_lost(tables, step, 2), 1.0 / 40) << tables << " tables, " << step;
      EXPECT_LT(share_lost(tables, step, 4), 1.0 / 400) << tables << " tables, " << step;
    }
}

TEST(PageCache, KeepsWhatIsUsed) {
  PageCache cache{0};  // four pages
  insert(cache, {1, 0});
  for (std::uint64_t page = 1; page < 3; ++page) insert(cache, {1, page});
  EXPECT_TRUE(cache.find({1, 0}, 0));
  insert(cache, {1, 3});
  EXPECT_TRUE(cache.find({1, 0}, 0));
}

// Pages replace each other all the time, and yet no reader ever gets a word of another page.
TEST(PageCache, NeverGivesAWordOfAnotherPage) {
  PageCache cache{0};
  const auto random_key = [](std::mt19937& random) {
    return PageKey{static_cast<std::uint32_t>(random() % 2), random() % 4};
  };
  std::atomic<int> inserting = 2;
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random{t};
      for (int i = 0; i < (thorough ? 100'000 : 10'000); ++i) insert(cache, random_key(random));
      --inserting;
    });
    threads.emplace_back([&, t] {
      std::mt19937 random{t + 2};
      while (inserting > 0) {
        const PageKey key = random_key(random);
        const std::size_t word = random() % PageCache::page_words;
        const auto found = cache.find(key, word);
        ASSERT_EQ(found.value_or(word_of(key, word)), word_of(key, word));
      }
    });
  }
}

}  // namespace
}  // namespace damiera
