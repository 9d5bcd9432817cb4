// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "indexing/material.h"
#include "rules/rules.h"

namespace damiera {

/// How the board may be turned or mirrored so that play stays the same, colours unchanged. Men go
/// one way, so that only positions of kings have images: turned by 180 degrees, and mirrored at
/// either long diagonal where that leads to playing squares.
class Symmetry {
 public:
  Symmetry(const Rules& rules, const Material& m);
  /// The images of a position, without the position itself; some may be equal to it. Empty if it
  /// has men.
  std::vector<Position> images(const Position& pos) const;

 private:
  using Map = std::array<Square, 64>;
  std::vector<Map> maps_;
};

}  // namespace damiera
