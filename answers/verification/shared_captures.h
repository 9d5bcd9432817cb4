// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "rules/moves.h"

namespace damiera {

/// A complete capture and all positions that allow it. These positions differ only in the square of
/// one king, which is called the king apart.
struct SharedCapture {
  Bitboard squares;  ///< of the king apart in these positions, as the capturing side sees them
  std::uint64_t merit;
  Position after;    ///< as the opponent sees it; lacks the king apart if `king_stands`
  bool king_stands;  ///< false: the king apart was taken, or is the piece that captured
  bool crowned;
};

/// Finds the captures of many positions at once. It walks the path of each capturing piece together
/// with the set of positions that allow it. Where the king apart stands on a square of the path,
/// that position takes a path of its own.
template <Rules R>
class SharedCaptures {
  using B = Board<R>;
  using Sequence = CaptureSequence<R>;

 public:
  /// `rest`: all pieces but the king apart; `mine`: the king apart belongs to the side to move.
  SharedCaptures(const Position& rest, bool mine) : rest_{rest}, mine_{mine} {
    for (const Direction d : capture_directions<R>) near_victims_ |= before_victims(d);
  }

  /// Adds to `found` the captures of the positions with the king apart on one of `squares`, which
  /// must be empty in `rest`. Ignores precedence.
  void find(Bitboard squares, std::vector<SharedCapture>& found) {
    found_ = &found;
    moves_apart_ = false;
    for (const Square sq : rest_.mine()) {
      from_ = Bitboard::of(sq);
      free_ = (B::all & ~rest_.occupied()) | from_;
      const bool king = rest_.my_kings.contains(sq);
      go_on(from_, {.king = king, .by_king = king}, squares);
    }
    if (mine_) capture_with_it(squares);
  }

 private:
  // A superset of the squares from which a king can capture in a direction. Only the opponent's
  // pieces block its way here.
  Bitboard before_victims(Direction d) const {
    const Bitboard open = B::all & ~rest_.theirs();
    const Direction back = opposite(d);
    Bitboard from = B::step(B::step(open, back) & rest_.theirs(), back) & open, all = from;
    if constexpr (R.flying_kings)
      while ((from = B::step(from, back) & open).any()) all |= from;
    return all;
  }

  // The king apart captures: from every square of a ray the capture goes on in the same way.
  void capture_with_it(Bitboard squares) {
    moves_apart_ = true;
    from_ = {};
    free_ = B::all & ~rest_.occupied();
    const Sequence none{.king = true, .by_king = true};
    for (const Direction d : capture_directions<R>)
      for (const Square victim : B::step(free_, opposite(d)) & rest_.theirs()) {
        Bitboard at = B::step(Bitboard::of(victim), opposite(d)) & free_, from = at;
        if constexpr (R.flying_kings)
          while ((at = B::step(at, opposite(d)) & free_).any()) from |= at;
        if ((from & squares).any())
          jump(none, d, Bitboard::of(victim), rest_.their_kings.contains(victim), from & squares);
      }
  }

  bool is_taken(const Sequence& s) const { return (s.taken & ~rest_.theirs()).any(); }
  // True while the king apart is an obstacle, on a square of its own in each position.
  bool stands(const Sequence& s) const { return !moves_apart_ && !is_taken(s); }

  // For each piece that can be jumped from `at`: calls visit(direction, victim, whether it is a
  // king, the positions that allow it).
  template <class Visit>
  void each_victim(Bitboard at, const Sequence& s, Bitboard squares, const Visit& visit) const {
    for (const Direction d : capture_directions<R>)
      if (s.captures_in(d)) look(d, at, s, squares, visit);
  }
  template <class Visit>
  void look(Direction d, Bitboard at, const Sequence& s, Bitboard squares,
            const Visit& visit) const {
    const Bitboard empty = s.empty(free_);
    const bool takes_kings = s.takes_kings(), in_the_way = stands(s);
    for (Bitboard x = B::step(at, d); x.any(); x = B::step(x, d)) {
      const Bitboard behind = B::step(x, d) & empty;
      if ((x & empty).empty()) {
        const bool king = (x & rest_.their_kings).any();
        if (in_the_way) squares &= ~behind;
        const bool may = (x & rest_.theirs() & ~s.taken).any() && (!king || takes_kings);
        if (may && behind.any() && squares.any()) visit(d, x, king, squares);
        return;
      }
      if (in_the_way && (x & squares).any()) {
        if (!mine_ && takes_kings && behind.any()) visit(d, x, true, x);
        squares &= ~x;
      }
      if (!s.flies() || squares.empty()) return;
    }
  }

