// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "generator/lanes/lanes.h"

namespace damiera {

/// A capture, with all lanes in which it is possible and complete.
struct LaneCapture {
  Position after;  ///< as the opponent sees it; the lane king is missing unless `is_complete`
  /// The squares where the capturing king may land, as the opponent sees them, if there are
  /// several; `after` then lacks this king. Used only if `is_complete`.
  Bitboard landings;
  Bitboard lanes;  ///< as the capturing side sees them
  std::uint64_t merit;
  bool is_complete;  ///< the lane king was captured or has moved: `after` is the same in all lanes
};

/// The squares from which a king could go on to capture one of the opponent's pieces, if no other
/// piece were on the board. Keeps what it found last: many positions of a block have the same
/// pieces to capture.
template <Rules R>
class LaneJumps {
  using B = Board<R>;

 public:
  /// Finds the squares for these pieces, unless the last call did.
  void reset(Bitboard theirs) {
    if (theirs == theirs_) return;
    theirs_ = theirs;
    const Bitboard empty = B::all & ~theirs;
    std::array<Bitboard, directions> jumping;
    for_each_capture_direction<R>([&]<Direction D>() {
      const Bitboard victims = B::template step<opposite(D)>(empty) & theirs;
      jumping[int(D)] = king_captures_from<R, D>(victims, empty) & empty;
    });
    for (Direction d : capture_directions<R>) {
      going_on_[int(d)] = {};
      for (Direction next : capture_directions<R>)
        if (next != opposite(d)) going_on_[int(d)] |= jumping[int(next)];
    }
  }
  /// The squares from which a king could go on after a jump in direction `d`, and perhaps some
  /// more.
  Bitboard after(Direction d) const { return going_on_[int(d)]; }

 private:
  static constexpr std::size_t directions = capture_directions<R>.size();

  Bitboard theirs_;  // at first none, from which no jump is possible
  std::array<Bitboard, directions> going_on_{};
};

/// Walks the captures of many positions at once: positions that differ only in the square of one
/// king, the lane king. Each sequence carries the set of lanes in which it is possible. As in
/// CaptureWalk, a CaptureSequence says what the rules allow.
template <Rules R>
class LaneCaptureWalk {
  using B = Board<R>;
  using Sequence = CaptureSequence<R>;

 public:
  /// `rest`: all pieces except the lane king, as the side to move sees them; `seen`: these pieces
  /// as the opponent sees them.
  LaneCaptureWalk(const Position& rest, const Position& seen, bool lane_is_mine,
                  LaneJumps<R>& jumps, std::vector<LaneCapture>& found)
      : rest_{rest}, seen_{seen}, lane_is_mine_{lane_is_mine}, jumps_{jumps}, found_{found} {
    jumps.reset(rest.theirs());
  }

  void walk(Bitboard lanes) {
    lane_moves_ = false;
    const Bitboard capturing = capturers<R>(rest_);
    for (Square sq : lane_is_mine_ ? capturing : rest_.mine())
      if (capturing.contains(sq) || R.flying_kings)
        begin(sq, rest_.my_kings.contains(sq), lanes);
      else
        capture_lane_king(sq, rest_.my_kings.contains(sq), lanes);
    if (!lane_is_mine_) return;
    lane_moves_ = true;
    from_ = {};  // the lane king is not among the pieces
    for_each_capture_direction<R>([&]<Direction D>() { capture_with_lane_king<D>(lanes); });
  }

 private:
  struct Landing {
    Square sq;
    Bitboard lanes;
  };
  static constexpr std::size_t most_landings = R.flying_kings ? R.width - 2 : 1;
  class Landings {
   public:
    Landings(Direction d, bool king) : direction{d}, behind_king{king} {}
    void add(Square sq, Bitboard lanes) {
      squares_[count_] = sq;
      lanes_[count_++] = lanes.bits();
    }
    Landing operator[](std::size_t i) const { return {squares_[i], Bitboard{lanes_[i]}}; }
    std::size_t count() const { return count_; }

    const Direction direction;  ///< of the jump
    const bool behind_king;

   private:
    std::size_t count_ = 0;
    // Not set at first: most jumps have few landings, and to clear the arrays took 4 % of a build.
    std::array<Square, most_landings> squares_;
    std::array<std::uint64_t, most_landings> lanes_;
  };

  void start(Square sq) {
    from_ = Bitboard::of(sq);
    free_ = (B::all & ~rest_.occupied()).with(sq);
  }

  void begin(Square sq, bool king, Bitboard lanes) {
    start(sq);
    extend(Bitboard::of(sq), {.king = king, .by_king = king}, lanes);
  }

