// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "rules/moves.h"

namespace damiera {

/// The legal moves of a position in an array of fixed size, which takes no memory from the heap.
/// Conversions come first: captures, or else man moves and then quiet king moves.
class MoveList {
 public:
  static constexpr std::size_t capacity = 256;

  template <Rules R>
  static MoveList of(const Position& pos) {
    MoveList list;
    if (is_over<R>(pos)) return list;
    const auto add = [&](const Move& m) { list.add(m); };
    if (for_each_capture<R>(pos, [&](const CaptureLine& c) { list.add_once(c.move); })) return list;
    for_each_man_move<R>(pos, add);
    for_each_king_move<R>(pos, add);
    return list;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i].move(); }
  /// False if there are more moves than fit; then some are missing.
  bool is_complete() const { return complete_; }

 private:
  /// A Move in a small, trivial form.
  struct SmallMove {
    std::uint64_t taken;
    Square from, to;
    bool by_king, crowned;

    Move move() const { return {from, to, Bitboard{taken}, by_king, crowned}; }
    bool operator==(const SmallMove&) const = default;
  };

  void add(const Move& m) {
    if (size_ == capacity)
      complete_ = false;
    else
      moves_[size_++] = {m.taken.bits(), m.from, m.to, m.by_king, m.crowned};
  }
  // Two captures that differ only in their path are one move.
  void add_once(const Move& m) {
    for (std::size_t i = 0; i < size_; ++i)
      if (moves_[i].move() == m) return;
    add(m);
  }

  std::array<SmallMove, capacity> moves_;
  std::size_t size_ = 0;
  bool complete_ = true;
};

}  // namespace damiera
