// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>

namespace damiera::test {

/// While it exists, operator new of this thread fails: from allocation number `from` on, counted
/// from 0, and for each allocation of more than `most` bytes.
class FailingNew {
 public:
  static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  explicit FailingNew(std::size_t from, std::size_t most = never);
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;
  ~FailingNew();

  /// Whether any allocation failed.
  bool has_failed() const;
};

}  // namespace damiera::test
