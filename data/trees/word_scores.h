// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "data/trees/score_trees.h"
#include "data/trees/word_features.h"

namespace damiera {

/// Scores of values for 256 cells at once, as ScoreTrees::scores finds them one by one. A tree is
/// walked with a set of cells, which each branch parts in four; scores are added bit by bit.
class WordScores {
 public:
  /// Finds the scores of the cells of the current word whose values matter.
  void find(const ScoreTrees& trees, WordFeatures& features);
  /// Like find(), but uses only instructions that every processor has.
  void find_portably(const ScoreTrees& trees, WordFeatures& features);

  /// The scores of the cell at this bit of this lane.
  Scores of(std::size_t lane, int bit) const { return {score(0, lane, bit), score(1, lane, bit)}; }

  using Columns = LaneNumbers<16>;

 private:
  int score(std::size_t k, std::size_t lane, int bit) const {
    return static_cast<std::int16_t>(scores_[k][static_cast<std::size_t>(bit % 16)][lane] >>
                                     bit / 16 * 16);
  }

  // First bit planes of the scores, then the scores themselves: in each lane, number b of 16 holds
  // the score of cell 16 n + b in bits 16 n to 16 n + 15.
  std::array<Columns, 2> scores_;
};

}  // namespace damiera
