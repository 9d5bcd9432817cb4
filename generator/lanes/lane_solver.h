// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_arena.h>

#include <atomic>

#include "generator/block_solver.h"
#include "generator/lanes/cell_marks.h"
#include "generator/lanes/king_graph.h"
#include "generator/lanes/king_images.h"
#include "generator/lanes/lane_matrix.h"
#include "generator/lanes/lane_seeds.h"
#include "generator/lanes/lane_times.h"
#include "generator/parallel.h"

namespace damiera {

/// The fast solver: retrograde analysis of one block, a word of positions at a time, or of N blocks
/// side by side, a vector of words at a time.
///
/// One king of one side is the lane king. Each bit of a word stands for a square of that king. A
/// block is a matrix of words: a row for each placement of the other side's kings, a column for
/// each placement of the lane side's other kings. Side by side, blocks share the rows and columns
/// of an empty board; where a king would stand on a man of a block, its word is empty. With several
/// kings on the lane side each position occurs once for each choice of the lane king. Where the
/// moves of kings are limited, each column has a cell for each pair of runs. Everything is seen as
/// the first side sees it.
///
/// In a block without men, only the rows that are the least of their images by BoardSymmetry are
/// solved; the others are read and written as images of these. Turning the board is one of the
/// symmetries, so in such a block the second side sees the board as the first does. There are no
/// runs in it: the kings of a side without men have no limit.
template <Rules R, std::size_t N = 1>
class LaneSolver {
  using B = Board<R>;
  using Cell = LaneCell<R, N>;
  using Word = LaneWord<R>;
  using Sets = LaneArray<R, N>;
  using Words = LaneWords<Word, N>;
  using Place = typename RowCells<R>::Place;

 public:
  /// Distances beyond `max_plies`, which is 1 or more, are draws. Several blocks side by side
  /// require has_lane_vectors().
  explicit LaneSolver(int max_plies = Outcome::max_plies) : max_plies_{max_plies} {
    assert(N == 1 || has_lane_vectors());
  }

  /// Bytes that a solver holds once it has solved a block of the slice `m`, which must have kings.
  static std::uint64_t bytes_for(const Material& m) {
    const KingPlacement kings{m, B::size};
    const int free = N > 1 ? B::size : B::size - m.men();
    const bool symmetric = m.men() == 0;
    const std::uint64_t rows = symmetric ? BoardSymmetry<R>::least_sets(kings.other_kings())
                                         : choose(free, kings.other_kings());
    const std::uint64_t cells =
        rows * choose(free, kings.lane_kings() - 1) * KingRuns{m, R.king_limit}.count();
    return 2 * cells * (sizeof(Cell) + (symmetric ? 0 : sizeof(Sets))) +
           2 * rows * (N * sizeof(std::uint64_t) + sizeof(Bitboard)) +
           KingGraph<R>::bytes_for(free, kings.other_kings(), symmetric) +
           KingGraph<R>::bytes_for(free, kings.lane_kings() - 1, false);
  }

  /// Solves up to N blocks of one level, of one slice with kings. If there are several, the slice
  /// must have men. One thread at a time; it may use other threads to help. Adds the time of each
  /// step to `times`, if that is not null.
  void solve(std::span<const BlockPair<R>> blocks, const KnownValues<R>& known,
             LaneTimes* times = nullptr) {
    LaneClock clock{times};
    begin(blocks, known);
    clock.add_to(&LaneTimes::layout);
    seed();
    clock.add_to(&LaneTimes::first_pass);
    sweep();
    if constexpr (N == 1)
      if (is_symmetric()) write_images();
    clock.add_to(&LaneTimes::sweeps);
  }

