// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <vector>

#include "rules/position.h"

namespace damiera {

/// One legal move of the side to move. Two captures that differ only in their path are one move.
struct Move {
  Square from, to;
  Bitboard taken;  ///< the pieces captured; empty for a quiet move
  bool by_king;    ///< the piece was a king before the move
  bool crowned;    ///< the piece is a man before the move and a king after it

  auto operator<=>(const Move&) const = default;
  constexpr bool is_capture() const { return taken.any(); }
  /// True for a capture or any man move: these reset the draw counts and leave the men block.
  constexpr bool is_conversion() const { return is_capture() || !by_king; }
};

using Moves = std::vector<Move>;

/// One complete way of capturing, with its path.
struct CaptureLine {
  Move move;
  std::span<const Square> path;  ///< every landing square in order; the last is move.to
  std::uint64_t merit;           ///< larger is preferred, by Rules::prefer
};

/// The run, after this move, of the side that made it. A king's moves without capture are a run if
/// the side has men too.
constexpr KingRun run_after(const Position& before, const Move& move) {
  if (move.is_conversion() || before.my_men.empty()) return {};
  const KingRun& run = before.my_run;
  const bool same = run.any() && run.king == move.from;
  return {static_cast<std::uint8_t>(same ? run.moves + 1 : 1), move.to};
}

/// My kings that may move without capturing.
template <Rules R>
constexpr Bitboard free_kings(const Position& pos) {
  if constexpr (R.king_limit > 0)
    if (pos.my_run.moves >= R.king_limit) return pos.my_kings.without(pos.my_run.king);
  return pos.my_kings;
}

/// The position after `move`, as seen by the opponent, which is then the side to move.
template <Rules R>
constexpr Position after(const Position& pos, const Move& move) {
  Position next = pos;
  (move.by_king ? next.my_kings : next.my_men) &= ~Bitboard::of(move.from);
  Bitboard& landed = move.by_king || move.crowned ? next.my_kings : next.my_men;
  landed = landed.with(move.to);
  next.their_men &= ~move.taken;
  next.their_kings &= ~move.taken;
  if constexpr (R.king_limit > 0) {
    next.my_run = run_after(pos, move);
    const bool goes_on = next.their_men.any() && next.their_kings.contains(pos.their_run.king);
    if (!goes_on) next.their_run = {};
  }
  return flipped<R>(next);
}

/// The pieces that one piece has captured so far, and the numbers by which captures are compared.
/// The rules of captures are here and nowhere else: every class that walks captures calls these
/// functions.
template <Rules R>
struct CaptureSequence {
  Bitboard taken = {};
  bool king;     ///< as the piece is now
  bool by_king;  ///< as it was at the start
  int length = 0;
  int kings_taken = 0;
  std::uint64_t kings_order = 0;  ///< a bit for each piece taken, the first highest: is it a king?

  /// True if the piece may capture in direction `d`.
  constexpr bool captures_in(Direction d) const {
    return king || R.men_capture_backward || is_up(d);
  }
  constexpr bool takes_kings() const { return king || R.men_capture_kings; }
  /// True if the piece may capture from a distance.
  constexpr bool flies() const { return king && R.flying_kings; }
  /// True if it may land on any empty square of the ray behind its victim, not only on the next.
  constexpr bool lands_anywhere() const { return flies() && R.landing != KingLanding::next_square; }
  /// True if a capture that cannot go on must end right behind its last victim.
  static constexpr bool ends_behind(bool last_victim_is_king) {
    return R.landing == KingLanding::behind_last_king && last_victim_is_king;
  }
  /// The squares that are empty now. `free` are the squares that were empty before the capture, and
  /// the square that the piece left. Captured pieces stay on the board until the end of the
  /// capture, unless the game removes them at once.
  constexpr Bitboard empty(Bitboard free) const {
    return R.removal == Removal::at_once ? free | taken : free & ~taken;
  }
  /// True if a captured piece is still on `square`: no piece is jumped twice.
  constexpr bool is_blocked(Bitboard square) const {
    return R.removal == Removal::at_the_end && (square & taken).any();
  }

