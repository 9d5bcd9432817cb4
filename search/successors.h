// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rules/position.h"
#include "search/bounds.h"

namespace damiera {

/// The positions that the moves of a position lead to.
struct Successors {
  /// A position after a move, as the opponent sees it, and what is known of it.
  struct Successor {
    Position pos;
    Bounds bounds;
    bool conversion;  ///< the move is a conversion and resets a draw count
  };

  /// The best value that some move is known to reach exactly, for the side that moves; a loss if
  /// there is no such move.
  Value settled = Value::loss;
  /// Under a draw count: the win or loss in `settled` is two plies from its conversion, not one.
  bool settled_in_two = false;
  /// The moves whose value is not known. If `settled` is a win, only those that may win sooner.
  std::vector<Successor> open;
};

/// Finds the successors of positions, whatever the game is.
class SuccessorSource {
 public:
  virtual ~SuccessorSource() = default;
  /// Fills `found` for a position whose game goes on. False if a table could not be read.
  virtual bool find(const Position& pos, Successors& found) = 0;
};

}  // namespace damiera
