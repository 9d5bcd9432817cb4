// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "generator/endings/ending_lookup.h"
#include "generator/lanes/lane_captures.h"
#include "generator/lanes/man_steps.h"

namespace damiera {

template <Rules R>
using EndingManStep = ManStep<typename EndingLookup<R>::Target>;

/// Finds the keys of conversions for one set of positions after the other. The positions of a set
/// differ only in the square of the lane king. One thread at a time.
template <Rules R>
class EndingSeeder {
  using B = Board<R>;

 public:
  explicit EndingSeeder(const KnownEndings<R>& known) : lookup_{known} {}

  struct Seeds {
    Bitboard capture;  ///< lanes with a capture, in which no other move is legal
    /// The key of the best conversion, by the lane's square; loss(0) where there is none.
    std::array<EndingKey, B::size> best;
  };

  /// The man moves in a block with these men, of the slice `m`, that no other man blocks.
  std::vector<EndingManStep<R>> man_steps(const Material& m, const Men& men) const {
    return damiera::man_steps<R>(m, men, [this](const Material& to, const Men& to_men) {
      return lookup_.target(to, to_men);
    });
  }

  /// `rest`: the pieces but the lane king, as the side to move sees them; `seen`: these pieces as
  /// the opponent sees them; `lanes`: squares that are empty, as the side to move sees them;
  /// `moves`: the man moves of the block. Valid until the next call.
  const Seeds& operator()(const Position& rest, const Position& seen, bool lane_is_mine,
                          Bitboard lanes, std::span<const EndingManStep<R>> moves) {
    for (Square sq : lanes) best(sq) = ending_key::loss(0);
    capture(rest, seen, lane_is_mine, lanes);
    move_men(seen, lane_is_mine, lanes & ~seeds_.capture, moves);
    return seeds_;
  }

 private:
  EndingKey& best(Square sq) { return seeds_.best[static_cast<std::size_t>(sq)]; }
  void improve(Square sq, EndingKey key) { best(sq) = std::max(best(sq), key); }

  void capture(const Position& rest, const Position& seen, bool lane_is_mine, Bitboard lanes) {
    found_.clear();
    LaneCaptureWalk<R>{rest, seen, lane_is_mine, jumps_, found_}.walk(lanes);
    seeds_.capture = serve_lanes<R>(
        found_, lanes, [&](const LaneCapture& c, Bitboard here) { add(c, lane_is_mine, here); });
  }

  void add(const LaneCapture& c, bool lane_is_mine, Bitboard lanes) {
    if (c.is_complete) {
      EndingKey key = ending_key::none;
      if (c.landings.any())  // the king that captured chooses where it lands
        lookup_.for_each(c.after, false, c.landings,
                         [&](Square, EndingKey there) { key = std::max(key, there); });
      else
        key = lookup_(c.after);
      for (Square sq : lanes) improve(sq, key);
    } else {
      lookup_.for_each(c.after, !lane_is_mine, B::turned(lanes),
                       [this](Square sq, EndingKey key) { improve(B::turned(sq), key); });
    }
  }

  void move_men(const Position& seen, bool lane_is_mine, Bitboard quiet,
                std::span<const EndingManStep<R>> moves) {
    if (quiet.empty()) return;
    const Bitboard there = B::turned(quiet);  // as the opponent, then to move, sees it
    for (const EndingManStep<R>& move : moves) {
      if (seen.kings().contains(move.to)) continue;
      EndingLookup<R>::for_each(move.target, seen.my_kings,
                                move.crowned ? seen.their_kings.with(move.to) : seen.their_kings,
                                !lane_is_mine,
                                there.without(move.to),  // on `to`, the lane king blocks the move
                                [this](Square sq, EndingKey key) { improve(B::turned(sq), key); });
    }
  }

  EndingLookup<R> lookup_;
  LaneJumps<R> jumps_;
  std::vector<LaneCapture> found_;
  Seeds seeds_;
};

}  // namespace damiera
