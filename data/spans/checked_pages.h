// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "rules/result.h"

namespace damiera {

/// Bytes of a file, and the lower half of their XXH3.
struct CheckedBytes {
  std::span<const std::byte> bytes;
  std::uint32_t checksum;

  /// True if the bytes have the checksum.
  bool intact() const;
};

/// Bytes of a mapped file in pages, each with its checksum in the directory. A page is checked at
/// its first use. Mapped bytes change if the file is changed in place. So the first bytes, the
/// head, are copied when they are checked; for other pages a checksum of each line is kept, which
/// shows whether the line has changed since. These take 1/16 of the memory of the pages read.
/// Thread-safe.
class CheckedPages {
 public:
  static constexpr std::size_t page_bytes = 1 << 16;  ///< of every page but the last
  static constexpr std::size_t line_bytes = 64;       ///< what the processor fetches at once

  /// From byte number `begin` to before `end`.
  struct Part {
    std::uint64_t begin, end;
  };

  /// `pages`: contiguous in memory; all but the last have page_bytes, and together they have at
  /// least `head_bytes`.
  CheckedPages(std::vector<CheckedBytes> pages, std::uint64_t head_bytes);
  CheckedPages(CheckedPages&&) noexcept = default;
  ~CheckedPages();

  /// All bytes as they are mapped, checked or not.
  std::span<const std::byte> bytes() const { return all_; }
  /// The copy of the head. Its checked bytes never change; the others are not set yet.
  std::span<const std::byte> head() const { return {head_.get(), head_bytes_}; }
  /// Whether all pages of the part have been read and found intact.
  bool has_read(Part part) const;
  /// Reads and checks the pages of the part that have not been read yet. Error corrupt, without a
  /// place, for the first damaged page.
  Result<void> read(Part part) const;
  /// Reads and checks all pages in the same way.
  Result<void> read_all() const { return read({0, all_.size()}); }
  /// True if the lines of the part have not changed since their pages were checked. Call it after
  /// using the bytes: if it is true, the bytes were right when they were used. Requires
  /// has_read(part).
  bool is_unchanged(Part part) const;

 private:
  using LineSums = std::array<std::uint32_t, page_bytes / line_bytes>;

  Result<void> read_page(std::size_t page) const;
  LineSums sums_of(std::size_t page) const;
  void publish(std::size_t page, std::unique_ptr<const LineSums> sums,
               std::span<const std::byte> head) const;
  std::span<const std::byte> line(std::uint64_t number) const;

  std::vector<CheckedBytes> pages_;
  std::span<const std::byte> all_;
  std::unique_ptr<std::atomic<const LineSums*>[]> sums_;  // of each page that has been read
  std::unique_ptr<std::mutex> writing_;                   // protects writes to sums_ and head_
  std::uint64_t head_bytes_;
  std::unique_ptr<std::byte[]> head_;  // set as far as its pages have been read
};

inline bool CheckedPages::has_read(Part part) const {
  if (part.begin > part.end || part.end > all_.size()) return false;
  for (std::uint64_t page = part.begin / page_bytes; page * page_bytes < part.end; ++page)
    if (!sums_[page].load(std::memory_order_acquire)) return false;
  return true;
}

}  // namespace damiera
