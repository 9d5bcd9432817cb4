// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "generator/block_list.h"
#include "generator/parallel.h"
#include "indexing/slice_index.h"

namespace damiera {

/// The men blocks of a pair's first slice in the order in which they are solved: those with fewer
/// steps to go first. A level is the blocks with equally many steps. A man move leads to one step
/// less, so the blocks of a level are independent. If the slice is its own flip, the list has only
/// one of two blocks that are flips of each other.
template <Rules R>
class BlockLevels {
 public:
  /// Bytes that making a list of `blocks` blocks takes, the list included.
  static std::uint64_t bytes_for(std::uint64_t blocks) {
    return BlockList::bytes_for(blocks, blocks) + blocks * sizeof(std::uint8_t);
  }

  /// Counts the blocks of each level, and then lists them, so that no list grows beyond its size.
  BlockLevels(const SliceIndex<R>& first, bool is_one_slice) {
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

  /// Block numbers by place.
  const BlockList& blocks() const { return blocks_; }
  /// Where each level ends in the list.
  const std::vector<std::uint64_t>& ends() const { return ends_; }
  std::uint64_t begin(int level) const {
    return level == 0 ? 0 : ends_[static_cast<std::size_t>(level) - 1];
  }
  std::uint64_t end(int level) const { return ends_[static_cast<std::size_t>(level)]; }

 private:
  // The number of steps that marks a block as not listed, because its flip is listed.
  static constexpr std::uint8_t not_here = 255;

  // The steps to go of each block.
  static std::vector<std::uint8_t> steps_of_blocks(const SliceIndex<R>& first, bool is_one_slice) {
    std::vector<std::uint8_t> steps(first.blocks());
    for_each_number(first.my_placements(), [&](std::uint64_t r) {
      const Bitboard mine = first.my_men(r);
      Subsets theirs = first.their_men_from(mine, 0);
      for (std::uint64_t b = first.first_block(r); b < first.first_block(r + 1);
           ++b, theirs.next()) {
        const Men men{mine, theirs.set()};
        const bool twin = is_one_slice && first.block(flipped<R>(men)) < b;
        steps[b] = twin ? not_here : static_cast<std::uint8_t>(steps_to_go<R>(men));
      }
    });
    return steps;
  }

  BlockList blocks_;
  std::vector<std::uint64_t> ends_;
};

/// Places of a list of blocks, from `begin` to before `end`.
template <Rules R>
struct PartOfLevels {
  std::shared_ptr<const BlockLevels<R>> levels;
  std::uint64_t begin, end;

  std::uint64_t size() const { return end - begin; }
};

}  // namespace damiera
