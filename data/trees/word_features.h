// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "data/trees/cell_planes.h"
#include "data/trees/lanes.h"
#include "data/trees/row_moves.h"

namespace damiera {

/// The answers of features for 256 cells at once, for an encoder, which knows all values of a
/// block. A word of cells has four lanes. A lane is a part of a row (cells that differ only in the
/// choice of the last group), or several short rows.
class WordFeatures {
 public:
  /// `cells`: the cells of the block from number `begin` on. `moves`: the moves of this order and
  /// these features. All arguments must outlive this object.
  WordFeatures(const CellOrder& order, const FeatureSet& features, RowMoves& moves,
               std::uint64_t begin, std::span<const std::uint16_t> cells);
  WordFeatures(const WordFeatures&) = delete;
  WordFeatures& operator=(const WordFeatures&) = delete;

  /// The number, within the block, of the first cell of a lane of the current word; it can be
  /// negative.
  std::int64_t begin(std::size_t lane) const { return parts_.front().begins[lane]; }
  /// Which bits of a lane are cells of the block whose values matter.
  std::uint64_t matter(std::size_t lane) const { return matter_[lane]; }
  /// One past the last cell of the current word, counted in the block.
  std::int64_t end() const { return end_; }
  const Lanes& matter() const { return matter_; }
  /// The answers of feature number `f`.
  const AnswerLanes& answers(std::size_t f) {
    if (known_[f] != word_) {
      find(f);
      known_[f] = word_;
    }
    return answers_[f];
  }
  /// Goes on to the next word; false if there is none.
  bool next();

 private:
  static constexpr int bits = RowMoves::bits;
  struct Shift {
    LaneMoves by;  // cells
  };
  // One row, or part of a row, of each lane: the first part of every lane, or the second part of
  // every lane, and so on.
  struct Parts {
    LaneMoves begins{};  // the first cell of each, in the block
    Lanes cells{};       // all bits of the part
    int first_bit;
    std::vector<Shift> shifts;  // as Neighbours has them
  };
  // Where a feature looks: the cell that two shifts of slower groups lead to, in these planes.
  struct Look {
    std::size_t first, second;  // shifts
    std::size_t planes;
  };

  Look look_of(const FeatureSet::Item& item);
  std::size_t moved_planes(int shift, bool back);
  void enter_lane(std::size_t lane);
  void add_part(std::size_t lane, Parts& parts, int cells);
  void note_last(std::size_t lane, const AnswerPlanes& values);
  [[gnu::always_inline]] void find(std::size_t f);

  const FeatureSet& features_;
  RowMoves& moves_;
  std::uint64_t block_begin_;
  std::int64_t size_;  // of the block
  std::uint64_t row_;  // cells in a row
  // The planes of the block's values, then planes in which a shift of the last group has moved
  // them.
  std::vector<CellPlanes> planes_;
  std::vector<std::pair<int, bool>> planes_of_;  // the shift, and whether only moves back count
  std::vector<Look> looks_;                      // by feature
  std::uint64_t row_begin_;                      // the first cell of the cursor's row
  CellCursor cursor_;
  Neighbours neighbours_;
  std::uint64_t word_ = 0;  // counted from 1
  std::int64_t end_;        // of the word, in the block
  std::vector<Parts> parts_;
  Lanes matter_{};
  AnswerLanes last_{};  // the value that mattered before each cell
  unsigned last_value_ = 1;
  std::vector<std::uint64_t> known_;  // by feature: the word that its answers are for
  std::vector<AnswerLanes> answers_;
};

// A shift of a slower group moves all cells of a part by the same number of cells.
inline void WordFeatures::find(std::size_t f) {
  if (features_.items()[f].first < 0) {
    answers_[f] = last_;
    return;
  }
  const Look look = looks_[f];
  const CellPlanes& planes = planes_[look.planes];
  AnswerLanes found{};
  for (const Parts& p : parts_) {
    AnswerLanes some;
    planes.from(p.begins, p.shifts[look.first].by + p.shifts[look.second].by, some);
    found.low |= some.low << p.first_bit & p.cells;
    found.high |= some.high << p.first_bit & p.cells;
  }
  answers_[f] = found;
}

}  // namespace damiera
