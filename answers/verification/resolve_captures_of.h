// SPDX-License-Identifier: MIT
// How captures are resolved. This code takes long to compile, and captures.cpp.in compiles it for
// all games: other code includes resolve_captures.h.
#pragma once

#include "answers/verification/resolve_captures.h"
#include "answers/verification/shared_captures.h"
#include "rules/moves.h"

namespace damiera {

/// Resolves captures in some rows of a slice. Each thread has its own.
template <Rules R>
class CaptureResolver {
  using B = Board<R>;
  static constexpr Rules quiet = quiet_rules(R);

 public:
  CaptureResolver(SliceKeys<quiet>& slice, const Conversions<quiet>& conversions,
                  const Measure& measure, Work& work)
      : slice_{slice},
        lookup_{conversions, work},
        measure_{measure},
        best_of_runs_(slice.index.runs().count()) {}

  /// Resolves rows `first` to `last`, numbered as in each_block().
  void resolve(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t lanes = slice_.lanes(), size = slice_.index.block_size();
    each_block(slice_, first, last, [&](std::uint64_t block, const Men& men, auto begin, auto end) {
      const bool are_alike = slice_.material().kings() > 0 && slice_.index.runs().count() == 1;
      if constexpr (R.kings_play())
        if (are_alike) return together(men, block * size + begin * lanes, begin, end);
      one_by_one(men, block * size, begin * lanes, end * lanes);
    });
  }

 private:
  // Finds captures once for all positions that differ only in the lowest lane king.
  void together(const Men& men, std::uint64_t n, std::uint64_t begin, std::uint64_t end) {
    const KingPlacement& kings = slice_.index.kings();
    const bool mine = kings.lane() == LaneSide::mine;
    each_lowest(
        kings, slice_.index.free_squares(men), begin, end,
        [&](Bitboard others, Bitboard beside, Bitboard squares) {
          const Position rest{men.mine, mine ? beside : others, men.theirs, mine ? others : beside};
          found_.clear();
          SharedCaptures<R>{rest, mine}.find(squares, found_);
          if (!found_.empty()) settle(mine, squares, n);
          n += static_cast<std::uint64_t>(squares.count());
        });
  }
  void settle(bool mine, Bitboard squares, std::uint64_t n) {
    best_.fill(keys::none);
    won_ = {};
    const auto serve = [&](const SharedCapture& c, Bitboard here) { look(c, mine, here & ~won_); };
    const Bitboard captures = each_best(found_, squares, serve);
    std::uint64_t marks = 0;
    for (int i = 0; const Square sq : squares) {
      if (captures.contains(sq)) {
        slice_.keys[n + i] = measure_.before(best(sq));
        marks |= std::uint64_t{1} << i;
      }
      ++i;
    }
    slice_.mark_captures(n, marks);
  }
  void look(const SharedCapture& c, bool mine, Bitboard squares) {
    if (squares.empty()) return;
    if (c.king_stands)
      return lookup_.each(c.after, !mine, B::turned(squares),
                          [&](Square sq, Key key) { raise(B::turned(sq), key); });
    const Key key = lookup_.after_capture(c.after, c.crowned);
    for (const Square sq : squares) raise(sq, key);
  }
  Key& best(Square sq) { return best_[static_cast<std::size_t>(sq)]; }
  void raise(Square sq, Key next) {
    best(sq) = std::max(best(sq), measure_.after_conversion(next));
    if (best(sq) == keys::lost) won_ = won_.with(sq);  // no key is better
  }

  // Finds captures once for all runs of kings: a run forbids no capture.
  void one_by_one(const Men& men, std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t placement = begin; placement < end; ++placement)
      look(slice_.index.position(men, placement), block + placement);
  }
  void look(const Position& pos, std::uint64_t n) {
    std::ranges::fill(best_of_runs_, keys::none);
    const bool captures = visit_captures<R>(pos, [&](const CaptureLine& c) {
      for_each_run<quiet>(slice_.index, pos, [&](std::uint64_t run, const Position& p) {
        Key& best = best_of_runs_[run];
        if (best == keys::lost) return;
        const Key next = lookup_.after_capture(after<R>(p, c.move), c.move.crowned);
        best = std::max(best, measure_.after_conversion(next));
      });
    });
    if (!captures) return;
    for (const Key best : best_of_runs_) {
      slice_.keys[n] = measure_.before(best);
      slice_.mark_captures(n, 1);
      n += slice_.index.kings().count();
    }
  }

  SliceKeys<quiet>& slice_;
  ConversionLookup<quiet> lookup_;
  const Measure& measure_;
  std::vector<SharedCapture> found_;
  std::array<Key, 64> best_;  // by square of the lowest lane king
  Bitboard won_;              // the squares whose best key is keys::lost
  std::vector<Key> best_of_runs_;
};

template <Rules R>
void resolve_captures(SliceKeys<quiet_rules(R)>& slice,
                      const Conversions<quiet_rules(R)>& conversions, const Measure& measure,
                      Work& work) {
  const std::uint64_t lanes = slice.lanes(), rows = slice.index.blocks() * slice.others();
  work.share(rows, 4096 / lanes + 1, [&](std::uint64_t first, std::uint64_t last) {
    CaptureResolver<R>{slice, conversions, measure, work}.resolve(first, last);
  });
}

}  // namespace damiera
