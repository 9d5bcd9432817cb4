// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rules/position.h"
#include "search/bounds.h"

namespace damiera {

/// Where the moves of a position lead.
struct Successors {
  /// A position after a move, as the opponent sees it, and what is known of it.
  struct Successor {
    Position pos;
    Bounds bounds;
    bool conversion;  ///< the move is one: a draw count begins anew
  };

  /// The best value that some move is known to reach exactly, for the side that moves; a loss if
  /// there is no such move.
  Value settled = Value::loss;
  /// Under a draw count: such a win or loss is two plies from the next conversion, not one.
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
