// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

#include "rules/result.h"

namespace damiera {

/// Processes the numbers from `first` to `last` - 1.
using Part = std::function<void(std::uint64_t first, std::uint64_t last)>;

/// Calls part(first, last) for ranges of 0 to n - 1, in parallel, of about `grain` each. Not a
/// template: the loops of oneTBB take long to compile, and each game would have its own.
void for_ranges(std::uint64_t n, std::uint64_t grain, const Part& part);

/// Work that many threads share: its progress, whether it was stopped, and its first error.
class Work {
 public:
  /// Any thread calls this with the number of positions it has just done; false stops the work.
  using Progress = std::function<bool(std::uint64_t)>;

  explicit Work(const Progress& progress) : progress_{progress} {}

  /// True once the work was stopped or has failed: ignore all later results.
  bool is_over() const { return over_.load(std::memory_order_relaxed); }
  void done(std::uint64_t positions) {
    if (!progress_(positions)) over_ = true;
  }
  void fail(const Error& error) {
    const std::scoped_lock lock{mutex_};
    if (!error_) error_ = error;
    over_ = true;
  }
  /// The first error. Call it when no thread works any more.
  Result<void> result() const { return error_ ? Result<void>{*error_} : Result<void>{}; }

  /// Calls part(first, last) for ranges of 0 to n - 1, in parallel, of about `grain` each, until
  /// the work is over.
  void share(std::uint64_t n, std::uint64_t grain, const Part& part) {
    for_ranges(n, grain, [&](std::uint64_t first, std::uint64_t last) {
      if (is_over()) return;
      part(first, last);
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
