// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "apps/hub/hub_line.h"

namespace damiera {

/// How long a move may take.
struct Level {
  std::optional<double> seconds = 1;  ///< nothing: until it is told to stop
  int depth = 60;                     ///< plies
  std::uint64_t nodes = UINT64_MAX;
};

/// The time that the next move may take: `left` seconds for `moves` moves, or for the whole game if
/// that is 0, with `increment` added before each.
double share_of_clock(double left, int moves, double increment);

/// Reads a line such as `level move-time=1`, `level moves=9 time=291.587` or `level infinite`. A
/// number that cannot be read counts as absent. A line that gives no time, depth or nodes and is
/// not infinite leaves one second for a move.
Level parse_level(const HubLine& line);

}  // namespace damiera
