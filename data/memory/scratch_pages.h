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
/// process. A thread checks their number every few milliseconds, and unmaps them if there are too
/// many. Their content stays in the files, or in the system's cache of the files, and is mapped
/// again when it is touched. If the system does not say how many pages are mapped, or cannot start
/// a thread, nothing is unmapped. Thread-safe.
class ScratchPages {
 public:
  ScratchPages() = default;
  ScratchPages(const ScratchPages&) = delete;
  ~ScratchPages();

  /// How many bytes may be mapped. Between two checks there may be more.
  void set_bound(std::uint64_t bytes) { bound_.store(bytes, std::memory_order_relaxed); }

  void add(std::span<std::byte> mapping);
  /// Must be called before the mapping ends.
  void remove(std::span<std::byte> mapping);

 private:
  void start();
  void watch(std::uint64_t others);

  std::atomic<std::uint64_t> bound_ = 0;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::vector<std::span<std::byte>> mappings_;
  bool ends_ = false;
  std::thread watcher_;  // runs from the first mapping on
};

}  // namespace damiera
