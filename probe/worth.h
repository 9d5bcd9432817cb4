// SPDX-License-Identifier: MIT
// What a move is worth to who makes it, and which of two results is better. Whatever ranks moves
// asks here, so that there is one order everywhere.
#pragma once

#include <compare>
#include <optional>

#include "probe/tablebase.h"

namespace damiera {

/// Plies to conversion by a move that wins or loses, from the opponent's distance after it: a
/// conversion is one ply, a quiet move one ply more than what it leads to.
constexpr std::optional<int> dtc_by(const Move& move, std::optional<int> after) {
  if (move.is_conversion()) return 1;
  return after ? std::optional{*after + 1} : std::nullopt;
}

/// What a move is worth to who makes it; `after` is what its position is worth to the opponent.
constexpr Probe worth_of(const Move& move, const Probe& after) {
  if (after.value == Value::draw) return {Value::draw, {}};
  return {-after.value, dtc_by(move, after.dtc)};
}

/// Greater is what one prefers of two distances in plies when both have this value: to win soon
/// and to lose late. A distance that is not known is less than any other.
constexpr std::strong_ordering compare_plies(Value value, std::optional<int> a,
                                             std::optional<int> b) {
  if (a && b) return Ending{value, *a} <=> Ending{value, *b};
  return a.has_value() <=> b.has_value();
}

/// True if `a` is better for who has it than `b`: by value, then by distance to conversion.
constexpr bool better(const Probe& a, const Probe& b) {
  if (a.value != b.value) return a.value > b.value;
  return compare_plies(a.value, a.dtc, b.dtc) > 0;
}

}  // namespace damiera
