// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

#include "data/spans/pair_codes.h"
#include "rules/result.h"

namespace damiera {

/// Bytes of a file, and the lower half of their XXH3.
struct CheckedBytes {
  std::span<const std::byte> bytes;
  std::uint32_t checksum;

  /// Whether they are what was written.
  bool intact() const;
};

/// The table of where spans of codes begin, and where the last one ends, that precedes them.
/// `begins`: for each span, and then the end. Nothing if one lies too far from its neighbours.
std::optional<std::vector<std::byte>> span_places(std::span<const std::uint32_t> begins);

/// Values read in place: spans of codes, and where each begins. Each page of the file is checked
/// when something in it is first asked for. Thread-safe.
class SpanReader {
 public:
  static constexpr std::size_t page_bytes = 1 << 16;  ///< of every page but the last

  /// `pages`: the bytes of all pages one after the other. Error corrupt, without a place, if they
  /// cannot hold `spans` spans, or if `span_values`, values in a span, is no power of two.
  static Result<SpanReader> make(std::vector<CheckedBytes> pages, PairCodes codes,
                                 std::uint32_t span_values, std::uint32_t spans);

  /// Value number `number`. Allocates nothing. Error corrupt, without a place.
  Result<unsigned> value(std::uint64_t number) const;
  /// Whether all pages that value() needs for it have been read and found intact. Thread-safe.
  bool has_read(std::uint64_t number) const;
  /// Has the processor fetch what value() will read first: where the codes are. Thread-safe; waits
  /// for nothing.
  void prefetch_place(std::uint64_t number) const;
  /// And the codes, unless their place is on a page that was not read yet. Waits for that place.
  void prefetch(std::uint64_t number) const;
  /// Reads all pages. Error corrupt, without a place, for the first that is damaged.
  Result<void> read_pages() const;
  /// All values of a span. Error as for value().
  Result<void> read(std::uint64_t span, std::span<std::uint16_t> values) const;

 private:
  SpanReader(std::vector<CheckedBytes> pages, PairCodes codes, std::uint32_t span_values,
             std::uint32_t spans);

  // Part of all bytes.
  struct Part {
    std::uint64_t begin, end;
  };

  // Whether a value is found sooner from the end of its span, if that is known: the last span may
  // have fewer values.
  bool is_near_end(std::uint64_t number) const;
  Result<std::span<const std::byte>> codes_of(std::uint64_t span) const;
  // What tells where a span begins and ends; both lie within the table of places.
  Part bases_of(std::uint64_t span) const;
  Part offsets_of(std::uint64_t span) const;
  // Where it begins and ends, as these say.
  Part limits(std::uint64_t span) const;
  bool has_read(Part part) const;
  // Once it is true, nothing is left to check.
  bool has_read_all() const;
  // Whether all pages of these bytes are intact.
  Result<void> check(Part part) const;
  Result<void> check(std::size_t page) const;

  std::vector<CheckedBytes> pages_;
  std::unique_ptr<std::atomic<bool>[]> intact_;       // of pages found to be so
  std::unique_ptr<std::atomic<std::size_t>> unread_;  // pages
  std::span<const std::byte> all_;
  PairCodes codes_;
  int span_log_;  // of values in a span
  std::uint32_t spans_;
  std::uint64_t first_offset_, first_code_;  // where these begin among all bytes
};

}  // namespace damiera
