// SPDX-License-Identifier: MIT
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

#include "rules/result.h"

namespace damiera {

/// Work that many threads share: how far it is, whether it goes on, and what stood in its way.
class Work {
 public:
  /// Called by any thread with positions newly done; returns false to stop.
  using Progress = std::function<bool(std::uint64_t)>;

  explicit Work(const Progress& progress) : progress_{progress} {}

  /// True once it was stopped or has failed: what is found from then on counts for nothing.
  bool is_over() const { return over_.load(std::memory_order_relaxed); }
  void done(std::uint64_t positions) {
    if (!progress_(positions)) over_ = true;
  }
  void fail(const Error& error) {
    const std::scoped_lock lock{mutex_};
    if (!error_) error_ = error;
    over_ = true;
  }
  /// The first error. To be asked when no thread works any more.
  Result<void> result() const { return error_ ? Result<void>{*error_} : Result<void>{}; }

  /// Calls part(first, last) for ranges of 0 to n - 1, in parallel, of about `grain` each.
  template <class Part>
  void share(std::uint64_t n, std::uint64_t grain, const Part& part) {
    using Range = oneapi::tbb::blocked_range<std::uint64_t>;
    oneapi::tbb::parallel_for(Range{0, n, grain}, [&](const Range& range) {
      if (is_over()) return;
      part(range.begin(), range.end());
      done(0);
    });
  }

 private:
  const Progress& progress_;
  std::atomic<bool> over_ = false;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace damiera
