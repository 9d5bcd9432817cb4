// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "probe/tablebase.h"

namespace damiera {

/// Finds out which positions begin a line of best play. Positions with longer distances must be
/// added first.
class LineStarts {
 public:
  /// `tables` must outlive this, and must have been opened with distances required.
  explicit LineStarts(const Tablebase& tables) : tables_{tables} {}
  /// False if the position is on the best line of a position that was added before. A drawn
  /// position never is. Errors: as for best_line().
  Result<bool> add(const Position& pos);

 private:
  const Tablebase& tables_;
  std::set<Position> on_lines_;
};

}  // namespace damiera
