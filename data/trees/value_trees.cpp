#include "data/trees/value_trees.h"

namespace damiera {

namespace {

// The number of branches on the longest way from a node to a leaf.
int depth(const ScoreTrees& trees, std::uint32_t node) {
  const ScoreTrees::Node& n = trees.nodes[node];
  if (n.feature < 0) return 0;
  int longest = 0;
  for (std::uint32_t k = 0; k < 4; ++k)
    longest = std::max(longest, depth(trees, n.first_child + k));
  return longest + 1;
}

}  // namespace

ValueTrees::ValueTrees(const ScoreTrees& trees, const FeatureSet& features) {
  // The first three nodes are never visited. They are there because a leaf is its own child number
  // 3, so that its first child has a number that is lower by 3.
  constexpr std::uint32_t before = ValueTrees::nothing;
  const auto none = static_cast<std::uint16_t>(features.shifts().size());
  none_ = none;
  nodes_.resize(before, {none, none, 0});
  for (const ScoreTrees::Node& from : trees.nodes) {
    const auto self = static_cast<std::uint32_t>(nodes_.size());
    if (from.feature < 0) {
      nodes_.push_back({none, none, self - nothing});
      continue;
    }
    const FeatureSet::Item& item = features.items()[static_cast<std::size_t>(from.feature)];
    const bool is_fact = item.first < 0;  // the value decoded before
    nodes_.push_back(
        {is_fact ? static_cast<std::uint16_t>(none + 1) : static_cast<std::uint16_t>(item.first),
         is_fact ? none : static_cast<std::uint16_t>(item.second), from.first_child + before});
  }
  scores_.resize(before);
  for (const ScoreTrees::Node& from : trees.nodes) scores_.push_back(from.scores);
  for (const std::uint32_t root : trees.roots) {
    roots_.push_back(root + before);
    depths_.push_back(depth(trees, root));
  }
  for (std::size_t k = 0; k < depths_.size(); ++k)
    for (std::size_t i = 1; i < at_once && k + i < depths_.size(); ++i)
      depths_[k] = std::max(depths_[k], depths_[k + i]);
}

Scores ValueTrees::scores(const Cell& cell) const {
  Sum sum;
  std::size_t k = 0;
  for (; k < std::min(alone, roots_.size()); ++k)
    if (sum.add(scores_[leaf(cell, roots_[k])])) return {sum.loss, sum.win};
  for (; k + at_once <= roots_.size(); k += at_once) {
    std::array<std::uint32_t, at_once> node;
    for (std::size_t i = 0; i < at_once; ++i) node[i] = roots_[k + i];
    for (int step = depths_[k]; step > 0; --step)
      for (std::uint32_t& n : node) n = next(cell, n);
    for (const std::uint32_t n : node)
      if (sum.add(scores_[n])) return {sum.loss, sum.win};
  }
  for (; k < roots_.size(); ++k)
    if (sum.add(scores_[leaf(cell, roots_[k])])) break;
  return {sum.loss, sum.win};
}

std::uint32_t ValueTrees::leaf(const Cell& cell, std::uint32_t node) const {
  while (!is_leaf(node)) node = next(cell, node);
  return node;
}

}  // namespace damiera
