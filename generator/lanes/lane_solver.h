// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "generator/block_solver.h"
#include "generator/lanes/cell_marks.h"
#include "generator/lanes/king_graph.h"
#include "generator/lanes/king_images.h"
#include "generator/lanes/lane_matrix.h"
#include "generator/lanes/lane_seeds.h"

namespace damiera {

/// The fast solver: retrograde analysis of one block, a word of positions at a time.
///
/// One king of one side is the lane king. Each bit of a word stands for a square of that king. A
/// block is a matrix of words: a row for each placement of the other side's kings, a column for
/// each placement of the lane side's other kings. With several kings on the lane side each position
/// occurs once for each choice of the lane king. Where the moves of kings are limited, each column
/// has a cell for each pair of runs. Everything is seen as the first side sees it.
///
/// In a block without men, only the rows that are the least of their images by BoardSymmetry are
/// solved; the others are read and written as images of these. Turning the board is one of the
/// symmetries, so in such a block the second side sees the board as the first does. There are no
/// runs in it: the kings of a side without men have no limit.
template <Rules R>
class LaneSolver {
  using B = Board<R>;
  using Cell = LaneCell<R>;
  using Word = typename Cell::Word;
  using Place = typename RowCells<R>::Place;

 public:
  /// Distances beyond `max_plies`, which is 1 or more, are draws.
  explicit LaneSolver(int max_plies = Outcome::max_plies) : max_plies_{max_plies} {}

  /// Bytes that a solver holds after it solved a block of the slice `m`, which must have kings.
  static std::uint64_t bytes_for(const Material& m) {
    const KingPlacement kings{m, B::size};
    const int free = B::size - m.men();
    const bool symmetric = m.men() == 0;
    const std::uint64_t rows = symmetric ? BoardSymmetry<R>::least_sets(kings.other_kings())
                                         : choose(free, kings.other_kings());
    const std::uint64_t cells =
        rows * choose(free, kings.lane_kings() - 1) * KingRuns{m, R.king_limit}.count();
    return 2 * cells * (sizeof(Cell) + (symmetric ? 0 : sizeof(Word))) +
           KingGraph<R>::bytes_for(free, kings.other_kings(), symmetric) +
           KingGraph<R>::bytes_for(free, kings.lane_kings() - 1, false);
  }

  /// Solves a block with kings. One thread at a time; it may use other threads to help.
  void solve(const BlockPair<R>& block, const KnownValues<R>& known) {
    begin(block, known);
    seed();
    sweep();
    if (is_symmetric()) write_images();
  }

  // The first three steps of solve(), in order.

  /// Lays out the matrix.
  void begin(const BlockPair<R>& block, const KnownValues<R>& known) {
    block_ = &block;
    known_ = &known;
    const Men men = block.sides[0].men;
    men_ = {men, flipped<R>(men)};
    free_ = SliceIndex<R>::free_squares(men);
    const KingPlacement& kings = block.sides[0].slice->kings();
    lane_of_ = kings.lane() == LaneSide::mine ? 0 : 1;
    rows_.reset(free_, kings.other_kings(), men.all().empty());
    columns_.reset(free_, kings.lane_kings() - 1);
    if (is_symmetric()) find_column_images();
    const Material m = block.sides[0].slice->material();
    in_row_.reset(columns_.size(), {{{m.my_men, m.my_kings}, {m.their_men, m.their_kings}}});
    steps_ = {man_steps<R>(m, men_[0], known), man_steps<R>(m.flipped(), men_[1], known)};
    for (auto& cells : cells_) cells.resize(rows_.size() * in_row_.size());
    for (auto& holds : holds_) holds.resize(is_symmetric() ? 0 : rows_.size() * in_row_.size());
    for (auto* marks : {&found_, &changed_})
      for (auto& of_side : *marks) of_side.reset(rows_.size(), in_row_.size());
    for (auto& of_side : near_) of_side.assign(rows_.size(), 0);
    // The positions that stay undecided are draws; only decided ones are written later.
    for (int s = 0; s < block.count; ++s)
      std::ranges::fill(block.sides[s].outcomes, Outcome::draw());
  }

