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
/// then fewer men. Slices with kings are left out if `kings` is false; see Rules::kings_play().
std::vector<SlicePair> plan(const std::set<SlicePair>& wanted, bool kings = true);

/// The slices whose values solving `pair` looks up, besides its own: those that one capture or one
/// promotion leads to, as seen by the side that is then to move; `kings` as for plan(). A move
/// takes pieces of one side and crowns at most the man that moves.
std::set<Material> looked_up(const SlicePair& pair, bool kings = true);

/// The slices that captures from the slice `m` lead to, as seen by the side that is then to move.
/// They must be known to find the values of positions with a capture, which the table of `m` does
/// not hold.
std::set<Material> captured_to(const Material& m, bool kings = true);

/// The slices whose tables must be read if no slice is known: the slices of looked_up(), and in
/// turn the slices that captures lead to from them.
std::set<Material> read_for(const SlicePair& pair, bool kings = true);

}  // namespace damiera
