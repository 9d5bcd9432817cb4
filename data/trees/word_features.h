// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>

#include "data/trees/cell_planes.h"
#include "data/trees/row_moves.h"

namespace damiera {

/// What features answer about 64 cells at once, to who knows all values of a block. A word of cells
/// is a part of a row, that is, of what the last group chooses while the others stay, or it is
/// several short rows.
class WordFeatures {
 public:
  /// `cells`: of the block from `begin` on. `moves`: of this order and these features. All must
  /// outlive this.
  WordFeatures(const CellOrder& order, const FeatureSet& features, RowMoves& moves,
               std::uint64_t begin, std::span<const std::uint16_t> cells);
  WordFeatures(const WordFeatures&) = delete;
  WordFeatures& operator=(const WordFeatures&) = delete;

  /// Of the current word: the number of its first cell in the block, which can be negative, and
  /// that behind its last one; which bits are cells of the block whose values matter.
  std::int64_t begin() const { return begin_; }
  std::int64_t end() const { return end_; }
  std::uint64_t matter() const { return matter_; }
  /// The answers of feature number `f`.
  const AnswerPlanes& answers(std::size_t f) {
    Known& known = known_[f];
    if (known.word != word_) known = {word_, find(features_.items()[f])};
    return known.answers;
  }
  /// Goes on to the next word; false if there is none.
  bool next();

 private:
  static constexpr int bits = RowMoves::bits;
  // A row of the word, or a part of one.
  struct Part {
    std::int64_t begin;  // in the block
    int first_bit, cells;
    std::vector<std::int64_t> by;  // each shift's, of slower groups
  };
  struct Known {
    std::uint64_t word;
    AnswerPlanes answers;
  };

  void enter();
  void go_to_row(std::uint64_t begin);
  void note_last(const AnswerPlanes& values);
  AnswerPlanes find(const FeatureSet::Item& item);
  AnswerPlanes moved(const Part& part, std::int64_t by,
                     const std::vector<RowMoves::Move>* moves) const;

  const CellOrder& order_;
  const FeatureSet& features_;
  RowMoves& moves_;
  std::uint64_t block_begin_;
  std::int64_t size_;  // of the block
  std::uint64_t row_;  // cells in a row
  CellPlanes planes_;
  std::uint64_t row_begin_;  // of the cursor's row, its first cell
  CellCursor cursor_;
  Neighbours neighbours_;
  std::uint64_t word_ = 0;    // counted from 1
  std::uint64_t chunk_ = 0;   // of a row, its word
  std::int64_t begin_, end_;  // of the word, in the block
  std::vector<Part> parts_;
  std::uint64_t matter_ = 0;
  AnswerPlanes last_;  // the value that mattered before each cell
  unsigned last_value_ = 1;
  std::vector<Known> known_;  // by feature
};

}  // namespace damiera
