// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "rules/ending.h"
#include "rules/moves.h"
#include "rules/value_at_end.h"

namespace damiera {

/// True if the side to move has a move.
template <Rules R>
bool can_move(const Position& pos) {
  if (is_over<R>(pos)) return false;
  if (has_capture<R>(pos)) return true;
  bool can = false;
  for_each_man_move<R>(pos, [&](const Move&) { can = true; });
  for_each_king_move<R>(pos, [&](const Move&) { can = true; });
  return can;
}

/// True if the rules alone give the value: a side has no pieces, or the opponent has won by having
/// a king.
template <Rules R>
constexpr bool is_decided(const Position& pos) {
  return pos.mine().empty() || pos.theirs().empty() || is_over<R>(pos);
}

/// The ending of a decided position. `at_end` is value_at() of the game. If the opponent has no
/// pieces, every move of the side to move is as good as any other: after it the opponent cannot
/// move.
template <Rules R>
Ending decided_ending(const Position& pos, Value at_end) {
  const Ending end{at_end, 0};
  if (pos.mine().empty()) return end;
  return can_move<R>(pos) ? end.before() : end;
}

/// The default `stop` of resolve(): it never stops.
struct Never {
  constexpr bool operator()() const { return false; }
};

/// The value of any position. `at_end` is value_at() of the game. `quiet` gives the value of a
/// position without a capture in which both sides have pieces. Capturing is compulsory, so every
/// other position has the best of its successors' values. Once stop() is true the search ends and
/// the value is arbitrary: with many pieces, captures that lead to further captures may take too
/// long. Allocates nothing.
template <Rules R, class Quiet, class Stop = Never>
Value resolve(const Position& pos, Value at_end, const Quiet& quiet, const Stop& stop = {}) {
  if (is_decided<R>(pos)) return decided_ending<R>(pos, at_end).value;
  Value best = Value::loss;
  const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
    if (best != Value::win && !stop())
      best = std::max(best, -resolve<R>(after<R>(pos, c.move), at_end, quiet, stop));
  });
  return captures ? best : quiet(pos);
}

/// Like resolve(), for the value and the plies to the end of the game.
template <Rules R, class Quiet, class Stop = Never>
Ending resolve_ending(const Position& pos, Value at_end, const Quiet& quiet,
                      const Stop& stop = {}) {
  if (is_decided<R>(pos)) return decided_ending<R>(pos, at_end);
  Ending best;
  const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
    if (!stop())
      best = std::max(best, resolve_ending<R>(after<R>(pos, c.move), at_end, quiet, stop).before());
  });
  return captures ? best : quiet(pos);
}

}  // namespace damiera
