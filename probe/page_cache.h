// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace damiera {

/// The name of a page: the numbers of a table and of a page in it, both from 0.
struct PageKey {
  std::uint32_t table;
  std::uint64_t page;  ///< below 2^40
};

/// A cache of decoded values in pages of 4 KiB, within a fixed number of bytes. Pages that were not
/// used lately are replaced.
///
/// Any number of threads read and insert. A reader takes no lock and writes at most one mark, that
/// the page was used. Pages are read one word at a time under a sequence number that inserting
/// makes odd and then even again (a seqlock): a word counts only if the number was even and is
/// unchanged after the word was read, so nothing is ever read from a page that was replaced.
class PageCache {
 public:
  static constexpr unsigned page_words_log = 9;
  static constexpr std::size_t page_words = std::size_t{1} << page_words_log;
  using Page = std::span<const std::uint64_t, page_words>;

  /// Holds at most `bytes`, rounded down to whole sets of four pages; one set at least. If the
  /// system does not give this much memory, it takes a quarter to a half of what is available.
  /// Memory is touched only when pages are inserted.
  explicit PageCache(std::size_t bytes);

  /// Word number `word` of a page, if the page is held.
  std::optional<std::uint64_t> find(PageKey key, std::size_t word) const noexcept;
  /// Inserts a page in place of one that was not used lately. Does nothing if another thread is
  /// inserting into the same set: then the page is decoded again at its next use.
  void insert(PageKey key, Page page) noexcept;

  /// The most bytes that the pages may take.
  std::size_t bytes() const { return sets_.size() * ways * page_words * sizeof(std::uint64_t); }
  /// Counts a block that had to be decoded.
  void count_miss() noexcept { misses_.fetch_add(1, std::memory_order_relaxed); }
  /// The number of calls of count_miss().
  std::uint64_t misses() const noexcept { return misses_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t ways = 4;
  /// The tags, sequence numbers and marks of four pages, in one cache line.
  struct alignas(64) Set {
    std::array<std::atomic<std::uint64_t>, ways> tag{};  // of the page held; 0: none
    std::array<std::atomic<std::uint32_t>, ways> sequence{};
    mutable std::atomic<std::uint8_t> used{0};  // a bit for each way; readers set it
    std::atomic_flag inserting;
  };

  static constexpr std::uint64_t tag_of(PageKey key) {
    return (std::uint64_t{key.table} + 1) << 40 | key.page;
  }
  /// Multiples of an irrational number, taken modulo 1, lie evenly: here of the golden ratio for
  /// pages, and of the square root of 3 for tables. With one number for both, the pages of some
  /// tables fell on the same sets.
  std::size_t set_of(PageKey key) const {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15, root = 0xbb67ae8584caa73b;
    const std::uint64_t place = (key.table + 1) * root + key.page * golden;
    return static_cast<std::size_t>((place >> 32) * sets_.size() >> 32);
  }
  std::uint64_t& word_of(std::size_t set, std::size_t way, std::size_t word) const {
    return words_[(set * ways + way) * page_words + word];
  }
  static std::size_t victim(Set& set) noexcept;
  void take(std::size_t sets);

  std::vector<Set> sets_;
  std::unique_ptr<std::uint64_t[]> words_;
  std::atomic<std::uint64_t> misses_{0};
};

inline std::optional<std::uint64_t> PageCache::find(PageKey key, std::size_t word) const noexcept {
  using enum std::memory_order;
  const std::uint64_t tag = tag_of(key);
  const std::size_t s = set_of(key);
  const Set& set = sets_[s];
  for (std::size_t way = 0; way < ways; ++way) {
    const std::uint32_t before = set.sequence[way].load(acquire);
    if (set.tag[way].load(acquire) != tag || before % 2 != 0) continue;
    // Acquiring a word of a later page makes that page's odd number visible to the next line.
    const std::uint64_t found = std::atomic_ref{word_of(s, way, word)}.load(acquire);
    if (set.sequence[way].load(relaxed) != before) return {};
    const auto mark = static_cast<std::uint8_t>(1U << way);
    if ((set.used.load(relaxed) & mark) == 0) set.used.fetch_or(mark, relaxed);
    return found;
  }
  return {};
}

}  // namespace damiera
