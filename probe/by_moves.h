// SPDX-License-Identifier: MIT
// Derives the value of a position without capture from the positions that its moves lead to. Used
// where no table stores the value.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "probe/worth.h"
#include "rules/resolve.h"

namespace damiera {

/// Calls visit(move, the position after it) for each move until one returns an Error, which it
/// returns, or `enough` is true. Requires a position without capture.
template <Rules R, class Visit>
Result<void> each_quiet_move(const Position& pos, const bool& enough, const Visit& visit) {
  std::optional<Error> failed;
  const auto look = [&](const Move& move) {
    if (failed || enough) return;
    if (auto done = visit(move, after<R>(pos, move)); !done) failed = done.error();
  };
  for_each_king_move<R>(pos, look);
  for_each_man_move<R>(pos, look);
  if (failed) return *failed;
  return {};
}

/// The value of `pos`; `at_end` is its value if it has no move. `value_of` gives the Result<Value>
/// of any position; its errors are returned.
template <Rules R, class ValueOf>
Result<Value> value_by_moves(const Position& pos, Value at_end, const ValueOf& value_of) {
  Value best = at_end;
  bool enough = false, first = true;
  auto done =
      each_quiet_move<R>(pos, enough, [&](const Move&, const Position& next) -> Result<void> {
        const auto value = value_of(next);
        if (!value) return value.error();
        best = std::exchange(first, false) ? -*value : std::max(best, -*value);
        enough = best == Value::win;
        return {};
      });
  if (!done) return done.error();
  return best;
}

/// The better of two moves for the side that makes them. If their values are equal and a distance
/// is unknown, the result's distance is unknown too, unless one wins in one ply: no win is sooner.
inline Probe best_of(const Probe& a, const Probe& b) {
  if (a.value != b.value) return better(a, b) ? a : b;
  const auto wins_at_once = [](const Probe& p) { return p.value == Value::win && p.dtc == 1; };
  if (wins_at_once(a) || wins_at_once(b)) return {Value::win, 1};
  if (!a.dtc || !b.dtc) return {a.value, {}};
  return better(a, b) ? a : b;
}

/// The value and distance to conversion of `pos`; `probe_of` gives them for any position.
template <Rules R, class ProbeOf>
Result<Probe> probe_by_moves(const Position& pos, Value at_end, const ProbeOf& probe_of) {
  Probe best{at_end, 0};
  constexpr bool all = false;
  bool first = true;
  auto done =
      each_quiet_move<R>(pos, all, [&](const Move& move, const Position& next) -> Result<void> {
        const auto found = probe_of(next);
        if (!found) return found.error();
        const Probe worth = worth_of(move, *found);
        best = std::exchange(first, false) ? worth : best_of(best, worth);
        return {};
      });
  if (!done) return done.error();
  return best;
}

/// The value and plies to the end of the game of `pos`; `ending_of` gives them for any position.
template <Rules R, class EndingOf>
Result<Ending> ending_by_moves(const Position& pos, Value at_end, const EndingOf& ending_of) {
  Ending best{at_end, 0};
  constexpr bool all = false;
  bool first = true;
  auto done = each_quiet_move<R>(pos, all, [&](const Move&, const Position& next) -> Result<void> {
    const auto ending = ending_of(next);
    if (!ending) return ending.error();
    best = std::exchange(first, false) ? ending->before() : std::max(best, ending->before());
    return {};
  });
  if (!done) return done.error();
  return best;
}

}  // namespace damiera