  /// The sequence with one more piece taken.
  constexpr CaptureSequence taking(Bitboard victim, bool victim_is_king) const {
    CaptureSequence s = *this;
    s.taken |= victim;
    ++s.length;
    s.kings_taken += victim_is_king;
    s.kings_order = s.kings_order << 1 | victim_is_king;
    return s;
  }
  /// The sequence after landing on `sq`, where a man may promote and go on as a king.
  constexpr CaptureSequence landed(Square sq) const {
    CaptureSequence s = *this;
    s.king |= R.crowning == Crowning::goes_on && Board<R>::my_last_row.contains(sq);
    return s;
  }
  /// True if the piece promotes by this capture when it ends on `to`.
  constexpr bool crowned(Square to) const {
    return !by_king && (king || Board<R>::my_last_row.contains(to));
  }
  /// Larger is preferred, by Rules::prefer.
  constexpr std::uint64_t merit() const {
    std::uint64_t m = 0;
    for (Prefer p : R.prefer) {
      if (p == Prefer::most_pieces) m = m << 6 | static_cast<std::uint64_t>(length);
      // A man counts 64 and a king 127, one less than two men. Fewer than 64 pieces are taken, so
      // these differences of one never add up to a man.
      if (p == Prefer::most_value)
        m = m << 13 | static_cast<std::uint64_t>(64 * length + 63 * kings_taken);
      if (p == Prefer::with_king) m = m << 1 | by_king;
      if (p == Prefer::most_kings) m = m << 6 | static_cast<std::uint64_t>(kings_taken);
      // Compared only between sequences of equal length, so the first pieces line up.
      if (p == Prefer::kings_first) m = m << 32 | kings_order;
    }
    return m;
  }
};

/// The squares from which a king captures one of `victims` in direction D, whether a piece stands
/// there or not. `victims` have an empty square behind them.
template <Rules R, Direction D>
constexpr Bitboard king_captures_from(Bitboard victims, Bitboard empty) {
  using B = Board<R>;
  constexpr Direction back = opposite(D);
  Bitboard at = B::template step<back>(victims), all = at;
  if constexpr (R.flying_kings) {
    // Always goes on to the edge: stopping early costs more, as a processor mispredicts where.
    if ((at & empty).any())
      for (int i = 3; i < R.width; ++i) all |= at = B::template step<back>(at & empty);
  }
  return all;
}

/// My pieces that can begin a capture in direction D; `empty`: the empty squares.
template <Rules R, Direction D>
constexpr Bitboard capturers(const Position& pos, Bitboard empty) {
  using B = Board<R>;
  constexpr Direction back = opposite(D);
  const Bitboard victims = B::template step<back>(empty) & pos.theirs();
  Bitboard found = king_captures_from<R, D>(victims, empty) & pos.my_kings;
  constexpr CaptureSequence<R> man{.king = false, .by_king = false};
  if constexpr (man.captures_in(D)) {
    const Bitboard for_men = man.takes_kings() ? victims : victims & pos.their_men;
    found |= B::template step<back>(for_men) & pos.my_men;
  }
  return found;
}

/// My pieces that can begin a capture.
template <Rules R>
constexpr Bitboard capturers(const Position& pos) {
  const Bitboard empty = Board<R>::all & ~pos.occupied();
  Bitboard found;
  for_each_capture_direction<R>([&]<Direction D>() { found |= capturers<R, D>(pos, empty); });
  return found;
}

/// True if the opponent has just won by having a king, in a game where the first king wins.
template <Rules R>
constexpr bool is_over(const Position& pos) {
  if constexpr (R.goal == Goal::first_king_wins) return pos.their_kings.any();
  return false;
}

template <Rules R>
constexpr bool has_capture(const Position& pos) {
  return !is_over<R>(pos) && capturers<R>(pos).any();
}

/// Walks every complete capturing sequence of a position, without regard to precedence.
/// A piece is jumped once only. It stays on the board and blocks until the end of the capture,
/// unless the game removes it at once. The capturing piece's first square counts as empty.
template <Rules R, class Visit>
class CaptureWalk {
  using B = Board<R>;

 public:
  CaptureWalk(const Position& pos, Visit& visit) : pos_{pos}, visit_{visit} {}

  /// `capturing`: capturers() of the position.
  void walk(Bitboard capturing) {
    for (Square sq : capturing) {
      from_ = sq;
      free_ = (B::all & ~pos_.occupied()).with(sq);
      const bool king = pos_.my_kings.contains(sq);
      extend(Bitboard::of(sq), {.king = king, .by_king = king});
    }
  }

 private:
  using Sequence = CaptureSequence<R>;

  // The squares where a jump may land, and the piece that it jumps.
  struct Jump {
    Bitboard landings, victim;
    Direction direction;
  };

  // Calls next(sequence, jump) for every single jump from `at`; returns true if there is one.
  template <class Next>
  bool for_each_jump(Bitboard at, const Sequence& so_far, const Next& next) const {
    bool found = false;
    const Bitboard empty = so_far.empty(free_);
    for (Direction d : capture_directions<R>) {
      if (!so_far.captures_in(d)) continue;
      Bitboard victim = B::step(at, d);
      if (so_far.flies())
        while ((victim & empty).any()) victim = B::step(victim, d);
      const bool spared = !so_far.takes_kings() && (victim & pos_.their_kings).any();
      if (spared || (victim & pos_.theirs() & ~so_far.taken).empty()) continue;
      Bitboard landing = B::step(victim, d) & empty;
      if (landing.empty()) continue;
      found = true;
      Bitboard landings = landing;
      if (so_far.lands_anywhere())
        while ((landing = B::step(landing, d) & empty).any()) landings |= landing;
      next(so_far.taking(victim, (victim & pos_.their_kings).any()), {landings, victim, d});
    }
    return found;
  }

  bool can_go_on(Bitboard at, const Sequence& s) const {
    return for_each_jump(at, s, [](const Sequence&, const Jump&) {});
  }

