// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_arena.h>

#include <atomic>
#include <vector>

#include "generator/endings/king_board.h"
#include "generator/endings/lane_keys.h"
#include "generator/parallel.h"

namespace damiera {

/// The endings of a block's positions, as king moves improve them. There is a cell for each side to
/// move, each placement of the other side's kings (a row) and each placement of the lane king's
/// fellows (a column). It holds, for each square of the lane king, the key of a move to the
/// position.
///
/// A position's ending is the best of its conversions and king moves. At first only conversions
/// count, and all other positions are draws. Then a cell is computed again whenever a cell that a
/// king move leads to has changed. Wins and losses, once found, only get shorter, so this stops.
/// Then every ending agrees with its successors and is right: a win in n plies leads to a loss in
/// n - 1, and so on down to a conversion. Every true win is found likewise, the shortest first. The
/// order of the work does not matter.
template <Rules R>
class EndingMatrix {
 public:
  using Cell = LaneKeys<R>;

  /// `at_end`: the value of a position without a legal move.
  EndingMatrix(const KingBoard<R>& board, Value at_end)
      : board_{board},
        at_end_{eight(at_end == Value::win ? ending_key::win(0) : ending_key::loss(0))} {
    for (int s = 0; s < 2; ++s) {
      keys_[s].resize(cells() + 2);  // one before the first, one after the last: LaneKingMoves
      conversions_[s].resize(cells());
      due_[s].resize(cells());
    }
  }
  static std::uint64_t bytes_for(const KingPlacement& kings) {
    return choose(Board<R>::size, kings.other_kings()) *
               choose(Board<R>::size, kings.lane_kings() - 1) * 2 * (2 * sizeof(Cell) + 1) +
           KingRays<R>::bytes_for(kings.other_kings()) +
           KingRays<R>::bytes_for(kings.lane_kings() - 1);
  }

  /// Begins a block with men on these squares.
  void begin(Bitboard men) { men_ = men; }
  bool is_small() const { return cells() < parallel_from; }

  /// Sets the keys of conversions for the side that moves, with `forced` if there is a capture. For
  /// a row whose kings stand on no man's square: begin_row(), then set_conversions() for each
  /// square of each column, then end_row(). Threads may work on different rows at the same time.
  void begin_row(int s, std::size_t row) {
    Cell impossible;
    impossible.fill(eight(ending_key::forced));
    std::fill_n(&conversions_[s][number(row, 0)], columns(), impossible);
  }
  void set_conversions(int s, std::size_t row, std::size_t column, Square lane, EndingKey key) {
    key_at<R>(conversions(s, row, column), lane) = key;
  }
  Cell& conversions(int s, std::size_t row, std::size_t column) {
    return conversions_[s][number(row, column)];
  }
  void end_row(int s, std::size_t row) {
    for (std::size_t column = 0; column < columns(); ++column) {
      const std::size_t n = number(row, column);
      const Cell& conversions = conversions_[s][n];
      EightKeys all = eight(ending_key::forced);
      for (std::size_t i = 0; i < conversions.size(); ++i) {
        keys_[s][n + 1][i] = of_moves_to(at_first(conversions[i]));
        all &= conversions[i];
      }
      due_[s][n] = !are_all(all, ending_key::forced);
    }
  }

  /// Computes the endings of all positions.
  void settle() {
    do pass(0);
    while (pass(1));
  }

  /// The bits of the outcomes of a cell, once all is settled; see outcomes_of().
  Cell outcomes(int s, std::size_t row, std::size_t column) const {
    const Cell &keys = cell(s, row, column), &conversions = conversions_[s][number(row, column)];
    Cell bits;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = outcomes_of(keys[i], conversions[i]);
    return bits;
  }

  std::size_t columns() const { return board_.columns.size(); }
  std::size_t rows() const { return board_.rows.size(); }

  /// Calls body(begin, end) for ranges of rows, on several threads if there are many.
  template <class Body>
  void for_each_rows(const Body& body) const {
    if (is_small()) return body(0, rows());
    // Isolated, so that this thread does not begin another block while it waits.
    tbb::this_task_arena::isolate([&] { for_each_part(rows(), 16, body); });
  }

 private:
  static constexpr std::size_t parallel_from = 1 << 12;  // cells for each side to move

