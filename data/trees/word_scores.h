// SPDX-License-Identifier: MIT
#pragma once

#include "data/trees/score_trees.h"
#include "data/trees/word_features.h"

namespace damiera {

/// Scores of values for 64 cells at once, as ScoreTrees::scores finds them one by one. A tree is
/// walked with a set of cells, which each branch parts in four; scores are added bit by bit.
class WordScores {
 public:
  /// Finds the scores of the cells of the current word whose values matter.
  WordScores(const ScoreTrees& trees, WordFeatures& features);

  /// Of the cell with this bit.
  Scores of(int bit) const {
    const auto n = static_cast<std::size_t>(bit);
    return {scores_[0][n], scores_[1][n]};
  }

 private:
  // 64 trees of up to 127 points each way, and a sign.
  static constexpr std::size_t leaf_bits = 8, sum_bits = 14;
  template <std::size_t N>
  using Numbers = std::array<std::uint64_t, N>;  // a bit of each, the lowest first; signed
  using Leaves = std::array<Numbers<leaf_bits>, 2>;

  static void walk(const ScoreTrees& trees, std::uint32_t root, WordFeatures& features,
                   std::uint64_t cells, Leaves& leaves);
  void add(const Leaves& leaves);
  std::uint64_t decided() const;
  void write();

  std::array<Numbers<sum_bits>, 2> sums_{};
  std::array<std::array<std::int16_t, 64>, 2> scores_;
};

}  // namespace damiera
