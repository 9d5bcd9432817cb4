#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "generator/block_solver.h"
#include "generator/king_graph.h"
#include "generator/lane_seeds.h"

namespace damiera {

/// The fast solver: retrograde analysis of one block, a word of positions at a time.
///
/// One king of one side is the lane king; the squares of its board are the bits of a word. A block
/// is a matrix of words: a row for each placement of the other side's kings, a column for each
/// placement of the lane side's other kings. With several kings on the lane side each position
/// occurs once for each choice of the lane king. Everything is seen as the first side sees it.
template <Rules R>
class LaneSolver {
  using B = Board<R>;
  using Word = std::conditional_t<B::size <= 32, std::uint32_t, std::uint64_t>;
  using Side = typename BlockPair<R>::Side;

 public:
  LaneSolver(const BlockPair<R>& block, const KnownValues<R>& known)
      : block_{block},
        known_{known},
        men_{block.sides[0].men},
        free_{SliceIndex<R>::free_squares(men_)},
        lane_of_{block.sides[0].slice->kings().lane() == LaneSide::mine ? 0 : 1},
        rows_{free_, block.sides[0].slice->kings().other_kings()},
        columns_{free_, block.sides[0].slice->kings().lane_kings() - 1} {
    for (State& s : state_) s.resize(rows_.size() * columns_.size());
  }

  void solve() {
    for (int s = 0; s < 2; ++s) for_each_row([&](std::size_t row) { seed(s, row); });
    for (int ply = 0; advance(ply) || ply <= 1; ++ply) {}
    for (int s = 0; s < block_.count; ++s) for_each_row([&](std::size_t row) { finish(s, row); });
  }

 private:
  static constexpr std::size_t parallel_from = 1 << 12;   // words in a block
  static constexpr int distance_bits = 13;

  // One bit plane each, of the positions with one side to move.
  struct State {
    std::vector<Word> capture, man_move, holds;   // holds: undecided, but a man move draws
    std::vector<Word> open;                       // no capture, not decided
    std::vector<Word> win, loss;                  // decided before the pass in work
    std::vector<Word> new_win, new_loss;          // by the pass before
    std::vector<Word> next_win, next_loss;        // by the pass in work
    std::vector<Word> man_win;                    // a man move wins
    std::vector<std::vector<Word>> distance;      // bit b of the distance in plies

    void resize(std::size_t words) {
      for (auto* plane : {&capture, &man_move, &holds, &open, &win, &loss, &new_win, &new_loss,
                          &next_win, &next_loss, &man_win})
        plane->resize(words);
    }
  };

  template <class Body>
  void for_each_row(const Body& body) const {
    if (rows_.size() * columns_.size() < parallel_from) {
      for (std::size_t row = 0; row < rows_.size(); ++row) body(row);
    } else {
      tbb::parallel_for(tbb::blocked_range<std::size_t>{0, rows_.size()}, [&](const auto& range) {
        for (std::size_t row = range.begin(); row < range.end(); ++row) body(row);
      });
    }
  }

  std::size_t at(std::size_t row, std::size_t column) const {
    return row * columns_.size() + column;
  }
  static Word word(Bitboard set) { return static_cast<Word>(set.bits()); }

  // The squares on which the lane king may stand; none if the placement is impossible.
  Bitboard lanes(std::size_t row, std::size_t column) const {
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    return (other & beside).any() ? Bitboard{} : free_ & ~other & ~beside;
  }

  // The pieces but the lane king, as the first side sees them.
  Position rest(std::size_t row, std::size_t column) const {
    const Bitboard lane_side = columns_.set(column), other = rows_.set(row);
    return lane_of_ == 0 ? Position{men_.mine, lane_side, men_.theirs, other}
                         : Position{men_.mine, other, men_.theirs, lane_side};
  }

  static Bitboard seen_from(int s, Bitboard set) { return s == 0 ? set : B::turned(set); }

  void seed(int s, std::size_t row) {
    thread_local std::vector<LaneCapture> scratch;
    LaneSeeder<R> seeder{known_, scratch};
    State& state = state_[s];
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const Bitboard all = lanes(row, column);
      if (all.empty()) continue;
      const Position pos = s == 0 ? rest(row, column) : flipped<R>(rest(row, column));
      const LaneSeeds seeds = seeder(pos, lane_of_ == s, seen_from(s, all));
      const auto w = [&](Bitboard set) { return word(seen_from(s, set)); };
      const std::size_t i = at(row, column);
      state.capture[i] = w(seeds.capture);
      state.win[i] = w(seeds.capture_win);
      state.loss[i] = w(seeds.capture_loss);
      state.man_move[i] = w(seeds.man_move);
      state.man_win[i] = w(seeds.man_win);
      state.holds[i] = w(seeds.man_draw);
      state.open[i] = word(all) & ~state.capture[i];
    }
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    std::array<bool, 2> any{};
    for (int s = 0; s < 2; ++s) any[s] = decide(s, ply);
    for (int s = 0; s < 2; ++s) commit(s, ply);
    return any[0] || any[1];
  }

  bool decide(int s, int ply) {
    std::atomic<bool> any = false;
    for_each_row([&](std::size_t row) {
      Word found = 0;
      for (std::size_t column = 0; column < columns_.size(); ++column)
        if (state_[s].open[at(row, column)] != 0) found |= decide(s, ply, row, column);
      if (found != 0) any.store(true, std::memory_order_relaxed);
    });
    return any;
  }

