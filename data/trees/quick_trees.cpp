#include "data/trees/quick_trees.h"

namespace damiera {

QuickTrees::QuickTrees(const ScoreTrees& trees, const FeatureSet& features, std::uint32_t nothing) {
  // The first nodes are never visited. They are there because a leaf is its own child number
  // `nothing`, so that its first child has a number that is lower by this.
  const auto none = static_cast<std::uint16_t>(features.shifts().size());
  const auto off_board = static_cast<std::uint16_t>(none + 1);
  nodes_.resize(nothing, {none, none, 0, 0});
  for (const ScoreTrees::Node& from : trees.nodes) {
    const auto self = static_cast<std::uint32_t>(nodes_.size());
    if (from.feature < 0) {
      nodes_.push_back({none, none, self - nothing, 0});
      continue;
    }
    const FeatureSet::Item& item = features.items()[static_cast<std::size_t>(from.feature)];
    const std::uint32_t first_child = from.first_child + nothing;
    if (item.first < 0)
      nodes_.push_back({off_board, none, first_child, static_cast<std::uint32_t>(item.second) + 1});
    else
      nodes_.push_back({static_cast<std::uint16_t>(item.first),
                        static_cast<std::uint16_t>(item.second), first_child, 0});
  }
  scores_.resize(nothing);
  for (const ScoreTrees::Node& from : trees.nodes) scores_.push_back(from.scores);
  for (const std::uint32_t root : trees.roots) roots_.push_back(root + nothing);
}

}  // namespace damiera