 private:
  // Lays out the matrix.
  void begin(std::span<const BlockPair<R>> blocks, const KnownValues<R>& known) {
    assert(!blocks.empty() && blocks.size() <= N);
    blocks_ = blocks;
    known_ = &known;
    const SliceIndex<R>& slice = *blocks[0].sides[0].slice;
    const Material& m = slice.material();
    lane_of_ = slice.kings().lane() == LaneSide::mine ? 0 : 1;
    Sets free{};
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const Men men = blocks[b].sides[0].men;
      men_[b] = {men, flipped<R>(men)};
      const Bitboard squares = SliceIndex<R>::free_squares(men);
      free_[b] = {squares, B::turned(squares)};
      free[b] = word(squares);
      steps_[b] = {man_steps<R>(m, men_[b][0], known),
                   man_steps<R>(m.flipped(), men_[b][1], known)};
    }
    free_words_ = free;
    if (N == 1 || laid_out_for_ != m) lay_out(m);
    for (auto& cells : cells_) cells.assign(rows_.size() * in_row_.size(), Cell{});
    for (auto& holds : holds_)
      holds.assign(is_symmetric() ? 0 : rows_.size() * in_row_.size(), Sets{});
    for (auto* marks : {&found_, &changed_})
      for (auto& of_side : *marks) of_side.reset(rows_.size(), in_row_.size());
    for (auto& of_side : near_) of_side.assign(rows_.size(), 0);
    for (auto& of_side : row_first_) of_side.resize(rows_.size() * N);
    // The positions that stay undecided are draws; only decided ones are written later.
    for (const BlockPair<R>& block : blocks)
      for (int s = 0; s < block.count; ++s)
        std::ranges::fill(block.sides[s].outcomes, Outcome::draw());
  }

