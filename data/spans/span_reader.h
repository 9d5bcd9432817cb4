// SPDX-License-Identifier: MIT
#pragma once

#include "data/spans/checked_pages.h"
#include "data/spans/pair_codes.h"
#include "rules/result.h"

namespace damiera {

/// The table of places that stands before the spans in a file: it says where each span begins and
/// where the last one ends. `begins`: for each span, and then the end. Nothing if a span lies too
/// far from its neighbours.
std::optional<std::vector<std::byte>> span_places(std::span<const std::uint32_t> begins);

/// Values read in place: spans of codes, and the table of where each span begins. The bytes that a
/// value is read from are checked each time, so that a file that is changed in place gives no wrong
/// value. Thread-safe.
class SpanReader {
 public:
  static constexpr std::size_t page_bytes = CheckedPages::page_bytes;

  /// `pages`: the bytes of all pages one after the other. Error corrupt, without a place, if they
  /// cannot hold `spans` spans, or if `span_values`, values in a span, is no power of two.
  static Result<SpanReader> make(std::vector<CheckedBytes> pages, PairCodes codes,
                                 std::uint32_t span_values, std::uint32_t spans);

  /// Value number `number`. Allocates only the kept data of pages that were not read before. Error
  /// corrupt, whose message names no place in the file.
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

  using Part = CheckedPages::Part;

  // Whether a value is found sooner from the end of its span, if that is known: the last span may
  // have fewer values.
  bool is_near_end(std::uint64_t number) const;
  // Of pages that have been read. Error corrupt, without a place.
  Result<Part> codes_of(std::uint64_t span) const;
  std::span<const std::byte> bytes_of(Part part) const;
  // Whether the codes of a span are what was checked.
  Result<void> expect_unchanged(std::uint64_t span, Part codes) const;
  // Whether limits() of the span are known.
  bool has_read_place(std::uint64_t span) const;
  // What tells where a span begins and ends; both lie within the table of places, the head.
  Part bases_of(std::uint64_t span) const;
  Part offsets_of(std::uint64_t span) const;
  // Where it begins and ends, as these say.
  Part limits(std::uint64_t span) const;

  CheckedPages pages_;
  PairCodes codes_;
  int span_log_;  // of values in a span
  std::uint32_t spans_;
  std::uint64_t first_offset_, first_code_;  // where these begin among all bytes
};

}  // namespace damiera
