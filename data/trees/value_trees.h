// SPDX-License-Identifier: MIT
#pragma once

#include "data/trees/score_trees.h"

namespace damiera {

/// The trees of a WDL table in a form that is walked quickly, several trees at once. Thread-safe.
///
/// A branch holds the shifts that lead to the neighbour that its feature is about. A leaf has the
/// form of a branch that leads to itself, so that a tree that has come to its leaf can wait for the
/// others without a test.
class ValueTrees {
 public:
  /// `features`: the features of `trees`.
  ValueTrees(const ScoreTrees& trees, const FeatureSet& features);

  /// What is known before a cell is decoded.
  struct Cell {
    const std::int64_t* shifts;  ///< Neighbours::shifts(); set_last() was given the distance to the
                                 ///< cell that was decoded before this one
    const std::uint8_t* values;  ///< the values of the cells before; number `size` is `nothing`
    std::size_t offset;          ///< of the cell in the block
    std::size_t size;            ///< of the block
  };
  static constexpr std::uint8_t nothing = 3;  ///< as a value: none is stored

  /// The same scores as ScoreTrees::scores() finds. Requires that a cell has been decoded before.
  Scores scores(const Cell& cell) const;

 private:
  static constexpr std::size_t at_once = 4;  // trees
  static constexpr std::size_t alone = 4;    // the first ones: often they decide
  struct Node {
    std::uint16_t first, second;  // numbers of shifts
    std::uint32_t first_child;
  };
  struct Sum {
    int loss = 0, win = 0;
    bool add(const std::array<std::int8_t, 2>& leaf) {
      loss += leaf[0];
      win += leaf[1];
      return lead_of_value({loss, win}) >= ScoreTrees::decided;
    }
  };

  std::uint32_t next(const Cell& cell, std::uint32_t node) const {
    const Node& n = nodes_[node];
    const auto at = static_cast<std::size_t>(static_cast<std::int64_t>(cell.offset) +
                                             cell.shifts[n.first] + cell.shifts[n.second]);
    return n.first_child + cell.values[at < cell.offset ? at : cell.size];
  }

  bool is_leaf(std::uint32_t node) const { return nodes_[node].first == none_; }
  std::uint32_t leaf(const Cell& cell, std::uint32_t node) const;

  std::uint16_t none_;  // the number that stands for no shift

  std::vector<Node> nodes_;
  std::vector<std::array<std::int8_t, 2>> scores_;  // of leaves, by node
  std::vector<std::uint32_t> roots_;
  std::vector<int> depths_;  // by tree: the most steps of the at_once trees from it on
};

}  // namespace damiera