  // The first pass: decides positions by conversions, and positions where no king can move.
  void seed() {
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        // Each seeder remembers what it looked up for its block.
        std::vector<LaneSeeder<R>> seeders(blocks_.size(), LaneSeeder<R>{*known_});
        for (std::size_t row = begin; row < end; ++row) {
          for (std::size_t b = 0; b < blocks_.size(); ++b) {
            if ((rows_.set(row) & ~free_[b][0]).any()) continue;
            row_first_[s][row * N + b] = LaneWriter<R>::row_first(
                *blocks_[b].sides[s].slice, lane_of_ == s, seen(s, rows_, row), free_seen_by(s, b));
            for (std::size_t column = 0; column < columns_.size(); ++column)
              seed(seeders[b], b, s, row, column);
            sharing_->share(cells(s, row), holds(s, row), b);
          }
          mark_seeds(s, row);
        }
      });
  }

  // The other passes: decide positions by king moves, one distance after the other.
  void sweep() {
    for (int ply = 1; ply <= max_plies_ && advance(ply); ++ply) {
    }
  }

  static constexpr std::size_t parallel_from = 1 << 12;  // words in a block

  // Calls body(begin, end) for ranges of rows, on several threads if there are many.
  template <class Body>
  void for_each_rows(const Body& body) const {
    if constexpr (N == 1) {
      if (rows_.size() * in_row_.size() >= parallel_from) {
        // Isolated, so that this thread does not begin another block while it waits.
        tbb::this_task_arena::isolate([&] { for_each_part(rows_.size(), 1, body); });
        return;
      }
    }
    body(0, rows_.size());
  }
  std::span<Cell> cells(int s, std::size_t row) {
    return std::span{cells_[static_cast<std::size_t>(s)]}.subspan(row * in_row_.size(),
                                                                  in_row_.size());
  }
  // The sets of a row in `holds_`. Empty in a block without men, where no man move draws.
  std::span<Sets> holds(int s, std::size_t row) {
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
  // The squares on which the lane king may stand in a block.
  Bitboard lanes(std::size_t b, std::size_t row, std::size_t column) const {
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    return (other & beside).any() ? Bitboard{} : free_[b][0] & ~other & ~beside;
  }

  void lay_out(const Material& m) {
    const KingPlacement& kings = blocks_[0].sides[0].slice->kings();
    const Bitboard squares = N > 1 ? B::all : free_[0][0];
    rows_.reset(squares, kings.other_kings(), m.men() == 0);
    columns_.reset(squares, kings.lane_kings() - 1);
    if (is_symmetric()) find_column_images();
    in_row_.reset(columns_.size(), {{{m.my_men, m.my_kings}, {m.their_men, m.their_kings}}});
    for (auto* graph : {&rows_, &columns_}) {
      auto& turned = graph == &rows_ ? turned_rows_ : turned_columns_;
      turned.clear();
      for (std::size_t n = 0; n < graph->size(); ++n) turned.push_back(B::turned(graph->set(n)));
    }
    sharing_.emplace(squares, kings.lane_kings() - 1, in_row_, lane_of_);
    laid_out_for_ = m;
  }

  void find_column_images() {
    for (int symmetry = 0; symmetry < BoardSymmetry<R>::count; ++symmetry) {
      auto& images = column_images_[static_cast<std::size_t>(symmetry)];
      images.clear();
      for (std::size_t n = 0; n < columns_.size(); ++n)
        images.push_back(static_cast<std::uint32_t>(
            rank(BoardSymmetry<R>::image(symmetry, columns_.set(n)), B::all)));
    }
  }

  // The kings of a row or a column, and the squares without men, as side s sees them.
  Bitboard seen(int s, const KingGraph<R>& kings, std::size_t n) const {
    if (view(s) == 0) return kings.set(n);
    return (&kings == &rows_ ? turned_rows_ : turned_columns_)[n];
  }
  Bitboard free_seen_by(int s, std::size_t b) const { return free_[b][view(s)]; }
  // All pieces except the lane king, as side s sees them when it is to move.
  Position rest(std::size_t b, int s, std::size_t row, std::size_t column) const {
    const Men& men = men_[b][static_cast<std::size_t>(s)];
    const Bitboard other = seen(s, rows_, row), beside = seen(s, columns_, column);
    return lane_of_ == s ? Position{men.mine, beside, men.theirs, other}
                         : Position{men.mine, other, men.theirs, beside};
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
  void seed(LaneSeeder<R>& seeder, std::size_t b, int s, std::size_t row, std::size_t column) {
    const Bitboard beside = columns_.set(column);
    if ((beside & ~free_[b][0]).any()) return;
    const Bitboard all = lanes(b, row, column);
    in_row_.for_each(column, [&](const Place& at) { cell(s, row, at).hope[b] = word(all); });
    const Bitboard once = highest_for(s, beside, all);
    if (once.empty()) return;
    const Bitboard lanes = seen_from(s, once);
    const Position rest = this->rest(b, s, row, column);
    // A side's view is the other's, turned, unless the block is symmetric.
    const Position flip = is_symmetric() ? flipped<R>(rest) : this->rest(b, 1 - s, row, column);
    seeder.begin(rest, flip, lane_of_ == s, lanes);
    const std::size_t mine = in_row_.runs(s).count(), theirs = in_row_.runs(1 - s).count();
    for (std::size_t their_run = 0; their_run < theirs; ++their_run) {
      const Place at = Place{column, {}}.with(1 - s, their_run);
      const LaneSeeds seeds = seeder.conversions(steps_[b][s], run(1 - s, row, at, 1 - s));
      for (std::size_t my_run = 0; my_run < mine; ++my_run)
        seed(b, s, row, at.with(s, my_run), rest, lanes, seeds);
    }
  }

  void seed(std::size_t b, int s, std::size_t row, const Place& at, const Position& without_runs,
            Bitboard lanes, const LaneSeeds& seeds) {
    const Position rest = with_runs(without_runs, s, row, at);
    const Bitboard quiet = lanes & ~seeds.capture;
    const Bitboard stays = quiet & ~LaneSeeder<R>::king_moves(rest, lane_of_ == s);
    const Bitboard stuck = stays & ~seeds.man_move;
    const Bitboard lost = stays & seeds.man_move & ~seeds.man_win & ~seeds.man_draw;
    const auto as_word = [&](Bitboard set) { return word(seen_from(s, set)); };
    const Bitboard win = seeds.man_win | seeds.capture_win;
    Cell& c = cell(s, row, at);
    c.open[b] = as_word((quiet & ~lost & ~stuck) | seeds.capture_win);
    c.next[b] = as_word(win | lost | seeds.capture_loss);
    c.fresh[b] = as_word(stuck);
    if (const auto holds = this->holds(s, row); !holds.empty())
      holds[in_row_.number(at)][b] = as_word(seeds.man_draw);
    const LaneWriter<R> out = writer(b, s, row, rest);
    out.write(seeds.capture_win, Outcome::capture(Value::win));
    out.write(seeds.capture_loss, Outcome::capture(Value::loss));
    out.write(seeds.capture & ~seeds.capture_win & ~seeds.capture_loss,
              Outcome::capture(Value::draw));
    out.write(stuck, Outcome::at_end(known_->at_end()));
  }

  // Marks the cells of a row in which the first pass decided something.
  void mark_seeds(int s, std::size_t row) {
    for (std::size_t n = 0; n < in_row_.size(); ++n) {
      Cell& c = cell(s, row, n);
      const Words fresh = Words::load(c.fresh);
      if (known_->at_end() == Value::win) (Words::load(c.hope) & ~fresh).store(c.hope);
      if (Words::load(c.next).any()) found_[s].set(row, n);
      if (fresh.any()) changed_[s].set(row, n);
    }
    if (changed_[s].any(row)) mark_near(s, row);
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) { decide(s, begin, end); });
    std::atomic<bool> any = false;
    for (int s = 0; s < 2; ++s)
      for_each_rows([&](std::size_t begin, std::size_t end) {
        if (commit(s, ply, begin, end)) any.store(true, std::memory_order_relaxed);
      });
    std::swap(found_, changed_);
    return any;
  }

  // For several blocks, these two are compiled with AVX2 instructions on x86-64.
  void decide(int s, std::size_t begin, std::size_t end) {
    if constexpr (N > 1)
      decide_by_avx2(s, begin, end);
    else
      decide_rows(s, begin, end);
  }
  bool commit(int s, int ply, std::size_t begin, std::size_t end) {
    if constexpr (N > 1)
      return commit_by_avx2(s, ply, begin, end);
    else
      return commit_rows(s, ply, begin, end);
  }
  DAMIERA_AVX2 void decide_by_avx2(int s, std::size_t begin, std::size_t end) {
    decide_rows(s, begin, end);
  }
  DAMIERA_AVX2 bool commit_by_avx2(int s, int ply, std::size_t begin, std::size_t end) {
    return commit_rows(s, ply, begin, end);
  }

  [[gnu::always_inline]] void decide_rows(int s, std::size_t begin, std::size_t end) {
    CellMarks::Row near{in_row_.size()};
    for (std::size_t row = begin; row < end; ++row) {
      if (near_[s][row] == 0) continue;
      near_[s][row] = 0;
      if (in_row_.size() == 1)
        decide_cell(s, row, Place{});
      else
        for (std::size_t n : near_change(s, row, near)) decide_cell(s, row, in_row_[n]);
    }
  }
  [[gnu::always_inline]] bool commit_rows(int s, int ply, std::size_t begin, std::size_t end) {
    bool any = false;
    for (std::size_t row = begin; row < end; ++row) any |= commit_row(s, ply, row);
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
  [[gnu::always_inline]] void decide_cell(int s, std::size_t row, const Place& after) {
    const RunNumbers<R>& runs = in_row_.runs(s);
    const std::size_t made = after.runs[static_cast<std::size_t>(s)];
    if (runs.any() && made == 0) return;  // no king has moved
    Words undecided;
    runs.for_each_before(made, [&](std::size_t run) {
      const Cell& c = cell(s, row, after.with(s, run));
      undecided |= Words::load(c.open) & ~Words::load(c.next);
    });
    if (!undecided.any()) return;
    Words to_lost, to_won;
    before(s, row, after, [&](const Cell& to, const auto& join) {
      const Words fresh = Words::load(to.fresh), hope = Words::load(to.hope);
      join(fresh & hope, to_lost);
      join(fresh & ~hope, to_won);
    });
    if (!((to_lost | to_won) & undecided).any()) return;
    const std::span<const Sets> holds = this->holds(s, row);
    runs.for_each_before(made, [&](std::size_t run) {
      const Place at = after.with(s, run);
      const std::size_t n = in_row_.number(at);
      Cell& c = cell(s, row, n);
      const Words next = Words::load(c.next), open = Words::load(c.open) & ~next;
      const Words win = open & to_lost;
      Words loss = open & ~win & to_won;
      if (!holds.empty()) loss &= ~Words::load(holds[n]);
      runs.for_each_next(run, [&](std::size_t made_by_move) {
        if (!loss.any()) return;
        Words to_hope;
        before(s, row, at.with(s, made_by_move),
               [&](const Cell& to, const auto& join) { join(Words::load(to.hope), to_hope); });
        loss &= ~to_hope;
      });
      if (!(win | loss).any()) return;
      (next | win | loss).store(c.next);
      (Words::load(c.open) & ~loss).store(c.open);
      found_[s].set(row, n);
    });
  }

  // Takes over what the pass has decided in a row; returns whether it decided anything.
  [[gnu::always_inline]] bool commit_row(int s, int ply, std::size_t row) {
    if (changed_[s].any(row)) {
      for (std::size_t n : changed_[s].row(row)) cell(s, row, n).fresh = {};
      changed_[s].clear(row);
    }
    if (!found_[s].any(row)) return false;
    for (std::size_t n : found_[s].row(row)) {
      Cell& c = cell(s, row, n);
      const Words fresh = Words::load(c.next), open = Words::load(c.open);
      const Words won = fresh & open;
      fresh.store(c.fresh);
      c.next = {};
      (open & ~won).store(c.open);
      (Words::load(c.hope) & ~won).store(c.hope);
      Sets wins, losses;
      won.store(wins);
      (fresh & ~won).store(losses);
      for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (wins[b] != 0) write(b, s, row, in_row_[n], wins[b], Outcome::win(ply));
        if (losses[b] != 0) write(b, s, row, in_row_[n], losses[b], Outcome::loss(ply));
      }
    }
    mark_near(s, row);
    return true;
  }

  // For each cell that a king move of side s leads to, making the run of `after`: calls
  // visit(cell, join). join(set, found) adds to `found` the lanes from which the move leads to a
  // lane of `set`; for lanes with a piece they are arbitrary.
  template <class Visit>
  [[gnu::always_inline]] void before(int s, std::size_t row, const Place& after,
                                     const Visit& visit) const {
    const Words free = Words::load(free_words_);
    const std::size_t run = after.runs[static_cast<std::size_t>(s)];
    // `between`: squares that must be empty, in addition to the move's end.
    const auto visit_by_other = [&](const Cell& there, int symmetry, Bitboard between) {
      Words passable = ~Words{word(between)};
      if constexpr (N > 1 && R.flying_kings)
        passable &= (~free & Words{word(between)}).where_empty();
      visit(there, [&](const Words& set, Words& found) {
        if constexpr (N == 1) {
          if (symmetry != 0) {
            found |= image(symmetry, set) & passable;
            return;
          }
        }
        if constexpr (R.flying_kings)
          found |= set & passable;
        else
          found |= set;
      });
    };
    if (s == lane_of_) {
      if (RunNumbers<R>::is_made_by(0, run)) {
        const Words lanes = free & ~Words{word(rows_.set(row) | columns_.set(after.column))};
        visit(cell(1 - s, row, after), [&](const Words& set, Words& found) {
          if (set.any()) found |= spread<R>(set, lanes);
        });
      }
      for (const auto& step : columns_.steps(after.column))
        if (RunNumbers<R>::is_made_by(step.king + 1U, run) &&
            (!R.flying_kings || (step.between & rows_.set(row)).empty()))
          visit_by_other(
              cell(1 - s, row,
                   after.in(step.to).with(s, RunNumbers<R>::made_by(step.becomes + 1U, run))),
              0, step.between);
    } else {
      for (const auto& step : rows_.steps(row))
        if (RunNumbers<R>::is_made_by(step.king, run) &&
            (!R.flying_kings || (step.between & columns_.set(after.column)).empty()))
          visit_by_other(cell(1 - s, step.to,
                              after.in(image(after.column, step.symmetry))
                                  .with(s, RunNumbers<R>::made_by(step.becomes, run))),
                         step.symmetry, step.between);
    }
  }

  // `rest`: the pieces but the lane king, as side s sees them, with runs.
  LaneWriter<R> writer(std::size_t b, int s, std::size_t row, const Position& rest) const {
    if (s >= blocks_[b].count) return {};
    return {blocks_[b].sides[static_cast<std::size_t>(s)], lane_of_ == s, rest, free_seen_by(s, b),
            row_first_[static_cast<std::size_t>(s)][row * N + b]};
  }

  // Writes the outcome of each position once, from the cell whose lane king is the lowest king of
  // its side: there outcomes are contiguous. Only the first pass writes positions with a capture.
  void write(std::size_t b, int s, std::size_t row, const Place& at, Word lanes,
             Outcome outcome) const {
    const Bitboard once = lowest_for(s, columns_.set(at.column), Bitboard{lanes});
    if (once.empty()) return;
    const auto out = writer(b, s, row, with_runs(rest(b, s, row, at.column), s, row, at));
    if (outcome.plies() == 1)
      out.write_quiet(seen_from(s, once), outcome);
    else
      out.write(seen_from(s, once), outcome);
  }

  static Words image(int symmetry, const Words& set) {
    Sets sets;
    set.store(sets);
    return Words{word(BoardSymmetry<R>::image(symmetry, Bitboard{sets[0]}))};
  }
  std::size_t image(std::size_t column, int symmetry) const {
    return symmetry == 0 ? column : column_images_[static_cast<std::size_t>(symmetry)][column];
  }

  // Writes the rows that were not solved themselves, as images of rows that were.
  void write_images() const {
    for (int s = 0; s < blocks_[0].count; ++s) {
      const auto& side = blocks_[0].sides[static_cast<std::size_t>(s)];
      for_each_image<R>(side.slice->kings(), [&](std::uint64_t from, std::uint64_t to) {
        if (side.planes)
          side.planes->copy(from, to);
        else
          side.outcomes[to] = side.outcomes[from];
      });
    }
  }

  int max_plies_;
  std::span<const BlockPair<R>> blocks_;
  const KnownValues<R>* known_ = nullptr;
  std::array<std::array<Men, 2>, N> men_;  // as either side sees them
  // The squares without men, as either side sees them.
  std::array<std::array<Bitboard, 2>, N> free_;
  Sets free_words_{};  // these squares, as the first side sees them; empty after the last block
  int lane_of_ = 0;    // the side that the lane king belongs to: 0 or 1
  std::optional<Material> laid_out_for_;
  KingGraph<R> rows_, columns_;
  std::vector<Bitboard> turned_rows_, turned_columns_;  // their sets, as the second side sees them
  // By side to move, row and block, the number of the first placement of a row.
  std::array<std::vector<std::uint64_t>, 2> row_first_;
  RowCells<R> in_row_;
  std::optional<LaneSharing<R, N>> sharing_;
  std::array<std::array<std::vector<LaneManStep<R>>, 2>, N> steps_;  // by side to move
  std::array<std::vector<Cell>, 2> cells_;                           // by side to move
  std::array<std::vector<Sets>, 2> holds_;  // by cell: a man move draws, so not lost
  // By symmetry, the number of each column's image.
  std::array<std::vector<std::uint32_t>, BoardSymmetry<R>::count> column_images_;
  std::array<CellMarks, 2> found_, changed_;  // cells that this pass, and the one before, decided
  // By side to move: the rows from which a king move leads to a row in which the pass before
  // decided something.
  std::array<std::vector<std::uint8_t>, 2> near_;
};

}  // namespace damiera
