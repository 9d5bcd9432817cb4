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

/// The slices whose values solving `pair` looks up, besides its own: those that one capture or one
/// promotion leads to, as the side sees them that is then to move; `kings` as for plan(). A move
/// takes pieces of one side and crowns at most the man that moves.
std::set<Material> looked_up(const SlicePair& pair, bool kings = true);

/// The slices that captures lead to from the slice `m`, likewise: they must be known to find the
/// values of its captures, which its table does not hold.
std::set<Material> captured_to(const Material& m, bool kings = true);

/// The slices whose tables are read where none of looked_up() is known: these, and what captures
/// lead to from them in turn.
std::set<Material> read_for(const SlicePair& pair, bool kings = true);

}  // namespace damiera
