// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "rules/result.h"

namespace damiera {

/// The damage of the first block among those that several threads read, so that the same file gives
/// the same error whoever is faster. Thread-safe but for result().
class FirstDamage {
 public:
  /// What reading a block came to.
  void add(std::uint64_t block, const Result<void>& read) {
    if (read) return;
    const std::scoped_lock lock{mutex_};
    if (!first_ || block < first_->first) first_.emplace(block, read.error());
  }
  /// When all blocks were added.
  Result<void> result() const { return first_ ? Result<void>{first_->second} : Result<void>{}; }

 private:
  std::mutex mutex_;
  std::optional<std::pair<std::uint64_t, Error>> first_;
};

}  // namespace damiera
