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

/// True if nothing need be known but the rules: a side has no pieces, or a king that wins.
template <Rules R>
constexpr bool is_decided(const Position& pos) {
  return pos.mine().empty() || pos.theirs().empty() || is_over<R>(pos);
}

/// The ending of such a position. With nobody in the way every move is as good: after it the
/// opponent has no pieces.
template <Rules R>
Ending decided_ending(const Position& pos) {
  constexpr Ending end{value_at_end<R>, 0};
  if (pos.mine().empty()) return end;
  return can_move<R>(pos) ? end.before() : end;
}

/// For resolve(): no reason to stop.
inline constexpr auto never = [] { return false; };

/// Value of any position, given `quiet`, the value of those without a capture in which both
/// sides have pieces: capturing is compulsory, so every other position has the best of its
/// successors' values. Once `stop` says so, no more is asked and the value is arbitrary: with many
/// pieces there may be more captures of captures than anybody can wait for. Allocates nothing.
template <Rules R, class Quiet, class Stop = decltype(never)>
Value resolve(const Position& pos, const Quiet& quiet, const Stop& stop = never) {
  if (is_decided<R>(pos)) return decided_ending<R>(pos).value;
  Value best = Value::loss;
  const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
    if (best != Value::win && !stop())
      best = std::max(best, -resolve<R>(after<R>(pos, c.move), quiet, stop));
  });
  return captures ? best : quiet(pos);
}

/// The same for value and plies to the end of the game.
template <Rules R, class Quiet, class Stop = decltype(never)>
Ending resolve_ending(const Position& pos, const Quiet& quiet, const Stop& stop = never) {
  if (is_decided<R>(pos)) return decided_ending<R>(pos);
  Ending best;
  const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
    if (!stop())
      best = std::max(best, resolve_ending<R>(after<R>(pos, c.move), quiet, stop).before());
  });
  return captures ? best : quiet(pos);
}

}  // namespace damiera
