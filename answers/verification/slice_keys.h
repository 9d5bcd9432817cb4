// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "answers/verification/keys.h"
#include "answers/verification/king_sets.h"
#include "answers/verification/work.h"
#include "indexing/slice_index.h"

namespace damiera {

/// The keys of all positions of a slice, by index, with a bit for each that has a capture.
template <Rules R>
struct SliceKeys {
  explicit SliceKeys(const Material& m)
      : index{m}, keys{new Key[index.size()]}, captures(index.size() / 64 + 1) {}

  const Material& material() const { return index.material(); }
  std::uint64_t lanes() const { return index.kings().lane_count(); }
  /// Placements, in each men block, of the kings of the side without lane kings.
  std::uint64_t others() const { return index.kings().count() / lanes(); }
  /// Rows of each men block: one for each of others() and each run of kings.
  std::uint64_t rows() const { return others() * index.runs().count(); }

  /// Sets every key to key_of(its number).
  template <class KeyOf>
  void fill(const KeyOf& key_of) {
    for_ranges(index.size(), 1 << 14, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t n = first; n < last; ++n) keys[n] = key_of(n);
    });
  }

  bool is_capture(std::uint64_t n) const { return captures[n / 64] >> n % 64 & 1; }
  /// Marks position n + i for each bit i of `marks`. Thread-safe.
  void mark_captures(std::uint64_t n, std::uint64_t marks) {
    mark(n / 64, marks << n % 64);
    if (n % 64 != 0) mark(n / 64 + 1, marks >> (64 - n % 64));
  }
  /// Bytes that the slice takes.
  static std::uint64_t bytes(std::uint64_t positions) {
    return positions * sizeof(Key) + positions / 8;
  }

  SliceIndex<R> index;
  std::unique_ptr<Key[]> keys;
  std::vector<std::uint64_t> captures;
  bool has_values = true, has_plies = true;  ///< false: not stored; the moves give them

 private:
  void mark(std::uint64_t word, std::uint64_t marks) {
    if (marks == 0) return;  // the word may lie beyond the end
    std::atomic_ref{captures[word]}.fetch_or(marks, std::memory_order_relaxed);
  }
};

/// Goes through rows `first` to `last` without runs of kings; a slice has blocks() * others() of
/// them. In a row only the lane kings move. The rows of a men block are neighbours, so each block
/// gets one call visit(block, men, first placement of the other kings, one past the last).
template <Rules R, class Visit>
void each_block(const SliceKeys<R>& slice, std::uint64_t first, std::uint64_t last,
                const Visit& visit) {
  if (first == last) return;
  const std::uint64_t others = slice.others();
  for (MenBlocks<R> blocks{slice.index, first / others}; first < last; blocks.next()) {
    const std::uint64_t block = first / others, begin = first % others;
    const std::uint64_t end = std::min(others, begin + last - first);
    visit(block, blocks.men(), begin, end);
    first += end - begin;
  }
}

}  // namespace damiera
