// SPDX-License-Identifier: MIT
#pragma once

#include "generator/block_solver.h"
#include "generator/known_endings.h"

namespace damiera {

/// Outcome of a position without kings, with plies to the end of the game: every move converts.
template <Rules R>
Outcome ending_without_kings(const Position& pos, const KnownEndings<R>& known) {
  Ending best;
  bool can_move = false;
  const auto consider = [&](const Move& m) {
    can_move = true;
    best = std::max(best, known(after<R>(pos, m)).before());
  };
  const bool captures = visit_captures<R>(pos, [&](const CaptureLine& c) { consider(c.move); });
  if (!captures) for_each_man_move<R>(pos, consider);
  if (best.plies > Outcome::max_plies) best = {Value::draw, 0};
  if (captures) return Outcome::capture(best.value, best.plies);
  if (!can_move) return Outcome::at_end(known.at_end());
  if (best.value == Value::draw) return Outcome::draw();
  return best.value == Value::win ? Outcome::win(best.plies) : Outcome::loss(best.plies);
}

/// Solves a block without kings: a single position for each side to move.
template <Rules R>
void solve_endings_without_kings(const BlockPair<R>& block, const KnownEndings<R>& known) {
  for (int s = 0; s < block.count; ++s) {
    const auto& side = block.sides[static_cast<std::size_t>(s)];
    side.outcomes[0] = ending_without_kings<R>({side.men.mine, {}, side.men.theirs, {}}, known);
  }
}

}  // namespace damiera
