// SPDX-License-Identifier: MIT
#pragma once

#include <compare>

#include "rules/value.h"

namespace damiera {

/// How best play goes on from a position: its value for the side to move, and in how many plies
/// the winner gets there. Ordered by what one prefers: to win soon, to draw, to lose late.
struct Ending {
  Value value = Value::loss;
  int plies = 0;  ///< 0 for a draw

  constexpr bool operator==(const Ending&) const = default;
  constexpr std::strong_ordering operator<=>(const Ending& b) const {
    if (value != b.value) return value <=> b.value;
    return value == Value::win ? b.plies <=> plies : plies <=> b.plies;
  }
  /// What a move to this position is worth to who makes it.
  constexpr Ending before() const { return {-value, value == Value::draw ? 0 : plies + 1}; }
};

static_assert(Ending{Value::win, 3} > Ending{Value::win, 5});
static_assert(Ending{Value::loss, 4} > Ending{Value::loss, 2});
static_assert(Ending{}.before() == Ending{Value::win, 1});

}  // namespace damiera
