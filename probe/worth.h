// SPDX-License-Identifier: MIT
// The worth of a move to the side that makes it, and the order of results. All code that ranks
// moves uses this order.
#pragma once

#include <compare>
#include <optional>

#include "probe/tablebase.h"

namespace damiera {

/// Plies to conversion by a move that wins or loses; `after` is the opponent's distance after it. A
/// conversion takes one ply, a quiet king move one ply more than `after`.
constexpr std::optional<int> dtc_by(const Move& move, std::optional<int> after) {
  if (move.is_conversion()) return 1;
  return after ? std::optional{*after + 1} : std::nullopt;
}

/// The worth of a move to the side that makes it; `after` is the opponent's probe of the position
/// after it.
constexpr Probe worth_of(const Move& move, const Probe& after) {
  if (after.value == Value::draw) return {Value::draw, {}};
  return {-after.value, dtc_by(move, after.dtc)};
}

/// Compares two distances of positions with the same value: the preferred one is the greater. A win
/// is preferred soon, a loss late. An unknown distance is taken for longer than any other, since
/// short ones are found by looking ahead.
constexpr std::strong_ordering compare_plies(Value value, std::optional<int> a,
                                             std::optional<int> b) {
  if (a && b) return Ending{value, *a} <=> Ending{value, *b};
  return value == Value::loss ? b.has_value() <=> a.has_value()
                              : a.has_value() <=> b.has_value();
}

/// True if `a` is better than `b` for the side to move: by value, then by distance to conversion.
constexpr bool better(const Probe& a, const Probe& b) {
  if (a.value != b.value) return a.value > b.value;
  return compare_plies(a.value, a.dtc, b.dtc) > 0;
}

}  // namespace damiera
