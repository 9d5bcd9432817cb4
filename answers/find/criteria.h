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

/// Which positions are asked for, by whether the side to move has to capture.
enum class CaptureFilter : std::uint8_t { any, none, only };

/// Positions in which having to move is a disadvantage.
enum class Zugzwang : std::uint8_t {
  any,     ///< no matter
  mutual,  ///< with these pieces, whoever is to move loses
  mover,   ///< the side to move would be better off if the opponent were to move
};

/// A set of values under a draw count; without a count it has wins, draws and losses only.
class ValueSet {
 public:
  constexpr bool contains(RuleValue v) const { return bits_ == 0 || (bits_ & bit(v)) != 0; }
  /// The empty set stands for all.
  constexpr void add(RuleValue v) { bits_ |= bit(v); }
  constexpr bool is_all() const { return bits_ == 0; }

 private:
  static constexpr unsigned bit(RuleValue v) { return 1U << (static_cast<int>(v) + 2); }
  unsigned bits_ = 0;
};

/// What is known of one position. Only the distances that were asked for are set; 0 for draws.
struct Facts {
  RuleValue value = RuleValue::draw;  ///< under the count, if one is asked about
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
  std::optional<int> count;          ///< moves by each side, of a draw count that `values` is under
  CaptureFilter captures = CaptureFilter::any;
  Zugzwang zugzwang = Zugzwang::any;
  PlyRange men_rows{1};           ///< of the men of both sides: each side's first row is 1
  bool unique = false;            ///< exactly one move keeps the value
  bool unique_line = false;       ///< so has each later position, as is_unique_line() says
  bool one_of_symmetric = false;  ///< of positions equal but for turning or mirroring, the first

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
