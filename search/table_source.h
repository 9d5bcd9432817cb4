// SPDX-License-Identifier: MIT
#pragma once

#include "search/leaves.h"
#include "search/successors.h"

namespace damiera {

/// Finds successors by the rules of a game, and their values by the tables.
template <Rules R>
class TableSource : public SuccessorSource {
 public:
  TableSource(const Tablebase& tables, int max_pieces, int count)
      : leaves_{tables, max_pieces, count}, counted_{count > 0} {}

  Leaves<R>& leaves() { return leaves_; }
  const Leaves<R>& leaves() const { return leaves_; }

  bool find(const Position& pos, Successors& found) override {
    found.settled = Value::loss;
    found.settled_in_two = false;
    found.open.clear();
    const auto add = [&](const Move& m) { this->add(m, after<R>(pos, m), found); };
    if (!visit_captures<R>(pos, [&](const CaptureLine& c) { add(c.move); })) {
      for_each_man_move<R>(pos, add);
      for_each_king_move<R>(pos, add);
    }
    drop_useless(found);
    return !leaves_.error();
  }

  /// The plies to the next conversion by a move to a position that is known to be won or lost, as a
  /// draw count counts them. Nothing if only a search can tell. With unlimited moves it is 1.
  std::optional<int> plies_by(const Move& move, const Position& next) const {
    if (!counted_ || move.is_conversion() || leaves_.finished(next)) return 1;
    if (has_capture<R>(next)) return 2;
    return {};
  }

 private:
  void add(const Move& move, const Position& next, Successors& found) {
    if (found.settled == Value::win && !found.settled_in_two) return;
    const Bounds bounds = leaves_.bounds(next);
    if (!bounds.is_exact()) return found.open.push_back({next, bounds, move.is_conversion()});
    if (bounds.lo == Value::draw) return settle(Value::draw, 1, found);
    if (const auto plies = plies_by(move, next)) return settle(-bounds.lo, *plies, found);
    // The search finds how soon the win comes; until then it may come too late.
    const Bounds in_time{std::min(bounds.lo, Value::draw), std::max(bounds.hi, Value::draw)};
    found.open.push_back({next, in_time, false});
  }

  static void settle(Value value, int plies, Successors& found) {
    const bool two = plies == 2;
    if (value > found.settled)
      found.settled_in_two = two;
    else if (value == found.settled)
      found.settled_in_two =
          value == Value::win ? found.settled_in_two && two : found.settled_in_two || two;
    found.settled = std::max(found.settled, value);
  }

  /// Removes moves that can neither be better than `settled` nor win sooner.
  static void drop_useless(Successors& found) {
    const bool sooner = found.settled == Value::win && found.settled_in_two;
    std::erase_if(found.open, [&](const auto& s) {
      return -s.bounds.lo <= found.settled && !(sooner && s.conversion);
    });
  }

  Leaves<R> leaves_;
  bool counted_;
};

}  // namespace damiera
