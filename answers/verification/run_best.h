// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/block_best.h"
#include "answers/verification/resolve_captures.h"

namespace damiera {

/// The counterpart of BlockBest for slices with runs of king moves. It visits one placement after
/// the other and finds the successor of a move once for all runs; the rules give the run after the
/// move. The keys of a block are in the order of its positions.
template <Rules R>
class RunBest {
 public:
  /// As for BlockBest.
  RunBest(const SliceKeys<R>& slice, const SliceKeys<R>& flip, const Conversions<R>& conversions,
          const Measure& measure, Work& work)
      : slice_{slice}, flip_{flip}, conversions_{conversions}, measure_{measure}, work_{work} {}

  /// Finds the best key of the moves of each position of a block; skips positions with a capture.
  /// `is_large`: all threads work on this block.
  void lay_out(std::uint64_t block, const Men& men, std::vector<Key>& best, bool is_large) const {
    best.assign(slice_.index.block_size(), keys::none);
    const auto part = [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t placement = first; placement < last; ++placement)
        if (!slice_.is_capture(block * slice_.index.block_size() + placement))
          look(slice_.index.position(men, placement), &best[placement]);
    };
    const std::uint64_t placements = slice_.index.kings().count();
    is_large ? work_.share(placements, 64, part) : part(0, placements);
  }

  /// As BlockBest::each_row().
  template <class Visit>
  void each_row(std::uint64_t block, const std::vector<Key>& best, std::uint64_t first,
                std::uint64_t last, const Visit& visit) const {
    for (std::uint64_t row = first; row < last; ++row)
      visit(block * slice_.index.block_size() + row * slice_.lanes(), &best[row * slice_.lanes()]);
  }

 private:
  // `pos` has no run; `best` is its key. The keys of the same pieces with runs follow.
  void look(const Position& pos, Key* best) const {
    for_each_king_move<R>(
        pos, [&](const Move& move) { raise(pos, move, best, [](Key key) { return key; }); });
    for_each_man_move<R>(pos, [&](const Move& move) {
      if (move.crowned) return crown(pos, move, best);
      raise(pos, move, best, [&](Key key) { return measure_.after_conversion(key); });
    });
  }
  template <class Worth>
  void raise(const Position& pos, const Move& move, Key* best, const Worth& worth) const {
    const Position next = after<R>(pos, move);
    const Men men = men_of(next);
    const Key* const there = &flip_.keys[flip_.index.block(men) * flip_.index.block_size() +
                                         flip_.index.kings().rank({next.my_kings, next.their_kings},
                                                                  flip_.index.free_squares(men))];
    each_that_may(pos, move, best, [&](const Position& p) {
      return worth(there[flip_.index.runs().rank(after<R>(p, move)) * placements()]);
    });
  }
  void crown(const Position& pos, const Move& move, Key* best) const {
    const auto* known = conversions_.slice(after<R>(pos, move), work_);
    each_that_may(pos, move, best, [&](const Position& p) {
      return known ? measure_.after_conversion(known->of(after<R>(p, move))) : keys::draw;
    });
  }
  // Raises the keys of `pos` with each run that allows this move.
  template <class KeyOf>
  void each_that_may(const Position& pos, const Move& move, Key* best, const KeyOf& key_of) const {
    for_each_run<R>(slice_.index, pos, [&](std::uint64_t run, const Position& p) {
      if (move.by_king && !free_kings<R>(p).contains(move.from)) return;
      Key& here = best[run * placements()];
      here = std::max(here, key_of(p));
    });
  }
  std::uint64_t placements() const { return slice_.index.kings().count(); }

  const SliceKeys<R>& slice_;
  const SliceKeys<R>& flip_;
  const Conversions<R>& conversions_;
  const Measure& measure_;
  Work& work_;
};

}  // namespace damiera
