#include "data/span_reader.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "data/checksum.h"

namespace damiera {

namespace {

std::span<const std::byte> joined(const std::vector<CheckedBytes>& pages) {
  if (pages.empty()) return {};
  return {pages.front().bytes.data(), pages.back().bytes.data() + pages.back().bytes.size()};
}

}  // namespace

bool CheckedBytes::intact() const {
  return bytes.empty() || static_cast<std::uint32_t>(damiera::checksum(bytes)) == checksum;
}

SpanReader::SpanReader(std::vector<CheckedBytes> pages, PairCodes codes, std::uint32_t span_values,
                       std::uint32_t spans)
    : pages_{std::move(pages)},
      intact_{std::make_unique<std::atomic<bool>[]>(pages_.size())},
      all_{joined(pages_)},
      codes_{std::move(codes)},
      span_log_{std::countr_zero(span_values)},
      spans_{spans} {}

Result<SpanReader> SpanReader::make(std::vector<CheckedBytes> pages, PairCodes codes,
                                    std::uint32_t span_values, std::uint32_t spans) {
  for (std::size_t n = 0; n + 1 < pages.size(); ++n)
    if (pages[n].bytes.size() != page_bytes)
      return corrupt("directory: page " + std::to_string(n) + " is not full");
  if (!std::has_single_bit(span_values))
    return corrupt("block positions: found " + std::to_string(span_values) +
                   ", expected a power of two");
  SpanReader reader{std::move(pages), std::move(codes), span_values, spans};
  if (reader.all_.size() / 4 <= spans) return corrupt("directory: no room for the spans");
  return reader;
}

Result<void> SpanReader::check(std::size_t page) const {
  // relaxed: pages never change, and whoever finds one unchecked checks it again
  if (intact_[page].load(std::memory_order_relaxed)) return {};
  if (!pages_[page].intact()) return corrupt("page " + std::to_string(page) + ": checksum differs");
  intact_[page].store(true, std::memory_order_relaxed);
  return {};
}

Result<std::span<const std::byte>> SpanReader::bytes(std::uint64_t begin,
                                                     std::uint64_t size) const {
  if (begin > all_.size() || size > all_.size() - begin) return corrupt("a span beyond the end");
  for (std::uint64_t page = begin / page_bytes; page * page_bytes < begin + size; ++page)
    if (auto checked = check(page); !checked) return checked.error();
  return all_.subspan(begin, size);
}

SpanReader::Limits SpanReader::limits(std::uint64_t span) const {
  static_assert(std::endian::native == std::endian::little);
  std::array<std::uint32_t, 2> found;
  std::memcpy(found.data(), &all_[4 * span], sizeof found);
  const std::uint64_t first = 4 * (std::uint64_t{spans_} + 1);
  return {first + found[0], first + found[1]};
}

Result<std::span<const std::byte>> SpanReader::codes_of(std::uint64_t span) const {
  if (const auto places = bytes(4 * span, 8); !places) return places.error();
  const auto [begin, end] = limits(span);
  if (end < begin) return corrupt("span " + std::to_string(span) + ": ends before it begins");
  return bytes(begin, end - begin);
}

bool SpanReader::has_read(std::uint64_t begin, std::uint64_t size) const {
  if (begin > all_.size() || size > all_.size() - begin) return false;
  for (std::uint64_t page = begin / page_bytes; page * page_bytes < begin + size; ++page)
    if (!intact_[page].load(std::memory_order_relaxed)) return false;
  return true;
}

bool SpanReader::has_read(std::uint64_t number) const {
  const std::uint64_t span = number >> span_log_;
  if (!has_read(4 * span, 8)) return false;
  const auto [begin, end] = limits(span);
  return begin <= end && has_read(begin, end - begin);
}

Result<void> SpanReader::read_pages() const {
  for (std::size_t page = 0; page < pages_.size(); ++page)
    if (auto checked = check(page); !checked) return checked;
  return {};
}

Result<unsigned> SpanReader::value(std::uint64_t number) const {
  const std::uint64_t span = number >> span_log_;
  const auto codes = codes_of(span);
  if (!codes) return codes.error();
  const auto offset = static_cast<std::uint32_t>(number - (span << span_log_));
  const auto value = codes_.value(*codes, offset);
  if (!value) return corrupt("span " + std::to_string(span) + ": too short");
  return unsigned{*value};
}

Result<void> SpanReader::read(std::uint64_t span, std::span<std::uint16_t> values) const {
  const auto codes = codes_of(span);
  if (!codes) return codes.error();
  if (!codes_.decode(*codes, values))
    return corrupt("span " + std::to_string(span) + ": another number of values");
  return {};
}

}  // namespace damiera
