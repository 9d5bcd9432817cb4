// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "rules/value.h"

namespace damiera {

/// Distances in plies from `least` to `most`, both included.
struct PlyRange {
  int least = 0, most = std::numeric_limits<int>::max();

  constexpr bool contains(int plies) const { return least <= plies && plies <= most; }
};

/// Selects positions by whether the side to move has to capture.
enum class CaptureFilter : std::uint8_t { any, none, only };

/// Positions in which having to move is a disadvantage.
enum class Zugzwang : std::uint8_t {
  any,     ///< any position
  mutual,  ///< with these pieces, whoever is to move loses
  mover,   ///< the side to move would be better off if the opponent were to move
};

/// A set of values under a draw count; without a count it has wins, draws and losses only.
class ValueSet {
 public:
  constexpr bool contains(RuleValue v) const { return bits_ == 0 || (bits_ & bit(v)) != 0; }
  /// Adds a value. A set without values stands for all values.
  constexpr void add(RuleValue v) { bits_ |= bit(v); }

 private:
  static constexpr unsigned bit(RuleValue v) { return 1U << (static_cast<int>(v) + 2); }
  unsigned bits_ = 0;
};

/// What is known about one position. Only the requested distances are set; 0 for draws.
struct Facts {
  RuleValue value = RuleValue::draw;  ///< under the count, if there is one
  bool capture = false;               ///< the side to move has to capture
  int dtc = 0, dtw = 0, counted_dtc = 0;

  constexpr Value unlimited() const {
    return value > RuleValue::draw   ? Value::win
           : value < RuleValue::draw ? Value::loss
                                     : Value::draw;
  }
};

/// The positions to find: those that fit every criterion. A move keeps the value if it leads to the
/// value of the position. Captures of the same pieces that end on the same square are one move.
struct FindCriteria {
  ValueSet values;
  std::optional<PlyRange> dtc, dtw;  ///< with unlimited moves; draws have none
  std::optional<int> count;          ///< draw count for `values`, in moves by each side
  CaptureFilter captures = CaptureFilter::any;
  Zugzwang zugzwang = Zugzwang::any;
  PlyRange men_rows{1};           ///< of the men of both sides: each side's first row is 1
  bool unique = false;            ///< exactly one move keeps the value
  bool unique_line = false;       ///< and so in later positions: see is_sound_study()
  bool one_of_symmetric = false;  ///< the first of positions that are equal when turned or mirrored

  /// Whether a position fits the criteria that need no look at its moves.
  constexpr bool admits(const Facts& facts) const {
    const bool decided = facts.value != RuleValue::draw;
    return values.contains(facts.value) && (!dtc || (decided && dtc->contains(facts.dtc))) &&
           (!dtw || (decided && dtw->contains(facts.dtw))) &&
           (captures == CaptureFilter::any || facts.capture == (captures == CaptureFilter::only));
  }
  constexpr bool asks_for_rows() const { return men_rows.least > 1 || men_rows.most < 64; }
};

}  // namespace damiera
