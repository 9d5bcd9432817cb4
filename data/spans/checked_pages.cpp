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

CheckedPages::CheckedPages(std::vector<CheckedBytes> pages, std::uint64_t head_bytes)
    : pages_{std::move(pages)},
      all_{joined(pages_)},
      sums_{std::make_unique<std::atomic<const LineSums*>[]>(pages_.size())},
      writing_{std::make_unique<std::mutex>()},
      head_bytes_{head_bytes},
      head_{std::make_unique_for_overwrite<std::byte[]>(head_bytes)} {
  assert(head_bytes <= all_.size());
}

CheckedPages::~CheckedPages() {
  for (std::size_t page = 0; sums_ && page < pages_.size(); ++page) delete sums_[page].load();
}

std::span<const std::byte> CheckedPages::line(std::uint64_t number) const {
  const std::uint64_t begin = number * line_bytes;
  return all_.subspan(begin, std::min<std::uint64_t>(line_bytes, all_.size() - begin));
}

CheckedPages::LineSums CheckedPages::sums_of(std::size_t page) const {
  LineSums sums{};
  const std::uint64_t first = page * sums.size();
  const std::uint64_t lines = (pages_[page].bytes.size() + line_bytes - 1) / line_bytes;
  for (std::uint64_t n = 0; n < lines; ++n) sums[n] = sum_of(line(first + n));
  return sums;
}

// The page's checksum is taken last: it shows changes made before it, and the checksums of lines
// show changes made after it.
Result<void> CheckedPages::read_page(std::size_t page) const {
  const std::uint64_t begin = page * page_bytes;
  const auto in_head = pages_[page].bytes.first(std::min<std::uint64_t>(
      pages_[page].bytes.size(), head_bytes_ - std::min(head_bytes_, begin)));
  const std::vector<std::byte> head{in_head.begin(), in_head.end()};
  auto sums = std::make_unique<const LineSums>(sums_of(page));
  if (!pages_[page].intact()) return corrupt("page " + std::to_string(page) + ": checksum differs");
  publish(page, std::move(sums), head);
  return {};
}

// Keeps the sums of another thread that was faster: they may already be in use.
void CheckedPages::publish(std::size_t page, std::unique_ptr<const LineSums> sums,
                           std::span<const std::byte> head) const {
  const std::scoped_lock lock{*writing_};
  if (sums_[page].load(std::memory_order_relaxed)) return;
  std::ranges::copy(head, head_.get() + page * page_bytes);
  sums_[page].store(sums.release(), std::memory_order_release);
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
