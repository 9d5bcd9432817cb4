// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/king_moves.h"
#include "answers/verification/known_slices.h"
#include "rules/moves.h"

namespace damiera {

/// The matrices in which a thread lays out a men block.
struct Matrices {
  std::vector<Key> reached, best, row;
};

/// The best key that the quiet moves of each position of a men block lead to. The block is laid out
/// as a matrix over the whole board: a row for each set of squares of the mover's kings, a column
/// for each set of the opponent's. A king move is another row, so that the best one is a maximum
/// over rows; a man move is another men block, laid out in the same way. Thread-safe: threads have
/// matrices of their own.
template <Rules R>
class BlockBest {
  using B = Board<R>;

 public:
  /// `flip` is the flipped slice, which may be the same object. All arguments must outlive this.
  BlockBest(const SliceKeys<R>& slice, const SliceKeys<R>& flip, const Conversions<R>& conversions,
            const KingMoves& moves, const Measure& measure, Work& work)
      : slice_{slice},
        flip_{flip},
        conversions_{conversions},
        moves_{moves},
        measure_{measure},
        work_{work},
        stride_{KingMoves::stride_for(choose(size, slice.material().their_kings))},
        here_{cells(slice.index.kings(), false)},
        there_{cells(flip.index.kings(), true)},
        sets_{slice.index.kings(), as_sets(size, slice.material().my_kings),
              as_sets(size, slice.material().their_kings)} {}

  /// Whether all threads work on one block together; else each works on blocks of its own.
  bool is_large() const { return slice_.index.block_size() >= std::uint64_t{1} << 18; }

  /// Lays out a block: the keys of the moves of all its positions.
  void lay_out(const Men& men, Matrices& m) {
    const std::size_t all = moves_.sets() * stride_;
    m.best.assign(all, keys::none);
    if (slice_.material().my_kings > 0) {
      m.reached.assign(all, keys::none);
      put(flipped<R>(men), m.reached, [](Key, Key key) { return key; });
      inside(moves_.sets(), [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t set = first; set < last; ++set)
          moves_.raise(set, m.reached.data(), stride_, &m.best[set * stride_]);
      });
    }
    for_each_man_move<R>(Position{men.mine, {}, men.theirs, {}}, [&](const Move& move) {
      if (move.crowned) return crown(men, move, m.best);
      put(moved(men, move), m.best,
          [&](Key best, Key key) { return std::max(best, measure_.after_conversion(key)); });
    });
  }

  /// Calls visit(number of the row's first position, the best keys of its positions) for each row
  /// from `first` to before `last` of a block that was laid out as `best`. `row` is a buffer of the
  /// calling thread.
  template <class Visit>
  void each_row(std::uint64_t block, const Men& men, const std::vector<Key>& best,
                std::uint64_t first, std::uint64_t last, std::vector<Key>& row,
                const Visit& visit) const {
    row.resize(slice_.lanes());
    std::uint64_t n = block * slice_.index.block_size() + first * slice_.lanes();
    here_.each(slice_.index.free_squares(men), first, last, [&](auto, auto, auto cells) {
      for (std::size_t i = 0; i < cells.size(); ++i) row[i] = best[cells[i]];
      visit(n, row.data());
      n += slice_.lanes();
    });
  }

  /// The best key of the one position in a block without kings.
  Key of_men(const Men& men) {
    const Position pos{men.mine, {}, men.theirs, {}};
    // The opponent's men stay where they are.
    const std::uint64_t begin = flip_.index.first_block_of(Board<R>::turned(men.theirs));
    Key best = keys::none;
    for_each_man_move<R>(pos, [&](const Move& move) {
      const Key key = move.crowned ? crowned(after<R>(pos, move))
                                   : flip_.keys[begin + flip_.index.number_among(moved(men, move))];
      best = std::max(best, measure_.after_conversion(key));
    });
    return best;
  }

