// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/rules.h"
#include "rules/value.h"

namespace damiera {

/// The value of a position to the side that moves into it, as a number: the larger, the better.
/// Best is a loss of the side then to move, the sooner the better; then a draw; then a win, the
/// later the better. So the best successor is the one with the maximum key, for every kind of
/// distance.
using Key = std::uint16_t;

namespace keys {

inline constexpr Key none = 0;           ///< there is no such position: less than every key
inline constexpr int most_plies = 8190;  ///< greater distances read as this
inline constexpr Key draw = most_plies + 2;
inline constexpr Key lost = 2 * draw;  ///< a loss in 0 plies

constexpr Key win(int plies) { return static_cast<Key>(1 + std::min(plies, most_plies)); }
constexpr Key loss(int plies) { return static_cast<Key>(lost - std::min(plies, most_plies)); }
/// Has no branch, because a processor could not predict who wins.
constexpr Key of(Value value, int plies) {
  const int won = static_cast<int>(value);  // -1 for a loss, 1 for a win
  return static_cast<Key>(draw - won * (draw - std::min(plies, most_plies)) + (won > 0));
}
constexpr Value value(Key key) { return Value((key < draw) - (key > draw)); }
/// 0 for a draw.
constexpr int plies(Key key) { return key > draw ? lost - key : key < draw ? key - 1 : 0; }

/// The key without its distance: distances to conversion start again after a conversion.
constexpr Key without_plies(Key key) { return key > draw ? lost : key < draw ? win(0) : draw; }

/// The key of a position without a legal move; the goal of the game decides it. As everywhere in
/// this folder, a side without pieces has no move.
constexpr Key no_move(Goal goal) { return goal == Goal::no_move_wins ? win(0) : loss(0); }

/// True if a position in which the opponent has just crowned a man is over, and lost.
constexpr bool crowning_wins(Goal goal) { return goal == Goal::first_king_wins; }

static_assert(of(Value::win, 3) == win(3) && of(Value::loss, 4) == loss(4) &&
              of(Value::draw, 5) == draw);
static_assert(loss(0) > loss(1) && loss(most_plies) > draw && draw > win(most_plies) &&
              win(1) > win(0) && win(0) > none);

}  // namespace keys

/// Which distance is counted, if any, and up to which limit.
struct Measure {
  Key no_move;                       ///< of a position without moves
  bool distances;                    ///< false: values alone
  bool to_the_end;                   ///< conversions do not begin a new count
  int limit = keys::most_plies + 1;  ///< plies after which a game without conversion is drawn

  /// The key, for the side that makes it, of a conversion to a position with key `key`.
  Key after_conversion(Key key) const { return to_the_end ? key : keys::without_plies(key); }
  /// The key of a position, from the greatest key that a move leads to: one ply more, for the other
  /// side.
  Key before(Key best) const {
    if (best == keys::none) return no_move;
    const bool too_late = best > limit && best <= keys::lost - limit;  // win, draw or loss
    const int later = too_late ? keys::draw : keys::lost - best + (best > keys::draw ? 2 : 0);
    const Key key = static_cast<Key>(later);
    return distances ? key : keys::without_plies(key);
  }
};

}  // namespace damiera
