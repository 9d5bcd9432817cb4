// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "indexing/material.h"
#include "indexing/men_block.h"
#include "rules/moves.h"

namespace damiera {

/// A man move of a block, and the block that it leads to.
template <class Target>
struct ManStep {
  Square to;  ///< as the opponent sees it
  bool crowned;
  Target target;  ///< as the opponent sees it
};

/// The man moves in a block with these men, of the slice `m`, that no other man blocks.
/// target(Material, Men) finds a block, as the opponent sees it.
template <Rules R, class TargetOf>
auto man_steps(const Material& m, const Men& men, const TargetOf& target) {
  std::vector<ManStep<decltype(target(m, men))>> steps;
  const Position pos{men.mine, {}, men.theirs, {}};
  for_each_man_move<R>(pos, [&](const Move& move) {
    Material next = m;
    if (move.crowned) --next.my_men, ++next.my_kings;
    steps.push_back({Board<R>::turned(move.to), move.crowned,
                     target(next.flipped(), men_of(after<R>(pos, move)))});
  });
  return steps;
}

}  // namespace damiera
