// SPDX-License-Identifier: MIT
#pragma once

#include "search/leaves.h"
#include "search/successors.h"

namespace damiera {

/// Successors by the rules of a game, with what the tables say of them.
template <Rules R>
class TableSource : public SuccessorSource {
 public:
  TableSource(const Tablebase& tables, int max_pieces) : leaves_{tables, max_pieces} {}

  Leaves<R>& leaves() { return leaves_; }
  const Leaves<R>& leaves() const { return leaves_; }

  bool find(const Position& pos, Successors& found) override {
    found.settled = Value::loss;
    found.open.clear();
    const auto add = [&](const Move& m) { this->add(after<R>(pos, m), found); };
    if (!for_each_capture<R>(pos, [&](const CaptureLine& c) { add(c.move); })) {
      for_each_man_move<R>(pos, add);
      for_each_king_move<R>(pos, add);
    }
    drop_useless(found);
    return !leaves_.error();
  }

 private:
  void add(const Position& next, Successors& found) {
    if (found.settled == Value::win) return;
    const Bounds bounds = leaves_.bounds(next);
    if (bounds.is_exact())
      found.settled = std::max(found.settled, -bounds.lo);
    else
      found.open.push_back({next, bounds});
  }

  /// Moves that cannot be better than what is settled.
  static void drop_useless(Successors& found) {
    std::erase_if(found.open, [&](const auto& s) { return -s.bounds.lo <= found.settled; });
  }

  Leaves<R> leaves_;
};

}  // namespace damiera
