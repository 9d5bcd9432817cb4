// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "generator/plan/plan.h"
#include "rules/rules.h"

namespace damiera {

/// How many men blocks of its first slice each level of a pair has, without a list of them: those
/// with the same number of steps to go, fewest first. Requires kings, in a game in which they play.
std::vector<std::uint64_t> level_blocks(const SlicePair& pair, const Rules& rules);

/// How many positions each of these levels has, of both slices.
std::vector<std::uint64_t> level_sizes(const SlicePair& pair, const Rules& rules);

}  // namespace damiera
