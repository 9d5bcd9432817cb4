// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "data/trees/score_trees.h"
#include "data/trees/word_features.h"

namespace damiera {

/// The trees of a WDL table in the form in which a word of cells walks them. It takes little
/// memory, so that it stays near the processor.
struct WordTrees {
  struct Branch {
    std::array<std::uint16_t, 4> child;  ///< numbers of branches or leaves
    std::uint16_t feature;
    std::uint8_t is_leaf;  ///< bit a: child number a is a leaf
  };
  struct Tree {
    std::uint16_t root;  ///< the number of a branch or of a leaf
    bool is_leaf;
    std::size_t features;  ///< This tree and those before it test only the first `features`.
  };
  using Leaf = std::array<std::int8_t, 2>;  ///< scores

  /// `trees` are those of a TreeTrainer.
  explicit WordTrees(const ScoreTrees& trees);

  std::vector<Branch> branches;
  std::vector<Leaf> leaves;
  std::vector<Tree> trees;
};

/// Whether words of eight lanes take less time than words of four on this processor.
bool prefers_wide_words();

/// Scores of values for a word W of cells at once, as ScoreTrees::scores finds them one by one. A
/// tree is walked with a set of cells, which each branch parts in four; scores are added bit by
/// bit.
template <class W>
class WordScores {
 public:
  /// Finds the scores of the cells of the current word whose values matter.
  void find(const WordTrees& trees, WordFeatures<W>& features);
  /// Like find(), but uses only instructions that every processor has.
  void find_portably(const WordTrees& trees, WordFeatures<W>& features);

  /// The scores of the cell at this bit of this lane.
  Scores of(std::size_t lane, int bit) const { return {score(0, lane, bit), score(1, lane, bit)}; }

  using Columns = LaneNumbers<W, 16>;

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
