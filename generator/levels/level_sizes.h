// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "data/folder/chunks_folder.h"
#include "generator/plan/plan.h"
#include "rules/rules.h"

namespace damiera {

/// The number of men blocks of the pair's first slice in each level, found without a list of them.
/// A level has the blocks with the same number of steps to go; the level with the fewest comes
/// first. Requires kings, in a game in which they play.
std::vector<std::uint64_t> level_blocks(const SlicePair& pair, const Rules& rules);

/// How many positions each of these levels has, of both slices.
std::vector<std::uint64_t> level_sizes(const SlicePair& pair, const Rules& rules);

/// The men blocks of a chunk, a part of a block where it has a part of a level. `levels` has the
/// men blocks of each level.
double blocks_of(std::span<const std::uint64_t> levels, const LevelChunk& chunk);
/// The men blocks of the level below a chunk.
double blocks_below(std::span<const std::uint64_t> levels, const LevelChunk& chunk);
/// A whole number of men blocks, above `blocks`.
constexpr std::uint64_t whole_blocks(double blocks) {
  return static_cast<std::uint64_t>(blocks) + 1;
}

}  // namespace damiera
