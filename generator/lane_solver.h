#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "generator/block_solver.h"
#include "generator/king_graph.h"
#include "generator/lane_seeds.h"

namespace damiera {

/// The sets of lanes that stand for the positions of one row and column with one side to move. A
/// cache line on 8x8: a pass reads and writes most of it.
template <Rules R>
struct LaneCell {
  using Word = std::conditional_t<Board<R>::size <= 32, std::uint32_t, std::uint64_t>;

  Word all;                ///< the squares on which the lane king may stand
  Word open;               ///< no capture, and not yet decided
  Word holds;              ///< a man move draws, so it cannot be lost
  Word man_move, man_win;  ///< a man can move; can move and win
  Word capture_win, capture_loss;
  Word win, loss;            ///< decided before the pass in work
  Word new_win, new_loss;    ///< decided by the pass before
  Word next_win, next_loss;  ///< decided by the pass in work
};

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
  using Side = typename BlockPair<R>::Side;

 public:
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
    men_ = block.sides[0].men;
    free_ = SliceIndex<R>::free_squares(men_);
    const KingPlacement& kings = block.sides[0].slice->kings();
    lane_of_ = kings.lane() == LaneSide::mine ? 0 : 1;
    rows_.reset(free_, kings.other_kings());
    columns_.reset(free_, kings.lane_kings() - 1);
    const Material m = block.sides[0].slice->material();
    steps_[0] = man_steps<R>(m, men_, known);
    steps_[1] = man_steps<R>(m.flipped(), flipped<R>(men_), known);
    for (auto& cells : cells_) cells.resize(rows_.size() * columns_.size());
    for (auto* flags : {&found_, &changed_})
      for (auto& of_side : *flags) of_side.assign(rows_.size(), false);
    // Only what is decided is written later.
    for (int s = 0; s < block.count; ++s)
      std::ranges::fill(block.sides[s].outcomes, Outcome::draw());
  }

  /// The first pass: what conversions say.
  void seed() {
    for (int s = 0; s < 2; ++s)
      for_each_row([&](std::size_t row) {
        for (std::size_t column = 0; column < columns_.size(); ++column) seed(s, row, column);
        if (columns_.size() > 1)
          for (std::size_t column = 0; column < columns_.size(); ++column) share(s, row, column);
      });
  }

  /// The other passes: what king moves add, one distance after the other.
  void sweep() {
    for (int ply = 0; advance(ply) || ply <= 1; ++ply) {
    }
  }

 private:
  static constexpr std::size_t parallel_from = 1 << 12;  // words in a block

  template <class Body>
  void for_each_row(const Body& body) const {
    if (rows_.size() * columns_.size() < parallel_from) {
      for (std::size_t row = 0; row < rows_.size(); ++row) body(row);
    } else {
      // Isolated: while it waits, this thread must not begin another block.
      tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, rows_.size(), body); });
    }
  }

  Cell& cell(int s, std::size_t row, std::size_t column) {
    return cells_[static_cast<std::size_t>(s)][row * columns_.size() + column];
  }
  const Cell& cell(int s, std::size_t row, std::size_t column) const {
    return cells_[static_cast<std::size_t>(s)][row * columns_.size() + column];
  }
  static Word word(Bitboard set) { return static_cast<Word>(set.bits()); }
  static Bitboard seen_from(int s, Bitboard set) { return s == 0 ? set : B::turned(set); }

  // The pieces but the lane king, as the side to move sees them.
  Position rest(int s, std::size_t row, std::size_t column) const {
    const Bitboard beside = columns_.set(column), other = rows_.set(row);
    const Position pos = lane_of_ == 0 ? Position{men_.mine, beside, men_.theirs, other}
                                       : Position{men_.mine, other, men_.theirs, beside};
    return s == 0 ? pos : flipped<R>(pos);
  }

  // Of lanes with the same kings, those in which the lane king is the lowest of its side.
  Bitboard lowest_in(std::size_t column, Bitboard lanes) const {
    const Bitboard beside = columns_.set(column);
    return beside.any() ? lanes & Bitboard::first(static_cast<int>(beside.lowest())) : lanes;
  }

  // What conversions say, once for each position.
  void seed(int s, std::size_t row, std::size_t column) {
    thread_local std::vector<LaneCapture> scratch;
    const Bitboard other = rows_.set(row), beside = columns_.set(column);
    Cell& c = cell(s, row, column) = {};
    if ((other & beside).any()) return;
    const Bitboard all = free_ & ~other & ~beside;
    c.all = word(all);
    const Bitboard once = lowest_in(column, all);
    if (once.empty()) return;
    const LaneSeeds seeds = LaneSeeder<R>{*known_, scratch}(rest(s, row, column), lane_of_ == s,
                                                            seen_from(s, once), steps_[s]);
    const auto seen = [&](Bitboard set) { return word(seen_from(s, set)); };
    c.open = word(once) & ~seen(seeds.capture);
    c.holds = seen(seeds.man_draw);
    c.man_move = seen(seeds.man_move);
    c.man_win = seen(seeds.man_win);
    c.capture_win = seen(seeds.capture_win);
    c.capture_loss = seen(seeds.capture_loss);
    const Word capture_draw = word(once) & ~c.open & ~c.capture_win & ~c.capture_loss;
    write(s, row, column, c.capture_win, Outcome::capture(Value::win));
    write(s, row, column, c.capture_loss, Outcome::capture(Value::loss));
    write(s, row, column, capture_draw, Outcome::capture(Value::draw));
  }

  // Tells the cells in which another king of the lane side is the lane king.
  void share(int s, std::size_t row, std::size_t column) {
    const Cell& from = cell(s, row, column);
    const Bitboard beside = columns_.set(column);
    for (Square sq : lowest_in(column, Bitboard{from.all}))
      for (Square fellow : beside) {
        Cell& to = cell(s, row, rank(beside.without(fellow).with(sq), free_));
        for (Word Cell::*plane : {&Cell::open, &Cell::holds, &Cell::man_move, &Cell::man_win,
                                  &Cell::capture_win, &Cell::capture_loss})
          to.*plane |= (from.*plane >> static_cast<int>(sq) & 1) << static_cast<int>(fellow);
      }
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < 2; ++s)
      for_each_row([&](std::size_t row) {
        found_[s][row] = ply <= 1 || is_near_change(s, row) ? decide(s, ply, row) : false;
      });
    std::atomic<bool> any = false;
    for (int s = 0; s < 2; ++s)
      for_each_row([&](std::size_t row) {
        if (!found_[s][row] && !changed_[s][row] && ply != 1) return;
        changed_[s][row] = commit(s, ply, row);
        if (changed_[s][row]) any.store(true, std::memory_order_relaxed);
      });
    return any;
  }

  // True if a king move of side s joins the row to one in which the pass before decided something.
  bool is_near_change(int s, std::size_t row) const {
    const auto& changed = changed_[1 - s];
    if (s == lane_of_) return changed[row];
    return std::ranges::any_of(rows_.steps(row),
                               [&](const auto& step) { return changed[step.to]; });
  }

  bool decide(int s, int ply, std::size_t row) {
    Word found = 0;
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (cell(s, row, column).open != 0) found |= decide(s, ply, row, column);
    return found != 0;
  }

  // New wins are where a move leads to what the opponent has newly lost. New losses are where no
  // move is left but to what the opponent has won; such a position has a move to what the
  // opponent has newly won, but for those that no king move leaves.
  Word decide(int s, int ply, std::size_t row, std::size_t column) {
    Cell& c = cell(s, row, column);
    if (ply == 0) {
      c.next_loss = c.open & ~c.man_move & ~has_king_move(s, row, column);
      return c.next_loss;
    }
    const auto [to_lost, to_won] = before<2>(s, row, column, [](const Cell& to) {
      return std::array{to.new_loss, to.new_win};
    });
    c.next_win = c.open & to_lost;
    if (ply == 1) c.next_win |= c.man_win;
    const Word may_lose = c.open & ~c.next_win & ~c.holds;
    if (ply == 1)
      c.next_loss = may_lose & ~has_king_move(s, row, column);
    else if (const Word touched = may_lose & to_won)
      c.next_loss = touched & ~before<1>(s, row, column, [](const Cell& to) {
                      return std::array{static_cast<Word>(to.all & ~to.win)};
                    })[0];
    return c.next_win | c.next_loss;
  }

  Word has_king_move(int s, std::size_t row, std::size_t column) const {
    return before<1>(s, row, column, [](const Cell& to) { return std::array{to.all}; })[0];
  }

  // What a pass has found becomes known; returns whether there is something in the row.
  bool commit(int s, int ply, std::size_t row) {
    Word any = 0;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      Cell& c = cell(s, row, column);
      c.new_win = std::exchange(c.next_win, 0);
      c.new_loss = std::exchange(c.next_loss, 0);
      if ((c.new_win | c.new_loss) != 0) {
        c.open &= ~(c.new_win | c.new_loss);
        write(s, row, column, c.new_win, Outcome::win(ply));
        write(s, row, column, c.new_loss, Outcome::loss(ply));
      }
      if (ply == 1) {  // captures are one ply away
        c.new_win |= c.capture_win;
        c.new_loss |= c.capture_loss;
      }
      c.win |= c.new_win;
      c.loss |= c.new_loss;
      any |= c.new_win | c.new_loss;
    }
    return any != 0;
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

  // Writes the outcome of each position once: where the lane king is below its fellows.
  void write(int s, std::size_t row, std::size_t column, Word lanes, Outcome outcome) const {
    if (lanes == 0 || s >= block_->count) return;
    const Side& side = block_->sides[static_cast<std::size_t>(s)];
    const KingPlacement& kings = side.slice->kings();
    const bool lane_is_fast = (kings.lane() == LaneSide::mine) == (lane_of_ == s);
    if (kings.lane_kings() == 1 && lane_is_fast) {
      // A row of the matrix is a run of placements.
      const Bitboard universe = seen_from(s, free_ & ~rows_.set(row));
      const std::uint64_t first =
          kings.lane_count() *
          (s == 0 ? row : rank(seen_from(s, rows_.set(row)), seen_from(s, free_)));
      for (Square sq : seen_from(s, Bitboard{lanes}))
        side.outcomes[first + static_cast<std::uint64_t>(universe.below(sq).count())] = outcome;
      return;
    }
    const Bitboard once = lowest_in(column, Bitboard{lanes});
    const Position pos = rest(s, row, column);
    for (Square sq : seen_from(s, once)) {
      Position full = pos;
      Bitboard& lane_side = lane_of_ == s ? full.my_kings : full.their_kings;
      lane_side = lane_side.with(sq);
      side.outcomes[kings.rank({full.my_kings, full.their_kings}, seen_from(s, free_))] = outcome;
    }
  }

  const BlockPair<R>* block_ = nullptr;
  const KnownValues<R>* known_ = nullptr;
  Men men_;  // as the first side sees them
  Bitboard free_;
  int lane_of_ = 0;  // the side that the lane king belongs to: 0 or 1
  KingGraph<R> rows_, columns_;
  std::array<std::vector<ManStep<R>>, 2> steps_;  // by side to move
  std::array<std::vector<Cell>, 2> cells_;        // by side to move
  // Rows in which this pass, and the one before, decided something; bytes, since different
  // threads write them.
  std::array<std::vector<std::uint8_t>, 2> found_, changed_;
};

}  // namespace damiera
