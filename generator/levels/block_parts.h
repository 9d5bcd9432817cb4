// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace damiera {

/// The places in memory that hold a solved men block; unused ones, at the end, are empty.
using BlockParts = std::array<std::span<std::byte>, 4>;
/// Gives the parts of the block at a place of a list. Thread-safe.
using PartsOfBlock = std::function<BlockParts(std::uint64_t place)>;
/// What a solver keeps in addition to the blocks: for each slice of a pair, the longest distance
/// and the index of a position that has it.
using PairNotes = std::array<std::uint64_t, 4>;

/// Bytes of a block.
std::size_t size_of(const BlockParts& parts);

/// The most bytes of blocks in a frame of a file. Many frames are in memory at once.
inline constexpr std::size_t frame_of_blocks_bytes = 1 << 18;

/// What a frame of a file holds: whole blocks, or a part of one block that is larger than a frame.
struct FrameOfBlocks {
  std::uint64_t begin;  ///< place of the first block
  std::uint64_t end;    ///< place after the last block that is complete with this frame
  std::size_t offset;   ///< where the frame begins, in bytes of its first block
  std::size_t size;     ///< bytes of the frame
};
/// The frame that begins at a byte of the block at the place `begin`. Blocks from `last` on are not
/// in it. Requires begin < last, and an offset of at most the bytes of the block.
FrameOfBlocks frame_at(std::uint64_t begin, std::size_t offset, std::uint64_t last,
                       const PartsOfBlock& parts_of);

/// Numbers the frames of a file, so that each is found without the others. Each has the same number
/// of blocks, or is a part of one block. A block with fewer bytes leaves its last frames empty.
class NumberedFrames {
 public:
  /// There are `blocks` blocks of up to `block_bytes` bytes each.
  constexpr NumberedFrames(std::uint64_t blocks, std::uint64_t block_bytes)
      : blocks_{blocks}, block_bytes_{block_bytes} {}
  constexpr std::uint64_t blocks() const { return blocks_; }
  constexpr std::uint64_t block_bytes() const { return block_bytes_; }
  constexpr std::uint64_t count() const {
    const std::uint64_t groups = blocks_ / blocks_in_frame() + (blocks_ % blocks_in_frame() != 0);
    return groups * parts_of_block();
  }
  FrameOfBlocks at(std::uint64_t number, const PartsOfBlock& parts_of) const;

 private:
  constexpr std::uint64_t blocks_in_frame() const {
    return block_bytes_ == 0 || block_bytes_ > frame_of_blocks_bytes
               ? 1
               : frame_of_blocks_bytes / block_bytes_;
  }
  constexpr std::uint64_t parts_of_block() const {
    return std::max<std::uint64_t>(
        1, block_bytes_ / frame_of_blocks_bytes + (block_bytes_ % frame_of_blocks_bytes != 0));
  }

  std::uint64_t blocks_, block_bytes_;
};

/// Appends the bytes of a frame.
void append_frame(const FrameOfBlocks& frame, const PartsOfBlock& parts_of,
                  std::vector<std::byte>& out);
/// Copies the bytes of a frame to its blocks: the inverse of append_frame(). `bytes` must be
/// `frame.size` bytes.
void copy_to_blocks(std::span<const std::byte> bytes, const FrameOfBlocks& frame,
                    const PartsOfBlock& parts_of);

}  // namespace damiera