  /// Bytes that the matrices of one thread take.
  static std::uint64_t bytes(const Material& m) {
    return 2 * sizeof(Key) * choose(size, m.my_kings) *
           KingMoves::stride_for(choose(size, m.their_kings));
  }

 private:
  static constexpr int size = Board<R>::size;
  // With seven kings on 10x10 a matrix has more than 2^32 cells.
  using Cells = PlacementSums<std::uint64_t>;

  // Where the placements of a block lie in the matrix; `turned`: as the opponent sees them.
  Cells cells(const KingPlacement& kings, bool turned) const {
    const Material& m = slice_.material();
    auto movers = numbering<std::uint64_t>(size, m.my_kings, turned, stride_);
    auto others = numbering<std::uint64_t>(size, m.their_kings, turned, 1);
    if (turned) return {kings, std::move(others), std::move(movers)};
    return {kings, std::move(movers), std::move(others)};
  }
  template <class Part>
  void inside(std::uint64_t n, const Part& part) {
    is_large() ? work_.share(n, 64, part) : part(std::uint64_t{0}, n);
  }
  // As the opponent sees them after the move.
  static Men moved(const Men& men, const Move& move) {
    return flipped<R>(Men{men.mine.without(move.from).with(move.to), men.theirs});
  }

  // Lays out a block of the flipped slice.
  template <class Combine>
  void put(const Men& men, std::vector<Key>& matrix, const Combine& combine) {
    const std::uint64_t begin = flip_.index.block(men) * flip_.index.block_size();
    inside(flip_.others(), [&](std::uint64_t first, std::uint64_t last) {
      const Key* key = &flip_.keys[begin + first * flip_.lanes()];
      there_.each(flip_.index.free_squares(men), first, last, [&](auto, auto, auto cells) {
        for (const std::uint64_t cell : cells) matrix[cell] = combine(matrix[cell], *key++);
      });
    });
  }

  // For a quiet move that crowns a man: it leads to one men block of another slice.
  void crown(const Men& men, const Move& move, std::vector<Key>& best) {
    const Position next = after<R>(Position{men.mine, {}, men.theirs, {}}, move);
    const auto* known =
        conversions_.slice(conversions_.place(next, slice_.material().their_kings), work_);
    if (!known) return;
    const std::uint64_t begin = known->begin(men_of(next));
    const KingPlacement& kings = known->index().kings();
    const Bitboard free = slice_.index.free_squares(men),
                   free_there = slice_.index.free_squares(men_of(next));
    const bool lane_mine = slice_.index.kings().lane() == LaneSide::mine;
    inside(slice_.others(), [&](std::uint64_t first, std::uint64_t last) {
      sets_.each(free, first, last, [&](std::uint64_t t, std::uint64_t others, auto sets) {
        here_.each(free, t, t + 1, [&](auto, auto, auto cells) {
          for (std::size_t i = 0; i < sets.size(); ++i) {
            const Bitboard all{sets[i]}, other{others}, lane = all & ~other;
            if (all.contains(move.to)) continue;
            const Bitboard mine = lane_mine ? lane : other, theirs = lane_mine ? other : lane;
            const std::uint64_t n =
                kings.rank({B::turned(theirs), B::turned(mine.with(move.to))}, free_there);
            const Key key = measure_.after_conversion(known->at(begin + n));
            best[cells[i]] = std::max(best[cells[i]], key);
          }
        });
      });
    });
  }
  Key crowned(const Position& next) {
    if (keys::crowning_wins(conversions_.goal())) return keys::lost;
    const auto* known = conversions_.slice(next, work_);
    return known ? known->of(next) : keys::draw;
  }

  const SliceKeys<R>& slice_;
  const SliceKeys<R>& flip_;
  const Conversions<R>& conversions_;
  const KingMoves& moves_;
  const Measure& measure_;
  Work& work_;
  std::size_t stride_;
  Cells here_, there_;
  PlacementSums<std::uint64_t> sets_;
};

}  // namespace damiera
