// SPDX-License-Identifier: MIT
#pragma once

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
/// What a solver keeps beside blocks: the longest distance of a slice and its index, for each slice
/// of a pair.
using PairNotes = std::array<std::uint64_t, 4>;

/// Bytes of a block.
std::size_t size_of(const BlockParts& parts);
/// Bytes of the blocks at the places from `begin` to before `end`.
std::size_t size_of(std::uint64_t begin, std::uint64_t end, const PartsOfBlock& parts_of);
/// Appends these bytes, one block after the other.
void append_blocks(std::uint64_t begin, std::uint64_t end, const PartsOfBlock& parts_of,
                   std::vector<std::byte>& out);
/// The inverse. Requires as many bytes as size_of() says.
void copy_to_blocks(std::span<const std::byte> bytes, std::uint64_t begin, std::uint64_t end,
                    const PartsOfBlock& parts_of);

/// About how many bytes of blocks make a frame of a file.
inline constexpr std::size_t frame_of_blocks_bytes = 1 << 20;
/// The number of blocks in a frame, at least one, if each block has `block_bytes` bytes.
constexpr std::uint64_t blocks_in_frame(std::size_t block_bytes) {
  return block_bytes == 0 || block_bytes > frame_of_blocks_bytes
             ? 1
             : frame_of_blocks_bytes / block_bytes;
}

}  // namespace damiera
