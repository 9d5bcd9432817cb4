// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "rules/moves.h"

namespace damiera {

/// The number of move sequences of `depth` plies from `pos`. Captures with one result count once.
template <Rules R>
std::uint64_t perft(const Position& pos, int depth) {
  if (depth == 0) return 1;
  const Moves moves = legal_moves<R>(pos);
  if (depth == 1) return moves.size();
  std::uint64_t n = 0;
  for (const Move& m : moves) n += perft<R>(after<R>(pos, m), depth - 1);
  return n;
}

}  // namespace damiera