  // The landing squares where a capture that cannot go on may end.
  Bitboard last_landings(const Jump& jump) const {
    const bool behind = Sequence::ends_behind((jump.victim & pos_.their_kings).any());
    return behind ? jump.landings & B::step(jump.victim, jump.direction) : jump.landings;
  }

  void extend(Bitboard at, Sequence so_far) {
    for_each_jump(at, so_far, [&](Sequence s, const Jump& jump) {
      // A flying king that can go on from some of its landing squares must choose one of those.
      Bitboard going_on;
      for (Square sq : jump.landings) {
        if (can_go_on(Bitboard::of(sq), s.landed(sq))) going_on = going_on.with(sq);
      }
      for (Square sq : going_on.any() ? going_on : last_landings(jump)) {
        path_[s.length - 1] = sq;
        if (going_on.any())
          extend(Bitboard::of(sq), s.landed(sq));
        else
          report(sq, s.landed(sq));
      }
    });
  }

  void report(Square to, const Sequence& s) const {
    visit_(CaptureLine{.move = {.from = from_,
                                .to = to,
                                .taken = s.taken,
                                .by_king = s.by_king,
                                .crowned = s.crowned(to)},
                       .path = std::span{path_}.first(s.length),
                       .merit = s.merit()});
  }

  const Position& pos_;
  Visit& visit_;
  Square from_{};
  Bitboard free_;
  std::array<Square, Board<R>::size> path_;
};

/// Calls visit(const CaptureLine&) for every complete capture, without regard to precedence.
/// `capturing`: capturers() of the position.
template <Rules R, class Visit>
void for_each_capture_path(const Position& pos, Bitboard capturing, Visit&& visit) {
  CaptureWalk<R, Visit>{pos, visit}.walk(capturing);
}

/// Calls visit(const CaptureLine&) for every legal capture, once for each of its paths. Allocates
/// nothing. Returns whether there is a capture.
template <Rules R, class Visit>
bool for_each_capture(const Position& pos, Visit&& visit) {
  if (is_over<R>(pos)) return false;
  const Bitboard capturing = capturers<R>(pos);
  if (capturing.empty()) return false;
  std::uint64_t best = 0;
  if constexpr (R.prefer[0] != Prefer::nothing)
    for_each_capture_path<R>(pos, capturing,
                             [&](const CaptureLine& c) { best = std::max(best, c.merit); });
  for_each_capture_path<R>(pos, capturing, [&](const CaptureLine& c) {
    if (c.merit == best) visit(c);
  });
  return true;
}

/// A reference to a function that takes a CaptureLine. The function must outlive the reference.
class CaptureVisitor {
 public:
  template <std::invocable<const CaptureLine&> Visit>
  CaptureVisitor(const Visit& visit)
      : visit_{&visit}, call_{[](const void* function, const CaptureLine& c) {
          (*static_cast<const Visit*>(function))(c);
        }} {}

  void operator()(const CaptureLine& c) const { call_(visit_, c); }

 private:
  const void* visit_;
  void (*call_)(const void* function, const CaptureLine& c);
};

/// Does what for_each_capture() does, but is compiled once for each game, and not again for each
/// `visit`. In exchange each visit is a call through a pointer.
template <Rules R>
bool visit_captures(const Position& pos, CaptureVisitor visit);

/// The legal captures, in the order in which they are first met. Also compiled once for each game.
template <Rules R>
Moves captures(const Position& pos);

/// Calls visit(const Move&) for every man move that captures nothing. These moves are legal only if
/// no capture is possible.
template <Rules R, class Visit>
void for_each_man_move(const Position& pos, Visit&& visit) {
  using B = Board<R>;
  const Bitboard empty = B::all & ~pos.occupied();
  for (Direction d : forward_directions)
    for (Square to : B::step(pos.my_men, d) & empty) {
      const Square from = B::step(Bitboard::of(to), opposite(d)).lowest();
      visit(Move{from, to, {}, false, B::my_last_row.contains(to)});
    }
}

/// The squares that a king on `sq` reaches without capturing.
template <Rules R>
constexpr Bitboard king_reach(Square sq, Bitboard empty) {
  using B = Board<R>;
  Bitboard reach;
  for (Direction d : all_directions) {
    Bitboard at = B::step(Bitboard::of(sq), d) & empty;
    reach |= at;
    if constexpr (R.flying_kings)
      while ((at = B::step(at, d) & empty).any()) reach |= at;
  }
  return reach;
}

/// Calls visit(const Move&) for every king move that captures nothing. These moves are legal only
/// if no capture is possible.
template <Rules R, class Visit>
void for_each_king_move(const Position& pos, Visit&& visit) {
  const Bitboard empty = Board<R>::all & ~pos.occupied();
  for (Square from : free_kings<R>(pos))
    for (Square to : king_reach<R>(from, empty)) visit(Move{from, to, {}, true, false});
}

/// All legal moves. None means that the game is over, see value_at_end().
template <Rules R>
Moves legal_moves(const Position& pos);

}  // namespace damiera
