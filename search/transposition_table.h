// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace damiera {

/// The result of a search of a position, for the side to move.
struct SearchResult {
  /// What the score means.
  enum class Kind : std::uint8_t { exact, at_least, at_most };

  std::int16_t score;
  std::uint8_t depth;  ///< the depth that was searched
  std::uint8_t move;   ///< the number of the best move in the MoveList
  Kind kind;

  bool operator==(const SearchResult&) const = default;
};

/// Remembers results of searches in a bounded number of bytes; a new entry replaces an old one. Any
/// number of threads may use it at once, and none ever waits.
///
/// No lock is needed, because an entry is two words: the data, and the exclusive or of key and
/// data. If two threads write an entry at once, it may get one word of each. Then the exclusive or
/// of the words is not the key that is looked up, and the entry counts as absent. So an entry that
/// is read was written as a whole, for this key.
class TranspositionTable {
 public:
  /// Uses the largest power of two of entries that fits, at least one.
  explicit TranspositionTable(std::size_t bytes)
      : entries_(std::bit_floor(std::max(bytes / sizeof(Entry), std::size_t{1}))) {}

  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  std::optional<SearchResult> find(std::uint64_t key) const {
    const Entry& entry = at(key);
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    const std::uint64_t mixed = entry.mixed.load(std::memory_order_relaxed);
    if (data == 0 || (mixed ^ data) != key) return {};
    return unpacked(data);
  }

  void store(std::uint64_t key, const SearchResult& found) {
    Entry& entry = at(key);
    const std::uint64_t data = packed(found);
    entry.mixed.store(key ^ data, std::memory_order_relaxed);
    entry.data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> mixed = 0, data = 0;  // no data is zero where nothing is stored
  };

  // The highest bit is set, so that no data is zero.
  static std::uint64_t packed(const SearchResult& f) {
    return std::uint64_t{1} << 63 | std::uint64_t(f.kind) << 32 | std::uint64_t{f.depth} << 24 |
           std::uint64_t{f.move} << 16 | static_cast<std::uint16_t>(f.score);
  }
  static SearchResult unpacked(std::uint64_t data) {
    return {static_cast<std::int16_t>(data), static_cast<std::uint8_t>(data >> 24),
            static_cast<std::uint8_t>(data >> 16), SearchResult::Kind(data >> 32 & 3)};
  }

  const Entry& at(std::uint64_t key) const { return entries_[key & (entries_.size() - 1)]; }
  Entry& at(std::uint64_t key) { return entries_[key & (entries_.size() - 1)]; }

  std::vector<Entry> entries_;
};

}  // namespace damiera
