// SPDX-License-Identifier: MIT
#pragma once

#include "generator/block_solver.h"

namespace damiera {

/// Outcome of a position without kings: every move converts.
template <Rules R>
Outcome outcome_without_kings(const Position& pos, const KnownValues<R>& known) {
  Value best = Value::loss;
  const auto consider = [&](const Move& m) {
    if (best != Value::win) best = std::max(best, -known.value(after<R>(pos, m)));
  };
  if (visit_captures<R>(pos, [&](const CaptureLine& c) { consider(c.move); }))
    return Outcome::capture(best);
  bool can_move = false;
  for_each_man_move<R>(pos, [&](const Move& m) {
    can_move = true;
    consider(m);
  });
  if (!can_move) return Outcome::at_end(known.at_end());
  if (best == Value::win) return Outcome::win(1);
  return best == Value::draw ? Outcome::draw() : Outcome::loss(1);
}

/// Solves a block without kings: a single position for each side to move.
template <Rules R>
void solve_without_kings(const BlockPair<R>& block, const KnownValues<R>& known) {
  for (int s = 0; s < block.count; ++s) {
    const auto& side = block.sides[static_cast<std::size_t>(s)];
    side.outcomes[0] = outcome_without_kings<R>({side.men.mine, {}, side.men.theirs, {}}, known);
  }
}

}  // namespace damiera
