// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "data/file/outcome.h"
#include "rules/ending.h"

namespace damiera {

/// An Ending as a number: the better it is for one side, the larger. It has 15 bits, so that vector
/// instructions find the best of many endings, for many positions at once, as a maximum.
using EndingKey = std::uint16_t;

namespace ending_key {

inline constexpr EndingKey none = 0;  ///< no such position, or no such move
inline constexpr EndingKey draw = 0x4000;
/// A bit that is added to the key of the best conversion if it is a capture, because then no king
/// may move.
inline constexpr EndingKey forced = 0x8000;
inline constexpr EndingKey without_forced = 0x7fff;

/// Plies of a win or a loss are fewer than this.
inline constexpr int endless = 0x3fff;
static_assert(Outcome::max_plies + 1 < endless);

constexpr EndingKey win(int plies) { return static_cast<EndingKey>(draw + endless - plies); }
constexpr EndingKey loss(int plies) { return static_cast<EndingKey>(draw - endless + plies); }

/// The key of a move to a position with this outcome, for the side that makes the move.
constexpr EndingKey of_move_to(Value value, int plies) {
  return static_cast<EndingKey>(draw - static_cast<int>(value) * (endless - plies - 1));
}
constexpr EndingKey of_move_to(const Ending& e) { return of_move_to(e.value, e.plies); }
constexpr EndingKey of_move_to(Outcome o) { return of_move_to(o.value(), o.plies()); }

/// The ending that a key stands for, for the side whose key it is. Not for `none`.
constexpr Ending ending(EndingKey key) {
  if (key == draw) return {Value::draw, 0};
  return key > draw ? Ending{Value::win, draw + endless - key}
                    : Ending{Value::loss, key - (draw - endless)};
}

/// The outcome of a position with a capture, from the best of its captures.
constexpr Outcome capture(EndingKey best) {
  const Ending e = ending(best);
  return e.plies <= Outcome::max_plies ? Outcome::capture(e.value, e.plies)
                                       : Outcome::capture(Value::draw);
}

static_assert(win(3) > win(5) && win(5) > draw && draw > loss(4) && loss(4) > loss(2));
static_assert(loss(0) > none && win(0) < forced);
static_assert(of_move_to(Outcome::loss(4)) == win(5) && of_move_to(Outcome::win(3)) == loss(4));
static_assert(of_move_to(Outcome::draw()) == draw);
static_assert(ending(win(7)) == Ending{Value::win, 7} && ending(loss(0)) == Ending{});

}  // namespace ending_key

}  // namespace damiera