  // Walks the captures of a piece that cannot fly and has nothing to capture but the lane king,
  // which stands next to it: they begin with the lane king.
  void capture_lane_king(Square sq, bool king, Bitboard lanes) {
    const Sequence none{.king = king, .by_king = king};
    if (!none.takes_kings()) return;
    start(sq);
    for_each_jump(Bitboard::of(sq), none, lanes,
                  [this](const Sequence& s, const Landings& l) { land(s, l); });
  }

  // The rest of a capture does not depend on the lane king's first square on the ray.
  template <Direction D>
  void capture_with_lane_king(Bitboard lanes) {
    constexpr Direction back = opposite(D);
    free_ = B::all & ~rest_.occupied();
    for (Square victim : B::template step<back>(free_) & rest_.theirs()) {
      const Bitboard jumped = Bitboard::of(victim);
      const Bitboard from = king_captures_from<R, D>(jumped, free_) & free_ & lanes;
      if (from.any())
        jump(D, jumped, rest_.their_kings.contains(victim), {.king = true, .by_king = true}, from,
             [this](const Sequence& s, const Landings& l) { land(s, l); });
    }
  }

  bool lane_is_in_the_way(const Sequence& s) const {
    return !lane_moves_ && !(s.taken & ~rest_.theirs()).any();
  }

  // Calls next(sequence, landings) for every single jump from `at` that is possible in some of
  // `lanes`; returns these lanes.
  template <class Next>
  Bitboard for_each_jump(Bitboard at, const Sequence& s, Bitboard lanes, const Next& next) const {
    Bitboard jumping;
    for (Direction d : capture_directions<R>)
      if (s.captures_in(d)) jumping |= for_each_jump_in(d, at, s, lanes, next);
    return jumping;
  }

  template <class Next>
  Bitboard for_each_jump_in(Direction d, Bitboard at, const Sequence& s, Bitboard lanes,
                            const Next& next) const {
    Bitboard jumping;
    const Bitboard empty = s.empty(free_);
    if constexpr (ends_alike) jumping = jump_lane_king(d, at, s, lanes, next);
    const Bitboard taken_alike = jumping;
    for (Bitboard x = B::step(at, d); x.any() && !s.is_blocked(x); x = B::step(x, d)) {
      if ((x & empty).empty()) {
        if ((x & (s.takes_kings() ? rest_.theirs() : rest_.their_men)).any())
          jumping |= jump(d, x, (x & rest_.their_kings).any(), s, lanes, next);
        break;
      }
      if (lane_is_in_the_way(s) && (x & lanes).any()) {  // in this lane, the lane king stands here
        if (!lane_is_mine_ && s.takes_kings() && (x & taken_alike).empty())
          jumping |= jump(d, x, true, s, x, next);
        lanes &= ~x;
      }
      if (!s.flies() || lanes.empty()) break;
    }
    return jumping;
  }

  // A flying king takes the lane king, may land anywhere behind it, and cannot go on from any of
  // these squares. Then the position after it is the same for every lane that it has passed,
  // because the lane king is gone. Calls next() once for all these lanes; returns them.
  static constexpr bool ends_alike =
      R.flying_kings && R.removal == Removal::at_the_end && R.landing == KingLanding::anywhere;
  template <class Next>
  Bitboard jump_lane_king(Direction d, Bitboard at, const Sequence& s, Bitboard lanes,
                          const Next& next) const {
    if (lane_is_mine_ || !s.king || !lane_is_in_the_way(s)) return {};
    const Bitboard empty = s.empty(free_);
    std::array<Square, R.width> ray;  // not set at first
    std::size_t size = 0, alike = 0;  // `alike`: the first lane behind all squares to go on from
    for (Bitboard x = B::step(at, d) & empty; x.any(); x = B::step(x, d) & empty) {
      if ((x & jumps_.after(d)).any()) alike = size;
      ray[size++] = x.lowest();
    }
    Landings landings{d, true};
    Bitboard passed;
    for (std::size_t i = alike; i < size; ++i) {
      if (passed.any()) landings.add(ray[i], passed);
      passed |= Bitboard::of(ray[i]) & lanes;
    }
    if (landings.count() == 0) return {};
    const Bitboard jumping = landings[landings.count() - 1].lanes;
    next(s.taking(Bitboard::of(jumping.lowest()), true), landings);
    return jumping;
  }

