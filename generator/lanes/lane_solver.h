// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "generator/block_solver.h"
#include "generator/lanes/cell_marks.h"
#include "generator/lanes/king_graph.h"
#include "generator/lanes/lane_matrix.h"
#include "generator/lanes/lane_seeds.h"

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
  using Cell = LaneCell<R>;
  using Word = typename Cell::Word;

 public:
  /// Distances beyond `max_plies`, which is 1 or more, are draws.
  explicit LaneSolver(int max_plies = Outcome::max_plies) : max_plies_{max_plies} {}

  /// Bytes that a solver holds after a block with these kings and so many free squares.
  static std::uint64_t bytes_for(const KingPlacement& kings, int free) {
    return 2 * sizeof(Cell) * choose(free, kings.other_kings()) *
           choose(free, kings.lane_kings() - 1);
  }

  /// Requires a block with kings; one thread at a time, which may call others to help.
  void solve(const BlockPair<R>& block, const KnownValues<R>& known) {
    begin(block, known);
    seed();
    sweep();
  }

  // The three steps of solve(), in order.

  /// Lays out the matrix.
  void begin(const BlockPair<R>& block, const KnownValues<R>& known) {
    block_ = &block;
    known_ = &known;
    const Men men = block.sides[0].men;
    men_ = {men, flipped<R>(men)};
    free_ = SliceIndex<R>::free_squares(men);
    const KingPlacement& kings = block.sides[0].slice->kings();
    lane_of_ = kings.lane() == LaneSide::mine ? 0 : 1;
    rows_.reset(free_, kings.other_kings());
    columns_.reset(free_, kings.lane_kings() - 1);
    const Material m = block.sides[0].slice->material();
    steps_ = {man_steps<R>(m, men_[0], known), man_steps<R>(m.flipped(), men_[1], known)};
    for (auto& cells : cells_) cells.resize(rows_.size() * columns_.size());
    for (auto* marks : {&found_, &changed_})
      for (auto& of_side : *marks) of_side.reset(rows_.size(), columns_.size());
    for (auto& of_side : near_) of_side.assign(rows_.size(), 0);
    // Only what is decided is written later.
    for (int s = 0; s < block.count; ++s)
      std::ranges::fill(block.sides[s].outcomes, Outcome::draw());
  }

  /// The first pass: what conversions say, and where no king can move.
  void seed() {
    const LaneSharing<R> sharing{free_, columns_.size()};
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        LaneSeeder<R> seeder{*known_};
        for (std::size_t row = begin; row < end; ++row) {
          for (std::size_t column = 0; column < columns_.size(); ++column)
            seed(seeder, s, row, column);
          sharing.share(cells(s, row));
          for (std::size_t column = 0; column < columns_.size(); ++column) {
            Cell& c = cell(s, row, column);
            c.hope &= ~c.new_win;
            if ((c.next_win | c.next_loss) != 0) found_[s].set(row, column);
            if (c.*Cell::decided_at_end != 0) changed_[s].set(row, column);
          }
          if (changed_[s].any(row)) mark_near(s, row);
        }
      });
  }

  /// The other passes: what king moves add, one distance after the other.
  void sweep() {
    for (int ply = 1; ply <= max_plies_ && advance(ply); ++ply) {
    }
  }

 private:
  static constexpr std::size_t parallel_from = 1 << 12;  // words in a block

  // Calls body(begin, end) for ranges of rows, on several threads if there are many.
  template <class Body>
  void for_each_rows(const Body& body) const {
    if (rows_.size() * columns_.size() < parallel_from) return body(0, rows_.size());
    // Isolated: while it waits, this thread must not begin another block.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>{0, rows_.size()},
                        [&](const auto& range) { body(range.begin(), range.end()); });
    });
  }
  std::span<Cell> cells(int s, std::size_t row) {
    return std::span{cells_[static_cast<std::size_t>(s)]}.subspan(row * columns_.size(),
                                                                  columns_.size());
  }
  Cell& cell(int s, std::size_t row, std::size_t column) {
    return cells_[static_cast<std::size_t>(s)][row * columns_.size() + column];
  }
  const Cell& cell(int s, std::size_t row, std::size_t column) const {
    return cells_[static_cast<std::size_t>(s)][row * columns_.size() + column];
  }
  static Word word(Bitboard set) { return static_cast<Word>(set.bits()); }
  static Bitboard seen_from(int s, Bitboard set) { return s == 0 ? set : B::turned(set); }

  // The pieces but the lane king, as the side that moves sees them when side s is to move.
  Position rest(int s, Bitboard other, Bitboard beside) const {
    const Men& men = men_[static_cast<std::size_t>(s)];
    const Bitboard seen_other = seen_from(s, other), seen_beside = seen_from(s, beside);
    return lane_of_ == s ? Position{men.mine, seen_beside, men.theirs, seen_other}
                         : Position{men.mine, seen_other, men.theirs, seen_beside};
  }

  // Of lanes with the same kings, those in which the lane king is the lowest of its side as side s
  // sees it, or the highest.
  static Bitboard lowest_for(int s, Bitboard beside, Bitboard lanes) {
    if (beside.empty()) return lanes;
    if (s == 0) return lanes & Bitboard::first(static_cast<int>(beside.lowest()));
    return lanes & ~Bitboard::first(64 - std::countl_zero(beside.bits()));
  }
  static Bitboard highest_for(int s, Bitboard beside, Bitboard lanes) {
    return lowest_for(1 - s, beside, lanes);
  }

  // What conversions say, once for each position: where the lane king is the highest, which is
  // where the opponent, to whom it is the lowest, finds the successors' values side by side.
  void seed(LaneSeeder<R>& seeder, int s, std::size_t row, std::size_t column) {
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    Cell& c = cell(s, row, column) = {};
    if ((other & beside).any()) return;
    const Bitboard all = free_ & ~other & ~beside;
    c.all = c.hope = word(all);
    const Bitboard once = highest_for(s, beside, all);
    if (once.empty()) return;
    const Bitboard lanes = seen_from(s, once);
    const LaneSeeds seeds =
        seeder(rest(s, other, beside), rest(1 - s, other, beside), lane_of_ == s, lanes, steps_[s]);
    const Bitboard quiet = lanes & ~seeds.capture;
    const Bitboard stuck = quiet & ~seeds.king_move & ~seeds.man_move;
    const Bitboard lost =
        quiet & ~seeds.king_move & seeds.man_move & ~seeds.man_win & ~seeds.man_draw;
    const auto seen = [&](Bitboard set) { return word(seen_from(s, set)); };
    c.open = seen(quiet & ~seeds.man_win & ~lost & ~stuck);
    c.holds = seen(seeds.man_draw);
    c.next_win = seen(seeds.man_win | seeds.capture_win);
    c.next_loss = seen(lost | seeds.capture_loss);
    c.*Cell::decided_at_end = seen(stuck);
    const LaneWriter<R> out = writer(s, row, column);
    out.write(seeds.capture_win, Outcome::capture(Value::win));
    out.write(seeds.capture_loss, Outcome::capture(Value::loss));
    out.write(seeds.capture & ~seeds.capture_win & ~seeds.capture_loss,
              Outcome::capture(Value::draw));
    out.write(seeds.man_win, Outcome::win(1));
    out.write(lost, Outcome::loss(1));
    out.write(stuck, Outcome::at_end(value_at_end<R>));
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        CellMarks::Row near{columns_.size()};
        for (std::size_t row = begin; row < end; ++row) {
          if (near_[s][row] == 0) continue;
          near_[s][row] = 0;
          if (columns_.size() == 1)
            decide(s, row, 0);
          else
            for (std::size_t column : near_change(s, row, near)) decide(s, row, column);
        }
      });
    std::atomic<bool> any = false;
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        bool here = false;
        for (std::size_t row = begin; row < end; ++row) here |= commit(s, ply, row);
        if (here) any.store(true, std::memory_order_relaxed);
      });
    std::swap(found_, changed_);
    return any;
  }

  // Marks the rows that a king move of the other side joins to this one, in which positions with
  // side s to move have been decided. Threads mark for each other, always the same.
  void mark_near(int s, std::size_t row) {
    const auto mark = [&near = near_[1 - s]](std::size_t there) {
      std::atomic_ref{near[there]}.store(1, std::memory_order_relaxed);
    };
    if (s != lane_of_) return mark(row);
    for (const auto& step : rows_.steps(row)) mark(step.to);
  }

  // The columns that a king move of side s joins to cells in which the pass before decided
  // something.
  const CellMarks::Row& near_change(int s, std::size_t row, CellMarks::Row& near) const {
    const CellMarks& changed = changed_[1 - s];
    near.clear();
    if (s == lane_of_) {
      for (std::size_t column : changed.row(row)) {
        near.set(column);
        for (const auto& step : columns_.steps(column)) near.set(step.to);
      }
    } else {
      for (const auto& step : rows_.steps(row)) near.add(changed.row(step.to));
    }
    return near;
  }

  // New wins are where a move leads to what the opponent has newly lost. New losses are where a
  // move leads to what the opponent has newly won, and none to anything else.
  void decide(int s, std::size_t row, std::size_t column) {
    Cell& c = cell(s, row, column);
    if (c.open == 0) return;
    const auto [to_lost, to_won] = before<2>(s, row, column, [](const Cell& to) {
      return std::array{to.new_loss, to.new_win};
    });
    const Word win = c.open & to_lost;
    Word loss = c.open & ~win & ~c.holds & to_won;
    if (loss != 0)
      loss &= ~before<1>(s, row, column, [](const Cell& to) { return std::array{to.hope}; })[0];
    if ((win | loss) == 0) return;
    c.next_win |= win;
    c.next_loss |= loss;
    found_[s].set(row, column);
  }

  // What a pass has found in a row becomes known; returns whether there is something.
  bool commit(int s, int ply, std::size_t row) {
    if (changed_[s].any(row)) {
      for (std::size_t column : changed_[s].row(row)) {
        Cell& c = cell(s, row, column);
        c.new_win = c.new_loss = 0;
      }
      changed_[s].clear(row);
    }
    if (!found_[s].any(row)) return false;
    for (std::size_t column : found_[s].row(row)) {
      Cell& c = cell(s, row, column);
      c.new_win = std::exchange(c.next_win, 0);
      c.new_loss = std::exchange(c.next_loss, 0);
      if (const Word found = (c.new_win | c.new_loss) & c.open) {
        write(s, row, column, c.new_win & found, Outcome::win(ply));
        write(s, row, column, c.new_loss & found, Outcome::loss(ply));
        c.open &= ~found;
      }
      c.hope &= ~c.new_win;
    }
    mark_near(s, row);
    return true;
  }

  // For each of the N sets of lanes that `to` gives of a cell of the other side: the lanes from
  // which a king move of side s leads there.
  template <std::size_t N, class To>
  std::array<Word, N> before(int s, std::size_t row, std::size_t column, const To& to) const {
    const Bitboard all{cell(s, row, column).all};
    std::array<Bitboard, N> found;
    const auto join = [&](const Cell& there, Bitboard between) {
      const std::array<Word, N> sets = to(there);
      for (std::size_t n = 0; n < N; ++n) found[n] |= Bitboard{sets[n]} & ~between;
    };
    if (s == lane_of_) {
      const std::array<Word, N> here = to(cell(1 - s, row, column));
      for (std::size_t n = 0; n < N; ++n)
        if (here[n] != 0) found[n] = spread<R>(Bitboard{here[n]}, all);
      for (const auto& step : columns_.steps(column))
        if (!R.flying_kings || (step.between & rows_.set(row)).empty())
          join(cell(1 - s, row, step.to), step.between);
    } else {
      for (const auto& step : rows_.steps(row))
        if (!R.flying_kings || (step.between & columns_.set(column)).empty())
          join(cell(1 - s, step.to, column), step.between);
    }
    std::array<Word, N> words;
    for (std::size_t n = 0; n < N; ++n) words[n] = word(found[n] & all);
    return words;
  }

  LaneWriter<R> writer(int s, std::size_t row, std::size_t column) const {
    if (s >= block_->count) return {};
    return {block_->sides[static_cast<std::size_t>(s)], lane_of_ == s, seen_from(s, rows_.set(row)),
            seen_from(s, columns_.set(column)), seen_from(s, free_)};
  }

  // Writes the outcome of each position once: where the lane king is the lowest of its side, and
  // the positions lie side by side.
  void write(int s, std::size_t row, std::size_t column, Word lanes, Outcome outcome) const {
    const Bitboard once = lowest_for(s, columns_.set(column), Bitboard{lanes});
    if (once.any()) writer(s, row, column).write(seen_from(s, once), outcome);
  }

  int max_plies_;
  const BlockPair<R>* block_ = nullptr;
  const KnownValues<R>* known_ = nullptr;
  std::array<Men, 2> men_;  // as either side sees them
  Bitboard free_;
  int lane_of_ = 0;  // the side that the lane king belongs to: 0 or 1
  KingGraph<R> rows_, columns_;
  std::array<std::vector<LaneManStep<R>>, 2> steps_;  // by side to move
  std::array<std::vector<Cell>, 2> cells_;            // by side to move
  std::array<CellMarks, 2> found_, changed_;  // where this pass, and the one before, decided
  // By side to move: the rows that a king move joins to one in which the pass before decided.
  std::array<std::vector<std::uint8_t>, 2> near_;
};

}  // namespace damiera
