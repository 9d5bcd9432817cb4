// SPDX-License-Identifier: MIT
#pragma once

#include "generator/block_solver.h"
#include "generator/endings/ending_matrix.h"
#include "generator/endings/ending_seeder.h"

namespace damiera {

/// The fast solver for plies to the end of the game. It solves the blocks of a pair of slices one
/// after the other, a row of positions at a time. Everything is seen as the first side sees it.
template <Rules R>
class EndingSolver {
  using B = Board<R>;

 public:
  /// `board` is made for the pair's first slice. `board` and `known` must outlive the solver, and
  /// the slices in `known` must stay where they are in memory.
  EndingSolver(const KingBoard<R>& board, const KnownEndings<R>& known)
      : board_{board}, known_{known}, matrix_{board, known.at_end()}, seeder_{known} {}

  /// Solves a block with kings. One thread at a time; it may use other threads to help.
  void solve(const BlockPair<R>& block) {
    begin(block);
    if (matrix_.is_small())
      seed_rows(seeder_, 0, matrix_.rows());
    else
      matrix_.for_each_rows([this](std::size_t begin, std::size_t end) {
        EndingSeeder<R> seeder{known_};
        seed_rows(seeder, begin, end);
      });
    matrix_.settle();
    matrix_.for_each_rows([&](std::size_t begin, std::size_t end) {
      for (int s = 0; s < block.count; ++s)
        for (std::size_t row = begin; row < end; ++row) write_row(block.sides[s], s, row);
    });
  }

 private:
  void begin(const BlockPair<R>& block) {
    const Men men = block.sides[0].men;
    men_ = {men, flipped<R>(men)};
    free_ = SliceIndex<R>::free_squares(men);
    matrix_.begin(men.all());
    const Material m = block.sides[0].slice->material();
    man_moves_ = {seeder_.man_steps(m, men_[0]), seeder_.man_steps(m.flipped(), men_[1])};
  }

  static Bitboard seen_from(int s, Bitboard set) { return s == 0 ? set : B::turned(set); }
  static Square seen_from(int s, Square sq) { return s == 0 ? sq : B::turned(sq); }

  // Selects the lanes in which the lane king is the lowest king of its side as side s sees it;
  // highest_for() selects the highest. Either way each position is met once.
  static Bitboard lowest_for(int s, Bitboard beside, Bitboard lanes) {
    if (beside.empty()) return lanes;
    if (s == 0) return lanes.below(beside.lowest());
    return lanes & ~Bitboard::first(64 - std::countl_zero(beside.bits()));
  }
  static Bitboard highest_for(int s, Bitboard beside, Bitboard lanes) {
    return lowest_for(1 - s, beside, lanes);
  }

  // Calls visit(column, beside, lanes) for the columns of a row, with the squares on which the
  // lane king may stand.
  template <class Visit>
  void for_each_column(std::size_t row, const Visit& visit) const {
    const Bitboard open = free_ & ~board_.rows.set(row);
    for (std::size_t column = 0; column < matrix_.columns(); ++column) {
      const Bitboard beside = board_.columns.set(column);
      if ((beside & ~open).empty()) visit(column, beside, open & ~beside);
    }
  }
  bool is_row(std::size_t row) const { return (board_.rows.set(row) & ~free_).empty(); }

  // All pieces except the lane king, as side s sees them.
  Position rest(int s, Bitboard other, Bitboard beside) const {
    const Men& men = men_[static_cast<std::size_t>(s)];
    const Bitboard seen_other = seen_from(s, other), seen_beside = seen_from(s, beside);
    return board_.lane_of == s ? Position{men.mine, seen_beside, men.theirs, seen_other}
                               : Position{men.mine, seen_other, men.theirs, seen_beside};
  }

  void seed_rows(EndingSeeder<R>& seeder, std::size_t begin, std::size_t end) {
    for (int s = 0; s < 2; ++s)
      for (std::size_t row = begin; row < end; ++row)
        if (is_row(row)) seed_row(seeder, s, row);
  }

  // Seeds the cells in which the lane king is the highest king of its side, as the side to move
  // sees it. The board turns for the opponent, so there it is the lowest, and the values of the
  // successors are contiguous.
  void seed_row(EndingSeeder<R>& seeder, int s, std::size_t row) {
    matrix_.begin_row(s, row);
    const Bitboard other = board_.rows.set(row);
    for_each_column(row, [&](std::size_t, Bitboard beside, Bitboard all) {
      const Bitboard lanes = highest_for(s, beside, all);
      if (lanes.empty()) return;
      const auto& seeds = seeder(rest(s, other, beside), rest(1 - s, other, beside),
                                 board_.lane_of == s, seen_from(s, lanes), man_moves_[s]);
      for (Square sq : lanes) {
        const Square seen = seen_from(s, sq);
        const EndingKey key = seeds.best[static_cast<std::size_t>(seen)];
        share(s, row, beside.with(sq),
              seeds.capture.contains(seen) ? key | ending_key::forced : key);
      }
    });
    matrix_.end_row(s, row);
  }

  // Sets the key in every cell of the position; each king of the lane side has such a cell.
  void share(int s, std::size_t row, Bitboard kings, int key) {
    for (Square lane : kings)
      matrix_.set_conversions(s, row, KingRays<R>::number(kings.without(lane)), lane,
                              static_cast<EndingKey>(key));
  }

  void write_row(const typename BlockPair<R>::Side& side, int s, std::size_t row) const {
    if (!is_row(row)) return;
    const Bitboard other = board_.rows.set(row);
    for_each_column(row, [&](std::size_t column, Bitboard beside, Bitboard all) {
      const Position pos = rest(s, other, beside);
      const LanePlacements placements{side.slice->kings(), seen_from(s, free_), pos.my_kings,
                                      pos.their_kings, board_.lane_of == s};
      const LaneKeys<R> outcomes = matrix_.outcomes(s, row, column);
      placements.for_each(seen_from(s, lowest_for(s, beside, all)), [&](Square seen,
                                                                        std::uint64_t placement) {
        side.outcomes[placement] = std::bit_cast<Outcome>(key_at<R>(outcomes, seen_from(s, seen)));
      });
    });
  }

  const KingBoard<R>& board_;
  const KnownEndings<R>& known_;
  EndingMatrix<R> matrix_;
  EndingSeeder<R> seeder_;
  std::array<Men, 2> men_;  // as either side sees them
  Bitboard free_;
  std::array<std::vector<EndingManStep<R>>, 2> man_moves_;  // by side to move
};

}  // namespace damiera
