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

  /// `pages`: contiguous in memory. Error corrupt, without a place, if they cannot hold `spans`
  /// spans, or if `span_values`, values in a span, is not a power of two.
  static Result<SpanReader> make(std::vector<CheckedBytes> pages, PairCodes codes,
                                 std::uint32_t span_values, std::uint32_t spans);

  /// Value number `number`. Allocates memory only for pages that it reads for the first time. Error
  /// corrupt, whose message names no place in the file.
  Result<unsigned> value(std::uint64_t number) const;
  /// Whether all pages that value() needs for value number `number` have been read and found
  /// intact. Thread-safe.
  bool has_read(std::uint64_t number) const;
  /// Prefetches into the processor's cache the bytes that value() reads first, which say where the
  /// codes are. Thread-safe; does not wait.
  void prefetch_place(std::uint64_t number) const;
  /// Prefetches the codes, unless their place is on a page that has not been read yet. Waits for
  /// the bytes that say where they are.
  void prefetch(std::uint64_t number) const;
  /// Reads all pages. Error corrupt, without a place, for the first that is damaged.
  Result<void> read_pages() const;
  /// All values of a span. Error as for value().
  Result<void> read(std::uint64_t span, std::span<std::uint16_t> values) const;

 private:
  SpanReader(std::vector<CheckedBytes> pages, PairCodes codes, std::uint32_t span_values,
             std::uint32_t spans);

  using Part = CheckedPages::Part;

  // Whether a value is found faster from the end of its span. Never in the last span, which may
  // have fewer values, so that its end is not known.
  bool is_near_end(std::uint64_t number) const;
  // Where the codes of a span lie. Reads and checks the pages that have them and the pages that say
  // where they are. Error corrupt, without a place.
  Result<Part> codes_of(std::uint64_t span) const;
  std::span<const std::byte> bytes_of(Part part) const;
  // Error corrupt if the codes of a span have changed since they were checked.
  Result<void> expect_unchanged(std::uint64_t span, Part codes) const;
  // Whether limits() of the span are known.
  bool has_read_place(std::uint64_t span) const;
  // The bytes that say where a span begins and ends. Both parts lie within the table of places, the
  // head.
  Part bases_of(std::uint64_t span) const;
  Part offsets_of(std::uint64_t span) const;
  // Where a span begins and ends, computed from these bytes.
  Part limits(std::uint64_t span) const;

  CheckedPages pages_;
  PairCodes codes_;
  int span_log_;  // the binary logarithm of the number of values in a span
  std::uint32_t spans_;
  std::uint64_t first_offset_, first_code_;  // where these begin among all bytes
};

}  // namespace damiera
