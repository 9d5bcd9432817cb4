#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "generator/lanes.h"

namespace damiera {

/// One way of capturing, for all the lanes in which it is possible and complete.
struct LaneCapture {
  Position after;  ///< as the opponent sees it; without the lane king unless it is complete
  Bitboard lanes;  ///< as the capturing side sees them
  std::uint64_t merit;
  bool is_complete;  ///< the lane king was captured, or has moved: nothing varies any more
};

/// Walks the captures of many positions at once: those that differ in nothing but the square of
/// one king, the lane king. A sequence is followed with the set of lanes in which it is possible.
/// The rules are those of CaptureWalk.
template <Rules R>
class LaneCaptureWalk {
  using B = Board<R>;
  using Sequence = CaptureSequence<R>;

 public:
  /// `rest`: the pieces but the lane king, as the side to move sees them.
  LaneCaptureWalk(const Position& rest, bool lane_is_mine, std::vector<LaneCapture>& found)
      : rest_{rest}, lane_is_mine_{lane_is_mine}, found_{found} {}

  void walk(Bitboard lanes) {
    lane_moves_ = false;
    // With the lane king on their side, hardly a piece of mine can be ruled out.
    for (Square sq : lane_is_mine_ ? capturers<R>(rest_) : rest_.mine())
      begin(sq, rest_.my_kings.contains(sq), lanes);
    if (!lane_is_mine_) return;
    lane_moves_ = true;
    for (Square sq : lane_capturers() & lanes) begin(sq, true, Bitboard::of(sq));
  }

 private:
  struct Landing {
    Square sq;
    Bitboard lanes;
  };
  static constexpr std::size_t most_landings = R.flying_kings ? R.width - 2 : 1;
  struct Landings {
    std::array<Landing, most_landings> at;
    std::size_t count = 0;
  };

  void begin(Square sq, bool king, Bitboard lanes) {
    from_ = sq;
    free_ = (B::all & ~rest_.occupied()).with(sq);
    extend(Bitboard::of(sq), {.king = king, .by_king = king}, lanes);
  }

  // Where a lane king of mine begins a capture.
  Bitboard lane_capturers() const {
    const Bitboard empty = B::all & ~rest_.occupied();
    Bitboard found;
    for (Direction d : all_directions) {
      const Direction back = opposite(d);
      Bitboard reach = B::step(B::step(empty, back) & rest_.theirs(), back) & empty;
      found |= reach;
      if constexpr (R.flying_kings)
        while ((reach = B::step(reach, back) & empty).any()) found |= reach;
    }
    return found;
  }

  bool lane_is_in_the_way(const Sequence& s) const {
    return !lane_moves_ && !(s.taken & ~rest_.theirs()).any();
  }

  // Calls next(sequence, landings) for every single jump from `at` that is possible in some of
  // `lanes`; returns in which.
  template <class Next>
  Bitboard for_each_jump(Bitboard at, const Sequence& s, Bitboard lanes, const Next& next) const {
    Bitboard jumping;
    for (Direction d : all_directions) {
      if (!s.king && !R.men_capture_backward && !is_up(d)) continue;
      Bitboard left = lanes;
      for (Bitboard x = B::step(at, d); x.any() && (x & s.taken).empty(); x = B::step(x, d)) {
        if ((x & free_).empty()) {
          if ((x & (s.king || R.men_capture_kings ? rest_.theirs() : rest_.their_men)).any())
            jumping |= jump(d, x, (x & rest_.their_kings).any(), s, left, next);
          break;
        }
        if (lane_is_in_the_way(s) && (x & left).any()) {  // in this lane, its king stands here
          if (!lane_is_mine_ && (s.king || R.men_capture_kings))
            jumping |= jump(d, x, true, s, x, next);
          left &= ~x;
        }
        if (!s.king || !R.flying_kings || left.empty()) break;
      }
    }
    return jumping;
  }

  template <class Next>
  Bitboard jump(Direction d, Bitboard victim, bool victim_is_king, const Sequence& s,
                Bitboard lanes, const Next& next) const {
    const Sequence then = s.taking(victim, victim_is_king);
    const bool blocks = lane_is_in_the_way(then);
    Bitboard jumping;
    Landings landings;
    for (Bitboard x = B::step(victim, d) & free_ & ~s.taken; x.any();
         x = B::step(x, d) & free_ & ~s.taken) {
      if (blocks) lanes &= ~x;
      if (lanes.empty()) break;
      landings.at[landings.count++] = {x.lowest(), lanes};
      jumping |= lanes;
      if (!s.king || !R.flying_kings) break;
    }
    if (jumping.any()) next(then, landings);
    return jumping;
  }

  Bitboard can_go_on(const Landing& l, const Sequence& s) const {
    return for_each_jump(Bitboard::of(l.sq), s.landed(l.sq), l.lanes,
                         [](const Sequence&, const Landings&) {});
  }

  void extend(Bitboard at, const Sequence& so_far, Bitboard lanes) {
    for_each_jump(at, so_far, lanes, [&](const Sequence& s, const Landings& landings) {
      // Where it can go on from some of its landing squares, the piece must choose one of those.
      std::array<Bitboard, most_landings> going_on;
      Bitboard any;
      for (std::size_t i = 0; i < landings.count; ++i)
        any |= going_on[i] = can_go_on(landings.at[i], s);
      for (std::size_t i = 0; i < landings.count; ++i) {
        const auto& [sq, possible] = landings.at[i];
        if (going_on[i].any()) extend(Bitboard::of(sq), s.landed(sq), going_on[i]);
        if ((possible & ~any).any()) report(sq, s.landed(sq), possible & ~any);
      }
    });
  }

  void report(Square to, const Sequence& s, Bitboard lanes) const {
    Position after = rest_;
    after.my_men = after.my_men.without(from_);
    after.my_kings = after.my_kings.without(from_);
    Bitboard& landed = s.by_king || s.crowned(to) ? after.my_kings : after.my_men;
    landed = landed.with(to);
    after.their_men &= ~s.taken;
    after.their_kings &= ~s.taken;
    found_.push_back({flipped<R>(after), lanes, s.merit(), lane_moves_ || !lane_is_in_the_way(s)});
  }

  const Position& rest_;
  bool lane_is_mine_;
  std::vector<LaneCapture>& found_;
  bool lane_moves_ = false;  // the lane king is the piece that captures
  Square from_{};
  Bitboard free_;
};

}  // namespace damiera