  void go_on(Bitboard at, const Sequence& s, Bitboard squares) {
    each_victim(at, s, squares, [&](Direction d, Bitboard victim, bool king, Bitboard some) {
      jump(s, d, victim, king, some);
    });
  }
  // The positions in which the capture can go on.
  Bitboard can_go_on(Bitboard at, const Sequence& s, Bitboard squares) const {
    Bitboard found;
    const bool may_take_it = !mine_ && stands(s);
    if (R.removal == Removal::at_the_end && !may_take_it && (at & near_victims_).empty()) return {};
    each_victim(at, s, squares, [&](Direction, Bitboard, bool, Bitboard some) { found |= some; });
    return found;
  }

  // A flying king that can go on from some of its landing squares must choose one of those.
  void jump(const Sequence& so_far, Direction d, Bitboard victim, bool king, Bitboard squares) {
    struct Landing {
      Bitboard at, squares, going_on;
    };
    std::array<Landing, R.flying_kings ? R.width - 2 : 1> landings;
    std::size_t count = 0;
    const Sequence s = so_far.taking(victim, king);
    const Bitboard empty = so_far.empty(free_);
    Bitboard going_on;
    for (Bitboard x = B::step(victim, d) & empty; x.any(); x = B::step(x, d) & empty) {
      if (stands(s)) squares &= ~x;
      if (squares.empty()) break;
      landings[count] = {x, squares, can_go_on(x, s.landed(x.lowest()), squares)};
      going_on |= landings[count++].going_on;
      if (!so_far.lands_anywhere()) break;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Landing& l = landings[i];
      const Sequence landed = s.landed(l.at.lowest());
      if (l.going_on.any()) go_on(l.at, landed, l.going_on);
      const bool may_end = i == 0 || !s.ends_behind(king);
      const Bitboard ending = l.squares & ~going_on;
      if (may_end && ending.any()) report(l.at.lowest(), landed, ending);
    }
  }

  void report(Square to, const Sequence& s, Bitboard squares) const {
    const bool crowned = s.crowned(to);
    Position pos = rest_;
    (s.by_king ? pos.my_kings : pos.my_men) &= ~from_;
    Bitboard& landed = s.by_king || crowned ? pos.my_kings : pos.my_men;
    landed = landed.with(to);
    pos.their_men &= ~s.taken;
    pos.their_kings &= ~s.taken;
    found_->push_back({squares, s.merit(), flipped<R>(pos), stands(s), crowned});
  }

  const Position rest_;
  const bool mine_;
  Bitboard near_victims_;
  std::vector<SharedCapture>* found_ = nullptr;
  bool moves_apart_ = false;  // the king apart is the piece that captures
  Bitboard from_;             // of the piece that captures, unless it is the king apart
  Bitboard free_;             // squares empty before the capture, and that piece's own square
};

/// Calls serve(capture, squares) for each capture; `squares` are the positions in which no capture
/// has more merit. Returns the positions that have a capture.
template <class Serve>
Bitboard each_best(const std::vector<SharedCapture>& found, Bitboard squares, const Serve& serve) {
  Bitboard left = squares;
  for (bool any = true; any;) {
    any = false;
    std::uint64_t most = 0;
    for (const SharedCapture& c : found)
      if ((c.squares & left).any()) any = true, most = std::max(most, c.merit);
    Bitboard served;
    for (const SharedCapture& c : found)
      if (const Bitboard here = c.squares & left; c.merit == most && here.any()) {
        serve(c, here);
        served |= here;
      }
    left &= ~served;
  }
  return squares & ~left;
}

}  // namespace damiera
