// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace damiera {

/// Files mapped into memory, whose pages in memory are kept below a bound. The system keeps pages
/// that were touched mapped as long as it has memory, and counts them as resident memory of the
/// process. A thread looks at their number every few milliseconds and unmaps them where they are
/// too many. What they hold stays in the files, or in the system's cache of them, and is mapped
/// again where it is touched. Where the system does not tell how many pages are mapped, or has no
/// thread to give, nothing is unmapped. Thread-safe.
class ScratchPages {
 public:
  ScratchPages() = default;
  ScratchPages(const ScratchPages&) = delete;
  ~ScratchPages();

  /// How many bytes may be mapped. Between two looks there may be more.
  void set_bound(std::uint64_t bytes) { bound_.store(bytes, std::memory_order_relaxed); }

  void add(std::span<std::byte> mapping);
  /// Must be called before the mapping ends.
  void remove(std::span<std::byte> mapping);

 private:
  void start();
  void watch();

  std::atomic<std::uint64_t> bound_ = 0;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<std::span<std::byte>> mappings_;
  bool ends_ = false;
  std::thread watcher_;  // runs from the first mapping on
};

}  // namespace damiera
