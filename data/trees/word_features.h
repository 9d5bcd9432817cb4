// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "data/trees/cell_planes.h"
#include "data/trees/lanes.h"
#include "data/trees/row_moves.h"

namespace damiera {

/// The answers of features for a word W of cells at once, for an encoder, which knows all values of
/// a block. A lane is a part of a row (cells that differ only in the choice of the last group), or
/// several short rows.
template <class W>
class WordFeatures {
 public:
  using Lanes = typename W::Lanes;
  using CellCounts = typename W::CellCounts;

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
  /// Finds the answers of the first `count` features for the current word.
  [[gnu::always_inline]] void find_answers(std::size_t count) {
    for (; known_ < count; ++known_) find(known_, answers_[known_]);
  }
  /// The answers of feature number `f`. Requires that they have been found.
  const AnswerLanes<W>& answers(std::size_t f) const { return answers_[f]; }
  /// Goes on to the next word; false if there is none.
  bool next();

 private:
  static constexpr int bits = RowMoves::bits;
  struct Shift {
    CellCounts by;  // cells
  };
  // One row, or part of a row, of each lane: the first part of every lane, or the second part of
  // every lane, and so on.
  struct Parts {
    CellCounts begins{};  // the first cell of each, in the block
    Lanes cells{};        // all bits of the part
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
  [[gnu::always_inline]] void find(std::size_t f, AnswerLanes<W>& answers) const;

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
  std::int64_t end_;  // of the word, in the block
  std::vector<Parts> parts_;
  Lanes matter_{};
  AnswerLanes<W> last_{};  // the value that mattered before each cell
  unsigned last_value_ = 1;
  std::size_t known_ = 0;                // features whose answers for the current word are found
  std::vector<AnswerLanes<W>> answers_;  // by feature
};

// A shift of a slower group moves all cells of a part by the same number of cells.
template <class W>
inline void WordFeatures<W>::find(std::size_t f, AnswerLanes<W>& answers) const {
  if (features_.items()[f].first < 0) {
    answers = last_;
    return;
  }
  const Look look = looks_[f];
  const CellPlanes& planes = planes_[look.planes];
  AnswerLanes<W> found{};
  for (const Parts& p : parts_) {
    AnswerLanes<W> some;
    planes.from(p.begins, p.shifts[look.first].by + p.shifts[look.second].by, some);
    found.low |= some.low << p.first_bit & p.cells;
    found.high |= some.high << p.first_bit & p.cells;
  }
  answers = found;
}

extern template class WordFeatures<Word<4>>;
extern template class WordFeatures<Word<8>>;

}  // namespace damiera
