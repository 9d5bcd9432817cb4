// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/table.h"
#include "probe/page_cache.h"
#include "probe/reading.h"

namespace damiera {

/// Reads stored values of one table, in place or from a cache of pages. Thread-safe.
class SliceReader {
 public:
  /// `number` tells tables in the same cache apart. The cache must outlive the table.
  SliceReader(Table table, std::uint32_t number, PageCache& cache);

  const Table& table() const { return table_; }

  /// The stored number of a position without capture. In a table of values it is 0, 1 or 2 for
  /// loss, draw or win; in a table of plies it is the distance of a win or loss, halved in a DTW
  /// table. Decodes one block if the page is not cached, none if the table is read in place.
  /// Requires a position of the slice, and a table with blocks; `index_of` is called if the index
  /// is needed. Errors: corrupt, naming file and block; not_in_memory.
  template <class IndexOf>
  Result<unsigned> value(const Position& pos, const IndexOf& index_of, Reading reading) const {
    const std::uint64_t n = number_of(pos, index_of);
    if (coding_ == Coding::spans) {
      if (reading == Reading::in_memory && !table_.has_read(n)) return not_in_memory();
      return table_.value(n);
    }
    const Place at = place(n);
    if (const auto word = cache_->find(at.key, at.word)) return value_in(*word, at);
    if (reading == Reading::in_memory) return not_in_memory();
    return load(at);
  }

  /// The number of a position's value within the table: values of one block have consecutive
  /// numbers. Requires a valid position of the slice. A table without blocks gives some number.
  template <class IndexOf>
  std::uint64_t number_of(const Position& pos, const IndexOf& index_of) const {
    return needs_index() ? static_cast<std::uint64_t>(index_of()) : order_.cell(pos);
  }

  /// Whether number_of() asks for the index.
  bool needs_index() const { return coding_ == Coding::runs; }

  /// The bytes that all values take in the cache, or in the file if it is read in place.
  std::uint64_t bytes_in_memory() const;
  /// Reads the whole table; decoded values go into the cache. Errors: corrupt.
  Result<void> preload() const;

  /// The text is short enough for std::string to allocate nothing.
  static Error not_in_memory() { return {Error::Code::not_in_memory, "not in memory"}; }

 private:
  struct Place {
    PageKey key;
    std::size_t word;  // of the page
    unsigned shift;    // bits below the value in the word
  };
  // Divides by block_positions_; all other divisors are powers of two.
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
  using Words = std::vector<std::uint64_t>;  // of a block, page by page
  Result<unsigned> load(const Place& at) const;
  Result<Words> decode(std::uint64_t block) const;
  Result<Words> decode_into_cache(std::uint64_t block) const;

  Table table_;
  Coding coding_;
  CellOrder order_;
  PageCache* cache_;
  std::uint32_t number_;
  unsigned bits_log_;  // a value has 2^bits_log_ bits in the cache
  std::uint32_t block_positions_;
  std::uint64_t block_pages_;  // the last may be filled in part
};

}  // namespace damiera
