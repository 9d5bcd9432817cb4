// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstdint>

#include "rules/value.h"

namespace damiera {

/// A solver's knowledge of one position: its value for the side to move, the distance to conversion
/// in plies of a win or a loss, and whether it has a capture (its table then treats its value as a
/// don't-care). It takes 16 bits, so that billions of them fit in memory.
class Outcome {
 public:
  static constexpr int max_plies = (1 << 13) - 1;
  /// The layout of the bits, for code that handles several outcomes at once. A decided outcome has
  /// one of the codes in its two lowest bits, then a bit for a capture, then its distance.
  static constexpr int win_code = 3, draw_code = 2, loss_code = 1, capture_bit = 4, one_ply = 8;

  /// Not yet decided: every Outcome begins like this.
  constexpr Outcome() = default;
  /// Not yet decided, but no loss, as a conversion draws.
  static constexpr Outcome holding() { return undecided(holding_bit, 0); }
  /// Not yet decided, but won in at most `plies`, 1 or more, as a conversion wins.
  static constexpr Outcome wins_within(int plies) { return undecided(holding_bit, plies); }
  /// Not yet decided, and a conversion loses: a loss takes `plies` or more.
  static constexpr Outcome lasts(int plies) { return undecided(0, plies); }
  static constexpr Outcome draw() { return Outcome{code(Value::draw), 0}; }
  static constexpr Outcome win(int plies) { return Outcome{code(Value::win), plies}; }
  static constexpr Outcome loss(int plies) { return Outcome{code(Value::loss), plies}; }
  /// The outcome of a position without a legal move, a win or a loss.
  static constexpr Outcome at_end(Value v) { return Outcome{code(v), 0}; }
  /// The outcome of a position with a capture: every move converts, so a win or a loss is one ply
  /// away.
  static constexpr Outcome capture(Value v) { return capture(v, v == Value::draw ? 0 : 1); }
  /// The outcome of a position with a capture where plies are counted to the end of the game.
  static constexpr Outcome capture(Value v, int plies) {
    Outcome o{code(v), plies};
    o.bits_ |= capture_bit;
    return o;
  }

  constexpr bool decided() const { return (bits_ & 3) != 0; }
  /// True if undecided and no loss.
  constexpr bool is_holding() const { return !decided() && (bits_ & holding_bit) != 0; }
  constexpr bool is_capture() const { return (bits_ & capture_bit) != 0; }
  /// Requires decided().
  constexpr Value value() const {
    assert(decided());
    return Value(static_cast<int>(bits_ & 3) - 2);
  }
  /// The distance in plies; 0 for a draw. If undecided, the plies of wins_within() or lasts(), and
  /// 0 for holding().
  constexpr int plies() const { return bits_ >> 3; }

  constexpr bool operator==(const Outcome&) const = default;

 private:
  static constexpr std::uint16_t holding_bit = 4;  // of undecided outcomes only
  static constexpr int code(Value v) { return static_cast<int>(v) + 2; }
  constexpr Outcome(int code, int plies) : bits_(static_cast<std::uint16_t>(plies << 3 | code)) {
    assert(0 <= plies && plies <= max_plies);
  }
  static constexpr Outcome undecided(std::uint16_t holding, int plies) {
    Outcome o;
    o.bits_ = static_cast<std::uint16_t>(plies << 3 | holding);
    return o;
  }
  std::uint16_t bits_ = 0;
};

}  // namespace damiera
