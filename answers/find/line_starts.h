// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "probe/tablebase.h"

namespace damiera {

/// Tells which positions begin a line of best play. Positions must come with the longest first.
class LineStarts {
 public:
  /// `tables` must outlive this, and was opened with distances required.
  explicit LineStarts(const Tablebase& tables) : tables_{tables} {}
  /// False if the position stands on the best line of one that was added before. A drawn position
  /// never does. Errors: as for best_line().
  Result<bool> add(const Position& pos);

 private:
  const Tablebase& tables_;
  std::set<Position> on_lines_;
};

}  // namespace damiera
