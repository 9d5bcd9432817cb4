// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "generator/block_list.h"
#include "indexing/slice_index.h"

namespace damiera {

/// The men blocks of a pair's first slice in the order in which they are solved: those with fewer
/// steps to go first. A level consists of all blocks with the same number of steps. A man move
/// leads to one step less, so the blocks of a level are independent. If the slice is its own flip,
/// the list has only one of two blocks that are flips of each other.
template <Rules R>
class BlockLevels {
 public:
  /// Bytes that making a list of `blocks` blocks takes, the list included.
  static std::uint64_t bytes_for(std::uint64_t blocks) {
    return BlockList::bytes_for(blocks, blocks) + blocks * sizeof(std::uint8_t);
  }

  /// Counts the blocks of each level, and then lists them, so that no list grows beyond its size.
  BlockLevels(const SliceIndex<R>& first, bool is_one_slice);

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
  static std::vector<std::uint8_t> steps_of_blocks(const SliceIndex<R>& first, bool is_one_slice);

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
