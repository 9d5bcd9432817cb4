// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "data/trees/score_trees.h"

namespace damiera {

/// The trees of a table in a form that is walked quickly, several trees at once, with few branches
/// that a processor could guess wrong. Thread-safe.
///
/// A branch holds the shifts that lead to the neighbour that its feature is about. A leaf has the
/// form of a branch that leads to itself, so that a tree that has come to its leaf can wait for the
/// others without a test.
class QuickTrees {
 public:
  /// `features`: the features of `trees`. `nothing`: the answer, 0 to 3, where there is no
  /// neighbour.
  QuickTrees(const ScoreTrees& trees, const FeatureSet& features, std::uint32_t nothing);

  /// What is known of a cell before it is coded.
  struct Cell {
    const std::int64_t* shifts;  ///< Neighbours::shifts()
    std::size_t offset;          ///< of the cell in the block
    std::size_t size;            ///< of the block
  };

  /// The same scores as ScoreTrees::scores() finds. answer(n) is 0 to 3: the answer of cell number
  /// n of the block, which is `nothing` from the offset of this cell on; for the size of the block
  /// `nothing`; for the size + 1 + k, fact number k.
  template <class Answer, class Lead>
  Scores scores(const Cell& cell, const Answer& answer, const Lead& lead) const {
    Scores sum{};
    const auto add = [&](std::uint32_t leaf) {
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += scores_[leaf][k];
      return lead(sum) >= ScoreTrees::decided;
    };
    const auto next = [&](std::uint32_t node) {
      const Node& n = nodes_[node];
      const auto at = static_cast<std::size_t>(static_cast<std::int64_t>(cell.offset) +
                                               cell.shifts[n.first] + cell.shifts[n.second]);
      return n.first_child + answer(std::min(at, cell.size) + n.fact);
    };
    for (std::size_t k = 0; k < roots_.size(); k += at_once) {
      const std::size_t trees = std::min(at_once, roots_.size() - k);
      std::array<std::uint32_t, at_once> node;
      node.fill(roots_[k]);
      std::copy_n(roots_.begin() + static_cast<std::ptrdiff_t>(k), trees, node.begin());
      for (std::uint32_t moved = 1; moved != 0;) {
        moved = 0;
        for (std::uint32_t& n : node) {
          const std::uint32_t before = std::exchange(n, next(n));
          moved |= n ^ before;
        }
      }
      for (std::size_t i = 0; i < trees; ++i)
        if (add(node[i])) return sum;
    }
    return sum;
  }

 private:
  static constexpr std::size_t at_once = 6;  // trees
  struct Node {
    std::uint16_t first, second;  // numbers of shifts
    std::uint32_t first_child : 28;
    std::uint32_t fact : 4;  // 1 + its number, or 0 if the branch tests a neighbour
  };

  std::vector<Node> nodes_;
  std::vector<std::array<std::int8_t, 2>> scores_;  // of leaves, by node
  std::vector<std::uint32_t> roots_;
};

}  // namespace damiera