  template <class Next>
  Bitboard jump(Direction d, Bitboard victim, bool victim_is_king, const Sequence& s,
                Bitboard lanes, const Next& next) const {
    const Sequence then = s.taking(victim, victim_is_king);
    const bool lane_blocks = lane_is_in_the_way(then);
    const Bitboard empty = s.empty(free_);
    Bitboard jumping;
    Landings landings{d, victim_is_king};
    for (Bitboard x = B::step(victim, d) & empty; x.any(); x = B::step(x, d) & empty) {
      if (lane_blocks) lanes &= ~x;
      if (lanes.empty()) break;
      landings.add(x.lowest(), lanes);
      jumping |= lanes;
      if (!s.lands_anywhere()) break;
    }
    if (jumping.any()) next(then, landings);
    return jumping;
  }

  // Follows the sequences that go on from a landing square of a jump in direction `d`. Returns the
  // lanes that have one.
  Bitboard go_on(Direction d, const Landing& l, const Sequence& s) {
    if constexpr (R.removal == Removal::at_the_end) {
      const bool lane_can_be_taken = !lane_is_mine_ && lane_is_in_the_way(s);
      if (!lane_can_be_taken && !jumps_.after(d).contains(l.sq)) return {};
    }
    return extend(Bitboard::of(l.sq), s.landed(l.sq), l.lanes);
  }

  Bitboard extend(Bitboard at, const Sequence& so_far, Bitboard lanes) {
    return for_each_jump(at, so_far, lanes, [this](const Sequence& s, const Landings& landings) {
      land(s, landings);
    });
  }

  // If the piece can go on from some of its landing squares, it must choose one of these.
  void land(const Sequence& s, const Landings& landings) {
    Bitboard going_on;
    for (std::size_t i = 0; i < landings.count(); ++i)
      going_on |= go_on(landings.direction, landings[i], s);
    const std::size_t ends = s.ends_behind(landings.behind_king) ? 1 : landings.count();
    for (std::size_t i = 0; i < ends; ++i) {
      const auto [sq, possible] = landings[i];
      if ((possible & ~going_on).empty()) continue;
      Bitboard to = Bitboard::of(sq);
      if (R.flying_kings && s.king && is_complete(s))
        for (; i + 1 < ends && landings[i + 1].lanes == possible; ++i)
          to = to.with(landings[i + 1].sq);
      report(to, s.landed(sq), possible & ~going_on);
    }
  }

  bool is_complete(const Sequence& s) const { return lane_moves_ || !lane_is_in_the_way(s); }

  // `to`: the square where the piece lands; or several for a king, if the capture is complete.
  void report(Bitboard to, const Sequence& s, Bitboard lanes) const {
    LaneCapture& capture = found_.emplace_back();  // filled in place: a copy takes longer
    Position& after = capture.after = seen_;
    const Bitboard left = ~B::turned(from_), taken = B::turned(s.taken);
    after.their_men &= left;
    after.their_kings &= left;
    const Bitboard landings = B::turned(to);
    if (landings.count() == 1) {
      Bitboard& landed = s.by_king || s.crowned(to.lowest()) ? after.their_kings : after.their_men;
      landed |= landings;
    } else {
      capture.landings = landings;
    }
    after.my_men &= ~taken;
    after.my_kings &= ~taken;
    capture.lanes = lanes;
    capture.merit = s.merit();
    capture.is_complete = is_complete(s);
  }

  const Position& rest_;
  const Position& seen_;
  bool lane_is_mine_;
  const LaneJumps<R>& jumps_;
  std::vector<LaneCapture>& found_;
  bool lane_moves_ = false;  // the lane king is the piece that captures
  Bitboard from_;            // the square of the piece that captures, unless it is the lane king
  Bitboard free_;
};

/// Calls serve(capture, lanes) for each capture that is legal in some of `lanes`, with these lanes:
/// in each of them no other capture has precedence. Returns the lanes with a capture.
template <Rules R, class Serve>
Bitboard serve_lanes(const std::vector<LaneCapture>& found, Bitboard lanes, const Serve& serve) {
  Bitboard served;
  std::uint64_t merit = 0;
  if constexpr (R.prefer[0] != Prefer::nothing)
    for (const LaneCapture& c : found) merit = std::max(merit, c.merit);
  // Captures with precedence come first; in a lane that has one, no lesser one is legal.
  for (bool has_lesser = true; has_lesser;) {
    has_lesser = false;
    std::uint64_t next = 0;
    const Bitboard open = lanes & ~served;
    for (const LaneCapture& c : found)
      if (c.merit < merit) {
        next = std::max(next, c.merit);
        has_lesser = true;
      } else if (const Bitboard here = c.lanes & open; c.merit == merit && here.any()) {
        serve(c, here);
        served |= here;
      }
    if (served == lanes) break;
    merit = next;
  }
  return served;
}

}  // namespace damiera