  /// The first pass: decides positions by conversions, and positions where no king can move.
  void seed() {
    const LaneSharing<R> sharing{free_, block_->sides[0].slice->kings().lane_kings() - 1, in_row_,
                                 lane_of_};
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        LaneSeeder<R> seeder{*known_};
        for (std::size_t row = begin; row < end; ++row) {
          for (std::size_t column = 0; column < columns_.size(); ++column)
            seed(seeder, s, row, column);
          sharing.share(cells(s, row), holds(s, row));
          for (std::size_t n = 0; n < in_row_.size(); ++n) {
            Cell& c = cell(s, row, n);
            if (value_at_end<R> == Value::win) c.hope &= ~c.fresh;
            if (c.next != 0) found_[s].set(row, n);
            if (c.fresh != 0) changed_[s].set(row, n);
          }
          if (changed_[s].any(row)) mark_near(s, row);
        }
      });
  }

  /// The other passes: decide positions by king moves, one distance after the other.
  void sweep() {
    for (int ply = 1; ply <= max_plies_ && advance(ply); ++ply) {
    }
  }

 private:
  static constexpr std::size_t parallel_from = 1 << 12;  // words in a block

  // Calls body(begin, end) for ranges of rows, on several threads if there are many.
  template <class Body>
  void for_each_rows(const Body& body) const {
    if (rows_.size() * in_row_.size() < parallel_from) return body(0, rows_.size());
    // Isolated, so that this thread does not begin another block while it waits.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>{0, rows_.size()},
                        [&](const auto& range) { body(range.begin(), range.end()); });
    });
  }
  std::span<Cell> cells(int s, std::size_t row) {
    return std::span{cells_[static_cast<std::size_t>(s)]}.subspan(row * in_row_.size(),
                                                                  in_row_.size());
  }
  // The words of a row in `holds_`. Empty in a block without men, where no man move draws.
  std::span<Word> holds(int s, std::size_t row) {
    auto& holds = holds_[static_cast<std::size_t>(s)];
    if (holds.empty()) return {};
    return std::span{holds}.subspan(row * in_row_.size(), in_row_.size());
  }
  Cell& cell(int s, std::size_t row, std::size_t n) {
    return cells_[static_cast<std::size_t>(s)][row * in_row_.size() + n];
  }
  const Cell& cell(int s, std::size_t row, std::size_t n) const {
    return cells_[static_cast<std::size_t>(s)][row * in_row_.size() + n];
  }
  Cell& cell(int s, std::size_t row, const Place& at) { return cell(s, row, in_row_.number(at)); }
  const Cell& cell(int s, std::size_t row, const Place& at) const {
    return cell(s, row, in_row_.number(at));
  }
  static Word word(Bitboard set) { return static_cast<Word>(set.bits()); }
  bool is_symmetric() const { return rows_.is_least_only(); }
  // The side whose view of the board side s uses.
  int view(int s) const { return is_symmetric() ? 0 : s; }
  Bitboard seen_from(int s, Bitboard set) const { return view(s) == 0 ? set : B::turned(set); }
  // The squares on which the lane king may stand.
  Bitboard lanes(std::size_t row, std::size_t column) const {
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    return (other & beside).any() ? Bitboard{} : free_ & ~other & ~beside;
  }

  void find_column_images() {
    for (int symmetry = 0; symmetry < BoardSymmetry<R>::count; ++symmetry) {
      auto& images = column_images_[static_cast<std::size_t>(symmetry)];
      images.clear();
      for (std::size_t n = 0; n < columns_.size(); ++n)
        images.push_back(static_cast<std::uint32_t>(
            rank(BoardSymmetry<R>::image(symmetry, columns_.set(n)), free_)));
    }
  }

  // The pieces but the lane king, as the side that moves sees them when side s is to move.
  Position rest(int s, Bitboard other, Bitboard beside) const {
    const Men& men = men_[static_cast<std::size_t>(s)];
    const Bitboard seen_other = seen_from(s, other), seen_beside = seen_from(s, beside);
    return lane_of_ == s ? Position{men.mine, seen_beside, men.theirs, seen_other}
                         : Position{men.mine, seen_other, men.theirs, seen_beside};
  }

  // Selects the lanes in which the lane king is the lowest king of its side as side s sees it;
  // highest_for() selects those in which it is the highest.
  Bitboard lowest_for(int s, Bitboard beside, Bitboard lanes) const {
    return lowest_seen_by(view(s), beside, lanes);
  }
  Bitboard highest_for(int s, Bitboard beside, Bitboard lanes) const {
    return lowest_seen_by(1 - view(s), beside, lanes);
  }
  static Bitboard lowest_seen_by(int s, Bitboard beside, Bitboard lanes) {
    if (beside.empty()) return lanes;
    if (s == 0) return lanes & Bitboard::first(static_cast<int>(beside.lowest()));
    return lanes & ~Bitboard::first(64 - std::countl_zero(beside.bits()));
  }

  // The run of side `of`, as side s sees it.
  KingRun run(int of, std::size_t row, const Place& at, int s) const {
    const std::size_t n = at.runs[static_cast<std::size_t>(of)];
    if (R.king_limit == 0 || n == 0) return {};
    const auto moves = static_cast<std::uint8_t>(RunNumbers<R>::moves(n));
    const auto king = static_cast<int>(RunNumbers<R>::king(n));
    if (of == lane_of_ && king == 0) return {moves, lane_king};
    const Square sq =
        of == lane_of_ ? columns_.set(at.column).nth(king - 1) : rows_.set(row).nth(king);
    return {moves, s == 0 ? sq : B::turned(sq)};
  }
  Position with_runs(Position rest, int s, std::size_t row, const Place& at) const {
    if constexpr (R.king_limit > 0) {
      rest.my_run = run(s, row, at, s);
      rest.their_run = run(1 - s, row, at, s);
    }
    return rest;
  }

  // Looks at the conversions of each position once, in the cell whose lane king is the highest king
  // of its side. The opponent sees the board turned, so to the opponent it is the lowest, and the
  // values of the successors are contiguous.
  void seed(LaneSeeder<R>& seeder, int s, std::size_t row, std::size_t column) {
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    const Bitboard all = lanes(row, column);
    const std::span<Word> holds = this->holds(s, row);
    in_row_.for_each(column, [&](const Place& at) {
      cell(s, row, at) = {.open = 0, .hope = word(all), .fresh = 0, .next = 0};
      if (!holds.empty()) holds[in_row_.number(at)] = 0;
    });
    const Bitboard once = highest_for(s, beside, all);
    if (once.empty()) return;
    const Bitboard lanes = seen_from(s, once);
    const Position rest = this->rest(s, other, beside), seen = flipped<R>(rest);
    seeder.begin(rest, seen, lane_of_ == s, lanes);
    const std::size_t mine = in_row_.runs(s).count(), theirs = in_row_.runs(1 - s).count();
    for (std::size_t their_run = 0; their_run < theirs; ++their_run) {
      const Place at = Place{column, {}}.with(1 - s, their_run);
      const LaneSeeds seeds = seeder.conversions(steps_[s], run(1 - s, row, at, 1 - s));
      for (std::size_t my_run = 0; my_run < mine; ++my_run)
        seed(s, row, at.with(s, my_run), rest, lanes, seeds);
    }
  }

  void seed(int s, std::size_t row, const Place& at, const Position& without_runs, Bitboard lanes,
            const LaneSeeds& seeds) {
    const Position rest = with_runs(without_runs, s, row, at);
    const Bitboard quiet = lanes & ~seeds.capture;
    const Bitboard stays = quiet & ~LaneSeeder<R>::king_moves(rest, lane_of_ == s);
    const Bitboard stuck = stays & ~seeds.man_move;
    const Bitboard lost = stays & seeds.man_move & ~seeds.man_win & ~seeds.man_draw;
    const auto seen = [&](Bitboard set) { return word(seen_from(s, set)); };
    const Bitboard win = seeds.man_win | seeds.capture_win;
    Cell& c = cell(s, row, at);
    c.open = seen((quiet & ~lost & ~stuck) | seeds.capture_win);
    c.next = seen(win | lost | seeds.capture_loss);
    c.fresh = seen(stuck);
    if (const auto holds = this->holds(s, row); !holds.empty())
      holds[in_row_.number(at)] = seen(seeds.man_draw);
    const LaneWriter<R> out = writer(s, rest);
    out.write(seeds.capture_win, Outcome::capture(Value::win));
    out.write(seeds.capture_loss, Outcome::capture(Value::loss));
    out.write(seeds.capture & ~seeds.capture_win & ~seeds.capture_loss,
              Outcome::capture(Value::draw));
    out.write(stuck, Outcome::at_end(value_at_end<R>));
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        CellMarks::Row near{in_row_.size()};
        for (std::size_t row = begin; row < end; ++row) {
          if (near_[s][row] == 0) continue;
          near_[s][row] = 0;
          if (in_row_.size() == 1)
            decide(s, row, Place{});
          else
            for (std::size_t n : near_change(s, row, near)) decide(s, row, in_row_[n]);
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

  // Positions of this row with side s to move have been decided: marks the rows from which a king
  // move of the other side leads here. Several threads may write the same mark.
  void mark_near(int s, std::size_t row) {
    const auto mark = [&near = near_[1 - s]](std::size_t there) {
      std::atomic_ref{near[there]}.store(1, std::memory_order_relaxed);
    };
    if (s != lane_of_) return mark(row);
    for (const auto& step : rows_.steps(row)) mark(step.to);
  }

  // The cells from which a king move of side s leads to cells in which the pass before decided
  // something, with the run that this move makes.
  const CellMarks::Row& near_change(int s, std::size_t row, CellMarks::Row& near) const {
    const CellMarks& changed = changed_[1 - s];
    near.clear();
    if (s == lane_of_) {
      for (std::size_t n : changed.row(row)) {
        const Place at = in_row_[n];
        const std::size_t run = at.runs[static_cast<std::size_t>(s)];
        if (RunNumbers<R>::is_made_by(0, run)) near.set(n);
        for (const auto& step : columns_.steps(at.column))
          if (RunNumbers<R>::is_made_by(step.king + 1U, run))
            near.set(in_row_.number(
                at.in(step.to).with(s, RunNumbers<R>::made_by(step.becomes + 1U, run))));
      }
    } else if (is_symmetric()) {
      for (const auto& step : rows_.steps(row))
        for (std::size_t column : changed.row(step.to)) near.set(image(column, step.symmetry));
    } else if (in_row_.runs(s).kings() <= 1) {
      for (const auto& step : rows_.steps(row)) near.add(changed.row(step.to));
    } else {
      for (const auto& step : rows_.steps(row))
        for (std::size_t n : changed.row(step.to)) {
          const Place at = in_row_[n];
          const std::size_t run = at.runs[static_cast<std::size_t>(s)];
          if (RunNumbers<R>::is_made_by(step.becomes, run))
            near.set(in_row_.number(at.with(s, RunNumbers<R>::made_by(step.king, run))));
        }
    }
    return near;
  }

  // Finds new wins: some move leads to a position that the opponent lost in the pass before. Finds
  // new losses: some move leads to a position that the opponent won in the pass before, and every
  // move leads to an opponent's win. `after`: the cell, with the run that the move makes.
  void decide(int s, std::size_t row, const Place& after) {
    const RunNumbers<R>& runs = in_row_.runs(s);
    const std::size_t made = after.runs[static_cast<std::size_t>(s)];
    if (runs.any() && made == 0) return;  // no king has moved
    Word undecided = 0;
    runs.for_each_before(made, [&](std::size_t run) {
      const Cell& c = cell(s, row, after.with(s, run));
      undecided |= c.open & ~c.next;
    });
    if (undecided == 0) return;
    const auto [to_lost, to_won] = before<2>(s, row, after, [](const Cell& to) {
      return std::array{to.new_loss(), to.new_win()};
    });
    if (((to_lost | to_won) & undecided) == 0) return;
    const std::span<const Word> holds = this->holds(s, row);
    runs.for_each_before(made, [&](std::size_t run) {
      const Place at = after.with(s, run);
      const std::size_t n = in_row_.number(at);
      Cell& c = cell(s, row, n);
      const Word win = c.open & ~c.next & to_lost;
      Word loss = c.open & ~c.next & ~win & to_won;
      if (!holds.empty()) loss &= ~holds[n];
      runs.for_each_next(run, [&](std::size_t next) {
        if (loss != 0)
          loss &= ~before<1>(s, row, at.with(s, next),
                             [](const Cell& to) { return std::array{to.hope}; })[0];
      });
      if ((win | loss) == 0) return;
      c.next |= win | loss;
      c.open &= ~loss;
      found_[s].set(row, n);
    });
  }

  // Takes over what the pass has decided in a row; returns whether it decided anything.
  bool commit(int s, int ply, std::size_t row) {
    if (changed_[s].any(row)) {
      for (std::size_t n : changed_[s].row(row)) {
        cell(s, row, n).fresh = 0;
      }
      changed_[s].clear(row);
    }
    if (!found_[s].any(row)) return false;
    for (std::size_t n : found_[s].row(row)) {
      Cell& c = cell(s, row, n);
      c.fresh = std::exchange(c.next, 0);
      const Word won = c.fresh & c.open;
      c.open &= ~won;
      c.hope &= ~won;
      const Place at = in_row_[n];
      write(s, row, at, won, Outcome::win(ply));
      write(s, row, at, c.fresh & ~won, Outcome::loss(ply));
    }
    mark_near(s, row);
    return true;
  }

  // `to` gives N sets of lanes for a cell of the other side. Returns for each of the N the lanes
  // from which a king move of side s, making the run of `after`, leads to such a lane.
  template <std::size_t N, class To>
  std::array<Word, N> before(int s, std::size_t row, const Place& after, const To& to) const {
    const Bitboard all = lanes(row, after.column);
    const std::size_t run = after.runs[static_cast<std::size_t>(s)];
    std::array<Bitboard, N> found;
    const auto join = [&](const Cell& there, int symmetry, Bitboard between) {
      const std::array<Word, N> sets = to(there);
      for (std::size_t n = 0; n < N; ++n) {
        if (symmetry != 0 && sets[n] != 0)
          found[n] |= BoardSymmetry<R>::image(symmetry, Bitboard{sets[n]}) & ~between;
        else
          found[n] |= Bitboard{sets[n]} & ~between;
      }
    };
    if (s == lane_of_) {
      if (RunNumbers<R>::is_made_by(0, run)) {
        const std::array<Word, N> here = to(cell(1 - s, row, after));
        for (std::size_t n = 0; n < N; ++n)
          if (here[n] != 0) found[n] = spread<R>(Bitboard{here[n]}, all);
      }
      for (const auto& step : columns_.steps(after.column))
        if (RunNumbers<R>::is_made_by(step.king + 1U, run) &&
            (!R.flying_kings || (step.between & rows_.set(row)).empty()))
          join(cell(1 - s, row,
                    after.in(step.to).with(s, RunNumbers<R>::made_by(step.becomes + 1U, run))),
               0, step.between);
    } else {
      for (const auto& step : rows_.steps(row))
        if (RunNumbers<R>::is_made_by(step.king, run) &&
            (!R.flying_kings || (step.between & columns_.set(after.column)).empty()))
          join(cell(1 - s, step.to,
                    after.in(image(after.column, step.symmetry))
                        .with(s, RunNumbers<R>::made_by(step.becomes, run))),
               step.symmetry, step.between);
    }
    std::array<Word, N> words;
    for (std::size_t n = 0; n < N; ++n) words[n] = word(found[n] & all);
    return words;
  }

  // `rest`: the pieces but the lane king, as side s sees them, with runs.
  LaneWriter<R> writer(int s, const Position& rest) const {
    if (s >= block_->count) return {};
    return {block_->sides[static_cast<std::size_t>(s)], lane_of_ == s, rest, seen_from(s, free_)};
  }

  // Writes the outcome of each position once, from the cell whose lane king is the lowest king of
  // its side: there outcomes are contiguous. Only the first pass writes positions with a capture.
  void write(int s, std::size_t row, const Place& at, Word lanes, Outcome outcome) const {
    const Bitboard beside = columns_.set(at.column);
    const Bitboard once = lowest_for(s, beside, Bitboard{lanes});
    if (once.empty()) return;
    const auto out = writer(s, with_runs(rest(s, rows_.set(row), beside), s, row, at));
    if (outcome.plies() == 1)
      out.write_quiet(seen_from(s, once), outcome);
    else
      out.write(seen_from(s, once), outcome);
  }

  std::size_t image(std::size_t column, int symmetry) const {
    return symmetry == 0 ? column : column_images_[static_cast<std::size_t>(symmetry)][column];
  }

  // Writes the rows that were not solved themselves, as images of rows that were.
  void write_images() const {
    for (int s = 0; s < block_->count; ++s) {
      const auto& side = block_->sides[static_cast<std::size_t>(s)];
      for_each_image<R>(side.slice->kings(), [&](std::uint64_t from, std::uint64_t to) {
        if (side.planes)
          side.planes->copy(from, to);
        else
          side.outcomes[to] = side.outcomes[from];
      });
    }
  }

  int max_plies_;
  const BlockPair<R>* block_ = nullptr;
  const KnownValues<R>* known_ = nullptr;
  std::array<Men, 2> men_;  // as either side sees them
  Bitboard free_;
  int lane_of_ = 0;  // the side that the lane king belongs to: 0 or 1
  KingGraph<R> rows_, columns_;
  RowCells<R> in_row_;
  std::array<std::vector<LaneManStep<R>>, 2> steps_;  // by side to move
  std::array<std::vector<Cell>, 2> cells_;            // by side to move
  std::array<std::vector<Word>, 2> holds_;            // by cell: a man move draws, so not lost
  // By symmetry, the number of each column's image.
  std::array<std::vector<std::uint32_t>, BoardSymmetry<R>::count> column_images_;
  std::array<CellMarks, 2> found_, changed_;  // where this pass, and the one before, decided
  // By side to move: the rows that a king move joins to one in which the pass before decided.
  std::array<std::vector<std::uint8_t>, 2> near_;
};

}  // namespace damiera
