// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "generator/plan/plan.h"
#include "rules/rules.h"

namespace damiera {

/// The number of men blocks of the pair's first slice in each level, found without a list of them.
/// A level has the blocks with the same number of steps to go; the level with the fewest comes
/// first. Requires kings, in a game in which they play.
std::vector<std::uint64_t> level_blocks(const SlicePair& pair, const Rules& rules);

/// How many positions each of these levels has, of both slices.
std::vector<std::uint64_t> level_sizes(const SlicePair& pair, const Rules& rules);

}  // namespace damiera
