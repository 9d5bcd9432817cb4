// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "generator/plan/plan.h"
#include "rules/rules.h"

namespace damiera {

/// How many positions each level of a pair has, of both slices, without a list of its men blocks:
/// those with the same number of steps to go, fewest first. Requires kings, in a game in which they
/// play.
std::vector<std::uint64_t> level_sizes(const SlicePair& pair, const Rules& rules);

}  // namespace damiera
