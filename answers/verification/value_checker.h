// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "answers/verification/slice_check.h"

namespace damiera {

/// Recomputes the values of whole slices from the rules and from the tables themselves, by the
/// definitions of win, draw, loss and distances: each stored value is compared with what the moves
/// of its position lead to. Of a slice and its flip all values are held in memory, and of the
/// slices that their conversions lead to (see docs/trust.md). One thread at a time may use it; it
/// works in parallel on the caller's arena.
class ValueChecker {
 public:
  using Progress = std::function<bool(std::uint64_t)>;

  /// `memory`: bytes that may be used.
  ValueChecker(const Tablebase& tables, std::uint64_t memory);
  ValueChecker(const ValueChecker&) = delete;
  ValueChecker& operator=(const ValueChecker&) = delete;
  ~ValueChecker();

  /// Checks every position of a slice. Slices with fewer pieces, and then with fewer men, had
  /// better come first, and flips one after the other: what was read is then there. `progress` is
  /// called by any thread with positions newly done, and returns false to stop early: what is found
  /// then is of some positions only. Errors: missing_table and corrupt, of any table that is
  /// needed; out_of_memory, which names what is needed.
  Result<SliceCheck> check(const Material& material, const Checked& checked,
                           const Progress& progress);

  class Game;

 private:
  std::unique_ptr<Game> game_;
};

}  // namespace damiera
