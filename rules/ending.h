// SPDX-License-Identifier: MIT
#pragma once

#include <compare>

#include "rules/value.h"

namespace damiera {

/// How a position ends with best play: its value for the side to move, and the plies until the win
/// or loss. The order is by preference: an early win is the greatest, then a late win, a draw, a
/// late loss, an early loss.
struct Ending {
  Value value = Value::loss;
  int plies = 0;  ///< 0 for a draw

  constexpr bool operator==(const Ending&) const = default;
  constexpr std::strong_ordering operator<=>(const Ending& b) const {
    if (value != b.value) return value <=> b.value;
    return value == Value::win ? b.plies <=> plies : plies <=> b.plies;
  }
  /// The ending for the side that moves to this position: a loss in 4 becomes a win in 5.
  constexpr Ending before() const { return {-value, value == Value::draw ? 0 : plies + 1}; }
};

static_assert(Ending{Value::win, 3} > Ending{Value::win, 5});
static_assert(Ending{Value::loss, 4} > Ending{Value::loss, 2});
static_assert(Ending{}.before() == Ending{Value::win, 1});

}  // namespace damiera
