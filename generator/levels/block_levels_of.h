// SPDX-License-Identifier: MIT
// The lists of men blocks, compiled for one game at a time: see jobs.cpp.in.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "generator/levels/block_levels.h"
#include "generator/parallel.h"

namespace damiera {

template <Rules R>
BlockLevels<R>::BlockLevels(const SliceIndex<R>& first, bool is_one_slice) {
  const auto steps = steps_of_blocks(first, is_one_slice);
  std::array<std::uint64_t, not_here + 1> next{};
  for (const std::uint8_t s : steps) ++next[s];
  blocks_ = BlockList{steps.size() - next[not_here], steps.size()};
  std::uint64_t begin = 0;
  for (std::uint64_t& n : std::span{next}.template first<not_here>()) {
    const std::uint64_t size = std::exchange(n, begin);
    begin += size;
    if (size != 0) ends_.push_back(begin);
  }
  for (std::uint64_t b = 0; b < steps.size(); ++b)
    if (steps[b] != not_here) blocks_.set(next[steps[b]]++, b);
}

template <Rules R>
std::vector<std::uint8_t> BlockLevels<R>::steps_of_blocks(const SliceIndex<R>& first,
                                                          bool is_one_slice) {
  std::vector<std::uint8_t> steps(first.blocks());
  for_each_number(first.my_placements(), [&](std::uint64_t r) {
    const Bitboard mine = first.my_men(r);
    Subsets theirs = first.their_men_from(mine, 0);
    for (std::uint64_t b = first.first_block(r); b < first.first_block(r + 1); ++b, theirs.next()) {
      const Men men{mine, theirs.set()};
      const bool twin = is_one_slice && first.block(flipped<R>(men)) < b;
      steps[b] = twin ? not_here : static_cast<std::uint8_t>(steps_to_go<R>(men));
    }
  });
  return steps;
}

}  // namespace damiera
