#include "data/spans/span_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string>

#include "data/file/bytes.h"

namespace damiera {

namespace {

// The place of a span is stored as its distance from the first span of its group; a group has
// 2^group_log spans.
constexpr int group_log = 6;

// Bytes of bases and offsets.
std::uint64_t bases_bytes(std::uint64_t spans) { return 4 * ((spans >> group_log) + 1); }
std::uint64_t offsets_bytes(std::uint64_t spans) { return 2 * (spans + 1); }

template <class T>
T at(std::span<const std::byte> bytes, std::uint64_t begin) {
  static_assert(std::endian::native == std::endian::little);
  T found;
  std::memcpy(&found, &bytes[begin], sizeof found);
  return found;
}

}  // namespace

std::optional<std::vector<std::byte>> span_places(std::span<const std::uint32_t> begins) {
  std::vector<std::byte> places;
  ByteWriter out{places};
  const auto base = [&](std::size_t n) { return begins[n >> group_log << group_log]; };
  for (std::size_t n = 0; n < begins.size(); n += std::size_t{1} << group_log) out.put(base(n));
  for (std::size_t n = 0; n < begins.size(); ++n) {
    const std::uint32_t offset = begins[n] - base(n);
    if (offset > std::numeric_limits<std::uint16_t>::max()) return {};
    out.put(static_cast<std::uint16_t>(offset));
  }
  return places;
}

SpanReader::SpanReader(std::vector<CheckedBytes> pages, PairCodes codes, std::uint32_t span_values,
                       std::uint32_t spans)
    : pages_{std::move(pages), bases_bytes(spans) + offsets_bytes(spans)},
      codes_{std::move(codes)},
      span_log_{std::countr_zero(span_values)},
      spans_{spans},
      first_offset_{bases_bytes(spans)},
      first_code_{first_offset_ + offsets_bytes(spans)} {}

Result<SpanReader> SpanReader::make(std::vector<CheckedBytes> pages, PairCodes codes,
                                    std::uint32_t span_values, std::uint32_t spans) {
  for (std::size_t n = 0; n + 1 < pages.size(); ++n)
    if (pages[n].bytes.size() != page_bytes)
      return corrupt("directory: page " + std::to_string(n) + " is not full");
  if (!std::has_single_bit(span_values))
    return corrupt("block positions: found " + std::to_string(span_values) +
                   ", expected a power of two");
  std::uint64_t bytes = 0;
  for (const CheckedBytes& page : pages) bytes += page.bytes.size();
  if (bytes < bases_bytes(spans) + offsets_bytes(spans))
    return corrupt("directory: no room for the spans");
  return SpanReader{std::move(pages), std::move(codes), span_values, spans};
}

SpanReader::Part SpanReader::bases_of(std::uint64_t span) const {
  return {4 * (span >> group_log), 4 * ((span + 1) >> group_log) + 4};
}
SpanReader::Part SpanReader::offsets_of(std::uint64_t span) const {
  return {first_offset_ + 2 * span, first_offset_ + 2 * span + 4};
}
SpanReader::Part SpanReader::limits(std::uint64_t span) const {
  const auto bases = bases_of(span), offsets = offsets_of(span);
  const auto head = pages_.head();
  return {
      first_code_ + at<std::uint32_t>(head, bases.begin) + at<std::uint16_t>(head, offsets.begin),
      first_code_ + at<std::uint32_t>(head, bases.end - 4) +
          at<std::uint16_t>(head, offsets.end - 2)};
}

Result<SpanReader::Part> SpanReader::codes_of(std::uint64_t span) const {
  if (const auto read = pages_.read(bases_of(span)); !read) return read.error();
  if (const auto read = pages_.read(offsets_of(span)); !read) return read.error();
  const Part codes = limits(span);
  if (codes.end < codes.begin)
    return corrupt("span " + std::to_string(span) + ": ends before it begins");
  if (codes.end > pages_.bytes().size()) return corrupt("a span beyond the end");
  if (const auto read = pages_.read(codes); !read) return read.error();
  return codes;
}

std::span<const std::byte> SpanReader::bytes_of(Part part) const {
  return pages_.bytes().subspan(part.begin, part.end - part.begin);
}

Result<void> SpanReader::expect_unchanged(std::uint64_t span, Part codes) const {
  if (pages_.is_unchanged(codes)) return {};
  return corrupt("span " + std::to_string(span) + ": the file was changed since it was read");
}

bool SpanReader::has_read_place(std::uint64_t span) const {
  return pages_.has_read(bases_of(span)) && pages_.has_read(offsets_of(span));
}

bool SpanReader::has_read(std::uint64_t number) const {
  const std::uint64_t span = number >> span_log_;
  return has_read_place(span) && pages_.has_read(limits(span));
}

void SpanReader::prefetch_place(std::uint64_t number) const {
  __builtin_prefetch(&pages_.head()[offsets_of(number >> span_log_).begin]);
}

void SpanReader::prefetch(std::uint64_t number) const {
  constexpr std::uint64_t line = 64, most = 2 * line;
  const std::uint64_t span = number >> span_log_;
  if (!has_read_place(span)) return;
  const auto all = pages_.bytes();
  const auto [begin, end] = limits(span);
  if (begin > end || end > all.size()) return;
  const bool near_end = is_near_end(number);
  for (std::uint64_t n = 0; n < std::min(end - begin, most); n += line)
    __builtin_prefetch(&all[near_end ? end - 1 - n : begin + n]);
}

Result<void> SpanReader::read_pages() const { return pages_.read_all(); }

bool SpanReader::is_near_end(std::uint64_t number) const {
  const std::uint64_t half = (std::uint64_t{1} << span_log_) / 2;
  return (number & half) != 0 && (number >> span_log_) + 1 < spans_;
}

Result<unsigned> SpanReader::value(std::uint64_t number) const {
  const std::uint64_t span = number >> span_log_;
  const auto codes = codes_of(span);
  if (!codes) return codes.error();
  const std::uint32_t last = (std::uint32_t{1} << span_log_) - 1;
  const std::uint32_t offset = static_cast<std::uint32_t>(number) & last;
  const auto value = is_near_end(number) ? codes_.value_from_end(bytes_of(*codes), last - offset)
                                         : codes_.value(bytes_of(*codes), offset);
  if (const auto same = expect_unchanged(span, *codes); !same) return same.error();
  if (!value) return corrupt("span " + std::to_string(span) + ": too short");
  return unsigned{*value};
}

Result<void> SpanReader::read(std::uint64_t span, std::span<std::uint16_t> values) const {
  const auto codes = codes_of(span);
  if (!codes) return codes.error();
  const bool decoded = codes_.decode(bytes_of(*codes), values);
  if (auto same = expect_unchanged(span, *codes); !same) return same;
  if (!decoded) return corrupt("span " + std::to_string(span) + ": another number of values");
  return {};
}

}  // namespace damiera
