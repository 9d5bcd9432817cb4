// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "answers/verification/slice_check.h"

namespace damiera {

/// Recomputes the values of whole slices by the definitions of win, draw, loss and distance: it
/// compares each stored value with the values of the position's successors. It holds in memory a
/// slice, its flip and the slices that their conversions lead to (see docs/trust.md). One thread at
/// a time may use it; it works in parallel on the caller's arena.
class ValueChecker {
 public:
  using Progress = std::function<bool(std::uint64_t)>;

  /// `memory`: bytes that may be used.
  ValueChecker(const Tablebase& tables, std::uint64_t memory);
  ValueChecker(const ValueChecker&) = delete;
  ValueChecker& operator=(const ValueChecker&) = delete;
  ~ValueChecker();

  /// Checks every position of a slice. For speed, check slices with fewer pieces first, then with
  /// fewer men, and a slice right before its flip: fewer tables are then read twice. Any thread
  /// calls `progress` with the number of positions it has just checked; false stops the check. The
  /// result then covers some positions only. Errors: missing_table and corrupt, for any table
  /// needed; out_of_memory, which names what is needed.
  Result<SliceCheck> check(const Material& material, const Checked& checked,
                           const Progress& progress);

  class Game;

 private:
  std::unique_ptr<Game> game_;
};

}  // namespace damiera
