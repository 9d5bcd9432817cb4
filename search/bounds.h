// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "rules/value.h"

namespace damiera {

/// The proved bounds of a position's value, for the side to move: it is at least `lo` and at most
/// `hi`. The default bounds hold for every position.
struct Bounds {
  Value lo = Value::loss, hi = Value::win;

  static constexpr Bounds exactly(Value v) { return {v, v}; }
  constexpr bool operator==(const Bounds&) const = default;
  constexpr bool is_exact() const { return lo == hi; }
  /// These bounds as the opponent sees them.
  constexpr Bounds operator-() const { return {-hi, -lo}; }
  /// The bounds of a choice between two moves.
  constexpr Bounds or_else(const Bounds& b) const {
    return {std::max(lo, b.lo), std::max(hi, b.hi)};
  }
};

static_assert(-Bounds{Value::draw, Value::win} == Bounds{Value::loss, Value::draw});

}  // namespace damiera
