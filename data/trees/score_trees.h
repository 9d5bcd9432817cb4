// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "data/trees/neighbours.h"

namespace damiera {

/// weights[min(d, 255)] says how likely a symbol is whose score is `d` points below the best score.
/// The unit is 1/65536 of the likelihood of the best symbol. A point is about 0.065 nats. See
/// FORMAT.md.
inline constexpr auto weights = [] {
  std::array<std::uint32_t, 256> w{1 << 16};
  for (std::size_t d = 1; d < w.size(); ++d) w[d] = w[d - 1] - (w[d - 1] + 8) / 16;
  return w;
}();
constexpr std::uint32_t weight(int behind) {
  return weights[static_cast<std::size_t>(std::min(behind, 255))];
}

/// How likely each next symbol is, as scores. For values: the scores of loss and of win; a draw has
/// score 0. For a yes-or-no question: the score of yes, and 0; no has score 0.
using Scores = std::array<int, 2>;

/// How far the best of three values is ahead of the second best.
constexpr int lead_of_value(const Scores& s) {
  const auto [low, high] = std::minmax(s[0], s[1]);
  return low > 0 ? high - low : std::abs(high);
}
constexpr int lead_of_answer(const Scores& s) { return std::abs(s[0]); }

/// The model of a packed table: trees whose branches test features, each with four possible
/// answers, and whose leaves add to the scores of the possible next symbols. It is stored in the
/// file, see FORMAT.md. Source of the idea: Friedman, Greedy function approximation: a gradient
/// boosting machine, 2001.
struct ScoreTrees {
  /// Branch: the feature that it tests, and the first of its four children. Leaf: `feature` is -1.
  struct Node {
    int feature = -1;
    std::uint32_t first_child = 0;
    std::array<std::int8_t, 2> scores{};
  };
  static constexpr int decided = 96;  ///< once the best score leads by this, no more trees are used

  std::vector<Feature> features;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;  ///< one for each tree

  /// The leaf of a tree that the answers lead to; answer(feature number) is 0 to 3.
  template <class Answer>
  const Node& leaf(std::uint32_t root, const Answer& answer) const {
    const Node* node = &nodes[root];
    while (node->feature >= 0)
      node = &nodes[node->first_child + answer(static_cast<std::size_t>(node->feature))];
    return *node;
  }
  /// The sum of the scores, tree by tree until lead(scores) is at least `decided`.
  template <class Answer, class Lead>
  Scores scores(const Answer& answer, const Lead& lead) const {
    Scores sum{};
    for (const std::uint32_t root : roots) {
      const Node& found = leaf(root, answer);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += found.scores[k];
      if (lead(sum) >= decided) break;
    }
    return sum;
  }
};

/// `per_leaf`: the number of scores of a leaf, 1 or 2.
void append_trees(const ScoreTrees& trees, std::size_t per_leaf, std::vector<std::byte>& out);
/// The inverse of append_trees(). Nothing if the bytes are not exactly appended trees.
std::optional<ScoreTrees> parse_trees(std::span<const std::byte> bytes, std::size_t per_leaf);

}  // namespace damiera
