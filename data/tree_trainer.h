#pragma once

#include "data/tree_codec.h"

namespace damiera {

/// Grows the tree that codes a table's values in the fewest bytes, itself included, as far as one
/// can see one step ahead. Integers only: the same samples give the same tree on any machine.
class TreeTrainer {
 public:
  /// `features`: what samples answer. `values`: of WDL tables, else guesses.
  TreeTrainer(std::vector<Feature> features, bool values)
      : features_{std::move(features)}, values_{values} {}

  void add(const TreeCodec::Sample& sample);
  std::size_t samples() const { return labels_.size(); }
  /// `every`: for each sample there are so many of the kind.
  ContextTree train(std::uint64_t every) const;

 private:
  using Counts = std::array<std::uint32_t, 3>;
  struct Growing;

  void look(Growing& node, std::uint64_t every) const;
  std::uint16_t leaf_of(const Counts& counts) const;

  std::vector<Feature> features_;
  bool values_;
  std::vector<std::uint8_t> answers_, labels_;
};

}  // namespace damiera
