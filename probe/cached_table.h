#pragma once

#include "data/table.h"
#include "probe/page_cache.h"

namespace damiera {

/// A table whose values are read one at a time, through a cache of decoded pages. Thread-safe.
class CachedTable {
 public:
  /// `number` tells tables in the same cache apart. The cache must outlive the table.
  CachedTable(Table table, std::uint32_t number, PageCache& cache);

  const Table& table() const { return table_; }

  /// What is stored for a position without capture: in a table of values 0, 1 or 2 for loss, draw
  /// or win, in one of plies the distance of a win or loss, halved in a DTW table. Decodes one
  /// block if the page is not cached, none if the table is read in place. Requires a position of
  /// the slice, and a table with blocks; `index_of` gives its index, if that is needed. Errors:
  /// corrupt, naming file and block.
  template <class IndexOf>
  Result<unsigned> value(const Position& pos, const IndexOf& index_of) const {
    const std::uint64_t n =
        coding_ == Coding::runs ? static_cast<std::uint64_t>(index_of()) : order_.cell(pos);
    if (coding_ == Coding::spans) return table_.value(n);
    const Place at = place(n);
    if (const auto word = cache_->find(at.key, at.word)) return value_in(*word, at);
    return load(at);
  }

 private:
  struct Place {
    PageKey key;
    std::size_t word;  // of the page
    unsigned shift;    // bits below the value in the word
  };
  // All but the block's size are powers of two.
  Place place(std::uint64_t n) const {
    const std::uint64_t block = n / block_positions_, offset = n % block_positions_;
    const unsigned word_log = 6 - bits_log_, page_log = word_log + PageCache::page_words_log;
    return {.key = {number_, block * block_pages_ + (offset >> page_log)},
            .word = offset >> word_log & (PageCache::page_words - 1),
            .shift = static_cast<unsigned>(offset << bits_log_) % 64};
  }
  unsigned value_in(std::uint64_t word, const Place& at) const {
    return static_cast<unsigned>(word >> at.shift) & ((1U << (1U << bits_log_)) - 1);
  }
  Result<unsigned> load(const Place& at) const;
  Result<std::vector<std::uint64_t>> decode(std::uint64_t block) const;

  Table table_;
  Coding coding_;
  CellOrder order_;
  PageCache* cache_;
  std::uint32_t number_;
  unsigned bits_log_;  // of the number of bits that a value has in the cache
  std::uint32_t block_positions_;
  std::uint64_t block_pages_;  // the last may be filled in part
};

}  // namespace damiera
