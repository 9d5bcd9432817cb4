// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "answers/find/criteria.h"
#include "answers/find/whole_slices.h"
#include "rules/resolve.h"

namespace damiera {

/// Tells whether the moves of a position fit the criteria: only one move keeps the value, or having
/// to move is a disadvantage. For the positions of one slice.
template <Rules R>
class MoveValues {
  using Slices = WholeSlices<quiet_rules(R)>;

 public:
  MoveValues(const Tablebase& tables, const Material& m, const FindCriteria& criteria)
      : tables_{tables}, material_{m}, criteria_{criteria} {}

  /// Reads the flipped slice, and what captures lead to. Returns whether both could be read whole.
  Result<bool> read(Slices& slices, const typename Slices::Slice& own, Work& work) {
    if (!criteria_.unique && criteria_.zugzwang == Zugzwang::any) return true;
    if (material_ == material_.flipped()) {
      flip_ = own;
    } else {
      auto flip = slices.read(material_.flipped(), {Metric::wdl}, work);
      if (!flip) return flip.error();
      flip_ = *std::move(flip);
    }
    captures_ = slices.captures_from(material_, {Metric::wdl}, work);
    if (!flip_ || !captures_) flip_.reset();
    return flip_ != nullptr;
  }

  bool fit(const Position& pos, const Facts& facts, Work& work) const {
    return zugzwang_fits(pos, facts.value, work) &&
           (!criteria_.unique || is_unique(pos, facts, work));
  }

 private:
  bool zugzwang_fits(const Position& pos, RuleValue value, Work& work) const {
    switch (criteria_.zugzwang) {
      case Zugzwang::any:
        return true;
      case Zugzwang::mutual:
        return value == RuleValue::loss && passed(pos, work) == RuleValue::win;
      case Zugzwang::mover:
        return value != RuleValue::win && passed(pos, work) > value;
    }
    return false;
  }
  // The value for the side to move if the opponent were to move, with the count at zero.
  RuleValue passed(const Position& pos, Work& work) const {
    const Position turned = flipped<R>(pos);
    if (!criteria_.count) {
      const Value value = -value_of_flip(turned, work);
      return rule_value(value, value);
    }
    const auto probe = tables_.probe(turned, Count{*criteria_.count});
    if (!probe) work.fail(probe.error());
    return probe ? -probe->value : RuleValue::draw;
  }

  bool is_unique(const Position& pos, const Facts& facts, Work& work) const {
    if (criteria_.count) return is_unique_under_count(pos, facts.value, work);
    int keeping = 0;
    const auto look = [&](const Move& move) {
      if (keeping < 2 && -after_move(pos, move, work) == facts.unlimited()) ++keeping;
    };
    if (facts.capture) {
      for (const Move& move : captures<R>(pos)) look(move);
    } else {
      for_each_man_move<R>(pos, look);
      for_each_king_move<R>(pos, look);
    }
    return keeping == 1;
  }
  bool is_unique_under_count(const Position& pos, RuleValue value, Work& work) const {
    const auto moves = tables_.moves(pos, Count{*criteria_.count});
    if (!moves) work.fail(moves.error());
    return moves && std::ranges::count_if(*moves, [&](const CountedMove& move) {
                      return -move.probe.value == value;
                    }) == 1;
  }

  // The value of the position after a move, for the opponent.
  Value after_move(const Position& pos, const Move& move, Work& work) const {
    const Position next = after<R>(pos, move);
    if (!flip_) return probed(next, work);
    if (move.is_capture()) return keys::value(captures_->after_capture(next, move.crowned, work));
    return move.crowned ? probed(next, work) : value_of_flip(next, work);
  }
  Value value_of_flip(const Position& next, Work& work) const {
    if (!flip_) return probed(next, work);
    return keys::value(flip_->keys[static_cast<std::uint64_t>(flip_->index.index(next))]);
  }
  Value probed(const Position& pos, Work& work) const {
    const auto value = tables_.wdl(pos);
    if (!value) work.fail(value.error());
    return value ? *value : Value::draw;
  }

  const Tablebase& tables_;
  Material material_;
  FindCriteria criteria_;
  typename Slices::Slice flip_;  // null: positions are probed one by one
  std::optional<Conversions<quiet_rules(R)>> captures_;
};

}  // namespace damiera
