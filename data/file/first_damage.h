// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "rules/result.h"

namespace damiera {

/// Keeps the error of the damaged block with the lowest number, so that a file gives the same error
/// in whatever order threads read its blocks. add() is thread-safe.
class FirstDamage {
 public:
  /// Adds the result of reading a block.
  void add(std::uint64_t block, const Result<void>& read) {
    if (read) return;
    const std::scoped_lock lock{mutex_};
    if (!first_ || block < first_->first) first_.emplace(block, read.error());
  }
  /// The error of the lowest block. Call it after all blocks have been added.
  Result<void> result() const { return first_ ? Result<void>{first_->second} : Result<void>{}; }

 private:
  std::mutex mutex_;
  std::optional<std::pair<std::uint64_t, Error>> first_;
};

}  // namespace damiera