  // New wins are where a move leads to what the opponent has newly lost. New losses are where no
  // move is left but to what the opponent has won; such a position has a move to what the
  // opponent has newly won, but for those that no king move leaves.
  Word decide(int s, int ply, std::size_t row, std::size_t column) {
    State& mine = state_[s];
    const State& theirs = state_[1 - s];
    const std::size_t i = at(row, column);
    const Word open = mine.open[i];
    Word win = 0, loss = 0;
    if (ply == 0) {
      loss = open & ~mine.man_move[i] & ~has_king_move(s, row, column);
    } else {
      win = open & before(s, row, column, theirs.new_loss);
      if (ply == 1) win |= open & mine.man_win[i];
      const Word may_lose = open & ~win & ~mine.holds[i];
      if (ply == 1) {
        loss = may_lose & ~has_king_move(s, row, column);
      } else if (const Word touched = may_lose & before(s, row, column, theirs.new_win)) {
        loss = touched & ~before_not(s, row, column, theirs.win);
      }
    }
    mine.next_win[i] = win;
    mine.next_loss[i] = loss;
    return win | loss;
  }

  // What a pass has found becomes known, and the next pass looks at nothing else.
  void commit(int s, int ply) {
    State& state = state_[s];
    for_each_row([&](std::size_t row) {
      for (std::size_t i = at(row, 0); i < at(row + 1, 0); ++i) {
        const Word decided = state.next_win[i] | state.next_loss[i];
        state.open[i] &= ~decided;
      }
    });
    for (int b = 0; ply >> b != 0; ++b) {
      if ((ply >> b & 1) == 0) continue;
      if (state.distance.size() <= static_cast<std::size_t>(b))
        state.distance.resize(static_cast<std::size_t>(b) + 1);
      auto& plane = state.distance[static_cast<std::size_t>(b)];
      plane.resize(state.open.size());
      for_each_row([&](std::size_t row) {
        for (std::size_t i = at(row, 0); i < at(row + 1, 0); ++i)
          plane[i] |= state.next_win[i] | state.next_loss[i];
      });
    }
    for_each_row([&](std::size_t row) {
      for (std::size_t i = at(row, 0); i < at(row + 1, 0); ++i) {
        // Captures have been known from the start, and count with those one ply away.
        const Word captures = ply == 1 ? state.capture[i] : 0;
        state.new_win[i] = std::exchange(state.next_win[i], 0) | (state.win[i] & captures);
        state.new_loss[i] = std::exchange(state.next_loss[i], 0) | (state.loss[i] & captures);
        state.win[i] |= state.new_win[i];
        state.loss[i] |= state.new_loss[i];
      }
    });
  }

  // The lanes of side s that have a king move.
  Word has_king_move(int s, std::size_t row, std::size_t column) const {
    return joined(s, row, column, [&](std::size_t r, std::size_t c) { return lanes(r, c); });
  }
  // The lanes from which a king move of side s leads to a position of `plane`.
  Word before(int s, std::size_t row, std::size_t column, const std::vector<Word>& plane) const {
    return joined(s, row, column,
                  [&](std::size_t r, std::size_t c) { return Bitboard{plane[at(r, c)]}; });
  }
  // The lanes from which one leads to a position that is not in `plane`.
  Word before_not(int s, std::size_t row, std::size_t column,
                  const std::vector<Word>& plane) const {
    return joined(s, row, column, [&](std::size_t r, std::size_t c) {
      return lanes(r, c) & ~Bitboard{plane[at(r, c)]};
    });
  }

  // The lanes that a king move of side s joins to the sets that `to` gives for rows and columns.
  template <class To>
  Word joined(int s, std::size_t row, std::size_t column, const To& to) const {
    const Bitboard all = lanes(row, column);
    Bitboard found;
    if (s == lane_of_) {
      found = spread<R>(to(row, column), all);
      for (const auto& step : columns_.steps(column))
        if (!R.flying_kings || (step.between & rows_.set(row)).empty())
          found |= to(row, step.to) & ~step.between;
    } else {
      for (const auto& step : rows_.steps(row))
        if (!R.flying_kings || (step.between & columns_.set(column)).empty())
          found |= to(step.to, column) & ~step.between;
    }
    return word(found & all);
  }

  // Writes the outcomes of a row, each position once: where the lane king is below its fellows.
  void finish(int s, std::size_t row) {
    const Side& side = block_.sides[s];
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      Bitboard once = lanes(row, column);
      if (columns_.set(column).any())
        once &= Bitboard::first(static_cast<int>(columns_.set(column).lowest()));
      const Position pos = rest(row, column);
      for (Square sq : once) {
        Position full = pos;
        (lane_of_ == 0 ? full.my_kings : full.their_kings) |= Bitboard::of(sq);
        if (s == 1) full = flipped<R>(full);
        const std::uint64_t p = side.slice->kings().rank({full.my_kings, full.their_kings},
                                                         SliceIndex<R>::free_squares(side.men));
        side.outcomes[p] = outcome(state_[s], at(row, column), sq);
      }
    }
  }

  Outcome outcome(const State& state, std::size_t i, Square sq) const {
    const auto has = [&](Word w) { return (w >> static_cast<int>(sq) & 1) != 0; };
    const Value v = has(state.win[i])    ? Value::win
                    : has(state.loss[i]) ? Value::loss
                                         : Value::draw;
    if (has(state.capture[i])) return Outcome::capture(v);
    if (v == Value::draw) return Outcome::draw();
    int plies = 0;
    for (std::size_t b = 0; b < state.distance.size(); ++b)
      if (!state.distance[b].empty()) plies |= has(state.distance[b][i]) << b;
    return v == Value::win ? Outcome::win(plies) : Outcome::loss(plies);
  }

  const BlockPair<R>& block_;
  const KnownValues<R>& known_;
  Men men_;                      // as the first side sees them
  Bitboard free_;
  int lane_of_;                  // the side that the lane king belongs to: 0 or 1
  KingGraph<R> rows_, columns_;
  std::array<State, 2> state_;   // by side to move
};

}  // namespace damiera
