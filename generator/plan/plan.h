// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "indexing/material.h"

namespace damiera {

/// A slice and its flip, solved together: quiet moves alternate between them.
struct SlicePair {
  Material first, second;  ///< second == first.flipped(); first >= second

  auto operator<=>(const SlicePair&) const = default;
  bool is_one_slice() const { return first == second; }
  int slices() const { return is_one_slice() ? 1 : 2; }
};

SlicePair pair_of(const Material& m);

/// The pair, and all others that its positions can lead to, in solving order: fewer pieces first,
/// then fewer men. Without those with kings where `kings` do not play, as Rules::kings_play() says.
std::vector<SlicePair> plan(const std::set<SlicePair>& wanted, bool kings = true);

/// The slices whose values solving `pair` may look up, besides its own: those that one promotion
/// leads to, and everything that can be left after captures; `kings` as for plan().
std::set<Material> looked_up(const SlicePair& pair, bool kings = true);

}  // namespace damiera