  std::size_t cells() const { return rows() * columns(); }
  std::size_t number(std::size_t row, std::size_t column) const { return row * columns() + column; }
  Cell& cell(int s, std::size_t row, std::size_t column) {
    return keys_[s][number(row, column) + 1];
  }
  const Cell& cell(int s, std::size_t row, std::size_t column) const {
    return keys_[s][number(row, column) + 1];
  }

  // Computes the cells of a side that are due; returns whether any has changed.
  bool pass(int s) {
    std::atomic<bool> any = false;
    for_each_rows([&](std::size_t begin, std::size_t end) {
      bool changed = false;
      const auto first = due_[s].begin(),
                 last = first + static_cast<std::ptrdiff_t>(end * columns());
      for (auto due = first + static_cast<std::ptrdiff_t>(begin * columns());
           (due = std::find(due, last, 1)) != last; ++due) {
        *due = 0;
        const auto n = static_cast<std::size_t>(due - first);
        changed |= work_out(s, n / columns(), n % columns());
      }
      if (changed) any.store(true, std::memory_order_relaxed);
    });
    return any;
  }

  // Computes a cell; returns whether it has changed.
  bool work_out(int s, std::size_t row, std::size_t column) {
    Cell best{};
    if (s == board_.lane_of) LaneKingMoves<R>{cell(1 - s, row, column)}.add_to(best);
    for_each_ray(s, row, column, [&](std::size_t first, std::size_t stride, const auto& stops) {
      join(best, &keys_[1 - s][first + 1], stride, stops);
    });
    const Cell& conversions = conversions_[s][number(row, column)];
    Cell& keys = cell(s, row, column);
    EightKeys changed{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const EightKeys now = of_moves_to(best_of(conversions[i], best[i], at_end_));
      changed |= now ^ keys[i];
      keys[i] = now;
    }
    if (are_all(changed, 0)) return false;
    mark_before(1 - s, row, column);
    return true;
  }

  // Calls visit(first, stride, stops) for the rays of a king of side `s` other than the lane king:
  // to the cells first + stride * stop.to.
  template <class Visit>
  void for_each_ray(int s, std::size_t row, std::size_t column, const Visit& visit) const {
    if (s == board_.lane_of)
      board_.columns.for_each_ray(column, men_ | board_.rows.set(row),
                                  [&](const auto& stops) { visit(row * columns(), 1, stops); });
    else
      board_.rows.for_each_ray(row, men_ | board_.columns.set(column),
                               [&](const auto& stops) { visit(column, columns(), stops); });
  }

  // Adds the best of the cells that a king comes to on a ray. The lane king may stand in its way.
  static void join(Cell& best, const Cell* first, std::size_t stride,
                   std::span<const typename KingRays<R>::Stop> stops) {
    for (std::size_t i = 0; i < best.size(); ++i) {
      EightKeys ray{};
      for (std::size_t n = stops.size(); n-- > 0;)
        ray = max(ray & elsewhere[stops[n].square][i], first[stride * stops[n].to][i]);
      best[i] = max(best[i], ray);
    }
  }
  // For each square: all bits set except the bits of this square.
  static inline const auto elsewhere = [] {
    std::array<Cell, Board<R>::size> cells;
    for (Square sq : Board<R>::all) {
      Cell& c = cells[static_cast<std::size_t>(sq)];
      c.fill(~EightKeys{});
      key_at<R>(c, sq) = 0;
    }
    return cells;
  }();

  // Marks the cells from which a king move of side `s` leads to this changed cell.
  void mark_before(int s, std::size_t row, std::size_t column) {
    if (s == board_.lane_of) mark(s, number(row, column));
    for_each_ray(s, row, column, [&](std::size_t first, std::size_t stride, const auto& stops) {
      for (const auto& stop : stops) mark(s, first + stride * stop.to);
    });
  }
  // relaxed: all threads write the same value, and a join orders the reads
  void mark(int s, std::size_t n) {
    std::atomic_ref{due_[s][n]}.store(1, std::memory_order_relaxed);
  }

  const KingBoard<R>& board_;
  EightKeys at_end_;
  Bitboard men_;
  // By side to move.
  std::array<std::vector<Cell>, 2> keys_, conversions_;
  std::array<std::vector<std::uint8_t>, 2> due_;  // by cell: 1 if it is to be worked out
};

}  // namespace damiera
