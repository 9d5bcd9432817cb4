#include "data/spans/checked_pages.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "data/file/checksum.h"

namespace damiera {

namespace {

std::span<const std::byte> joined(const std::vector<CheckedBytes>& pages) {
  if (pages.empty()) return {};
  return {pages.front().bytes.data(), pages.back().bytes.data() + pages.back().bytes.size()};
}

std::uint32_t sum_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(checksum(bytes));
}

}  // namespace

bool CheckedBytes::intact() const { return bytes.empty() || sum_of(bytes) == checksum; }

CheckedPages::CheckedPages(std::vector<CheckedBytes> pages)
    : pages_{std::move(pages)},
      sums_{std::make_unique<std::atomic<const LineSums*>[]>(pages_.size())},
      all_{joined(pages_)} {}

CheckedPages::~CheckedPages() {
  for (std::size_t page = 0; sums_ && page < pages_.size(); ++page) delete sums_[page].load();
}

std::span<const std::byte> CheckedPages::line(std::uint64_t number) const {
  const std::uint64_t begin = number * line_bytes;
  return all_.subspan(begin, std::min<std::uint64_t>(line_bytes, all_.size() - begin));
}

Result<void> CheckedPages::read_page(std::size_t page) const {
  auto sums = std::make_unique<LineSums>();
  const std::uint64_t first = page * sums->size();
  const std::uint64_t lines = (pages_[page].bytes.size() + line_bytes - 1) / line_bytes;
  for (std::uint64_t n = 0; n < lines; ++n) (*sums)[n] = sum_of(line(first + n));
  // Only now: what changes in between differs from the page's checksum, or else from that of its
  // line when it is used.
  if (!pages_[page].intact()) return corrupt("page " + std::to_string(page) + ": checksum differs");
  const LineSums* none = nullptr;
  if (sums_[page].compare_exchange_strong(none, sums.get(), std::memory_order_acq_rel))
    static_cast<void>(sums.release());
  return {};
}

Result<void> CheckedPages::read(Part part) const {
  for (std::uint64_t page = part.begin / page_bytes; page * page_bytes < part.end; ++page) {
    if (sums_[page].load(std::memory_order_acquire)) continue;
    if (auto read = read_page(page); !read) return read;
  }
  return {};
}

bool CheckedPages::is_unchanged(Part part) const {
  assert(has_read(part));
  constexpr std::size_t lines = LineSums{}.size();
  for (std::uint64_t n = part.begin / line_bytes; n * line_bytes < part.end; ++n)
    if ((*sums_[n / lines].load(std::memory_order_relaxed))[n % lines] != sum_of(line(n)))
      return false;
  return true;
}

}  // namespace damiera
