#include "probe/page_cache.h"

#include <algorithm>
#include <bit>
#include <new>

namespace damiera {

using enum std::memory_order;

PageCache::PageCache(std::size_t bytes) {
  constexpr std::size_t set_bytes = ways * page_words * sizeof(std::uint64_t);
  const std::size_t wanted = std::max<std::size_t>(1, bytes / set_bytes);
  for (std::size_t sets = wanted;; sets /= 2) {
    try {
      take(sets);
      if (sets != wanted) take(std::max<std::size_t>(1, sets / 2));
      return;
    } catch (const std::bad_alloc&) {
      if (sets == 1) throw;
    }
  }
}

void PageCache::take(std::size_t sets) {
  sets_ = std::vector<Set>{};
  words_.reset();
  words_ = std::make_unique_for_overwrite<std::uint64_t[]>(sets * ways * page_words);
  sets_ = std::vector<Set>(sets);
}

// The first page without a mark of use. If all pages are marked, the marks are cleared first.
std::size_t PageCache::victim(Set& set) noexcept {
  constexpr std::uint8_t all = (1U << ways) - 1;
  const std::uint8_t used = set.used.load(relaxed);
  if (used != all) return static_cast<std::size_t>(std::countr_one(used));
  set.used.store(0, relaxed);
  return set.sequence[0].load(relaxed) / 2 % ways;
}

void PageCache::insert(PageKey key, Page page) noexcept {
  const std::uint64_t tag = tag_of(key);
  const std::size_t s = set_of(key);
  Set& set = sets_[s];
  if (set.inserting.test_and_set(acquire)) return;
  const bool held =
      std::ranges::any_of(set.tag, [&](const auto& t) { return t.load(relaxed) == tag; });
  if (!held) {
    const std::size_t way = victim(set);
    const std::uint32_t number = set.sequence[way].load(relaxed);
    set.sequence[way].store(number + 1, relaxed);
    set.tag[way].store(tag, release);
    for (std::size_t w = 0; w < page_words; ++w)
      std::atomic_ref{word_of(s, way, w)}.store(page[w], release);
    set.sequence[way].store(number + 2, release);
    set.used.fetch_or(static_cast<std::uint8_t>(1U << way), relaxed);
  }
  set.inserting.clear(release);
}

}  // namespace damiera
