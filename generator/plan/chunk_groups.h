// SPDX-License-Identifier: MIT
#pragma once

#include "generator/plan/job_group.h"

namespace damiera {

/// Cuts levels into chunks of about `most` men blocks: small neighbouring levels are one chunk, and
/// a large level is several, but at most 500. `blocks` has the number of men blocks of each level.
std::vector<LevelChunk> cut_levels(std::span<const std::uint64_t> blocks, double most);

/// The groups, with large ones cut: a group of one pair that takes more than `seconds` of one core
/// is replaced by groups for its chunks, of about `seconds` seconds each, and by a group for the
/// join, which makes the tables from the chunks. The chunks of a level need all chunks of lower
/// levels; the lowest level needs what the pair needs. Some pairs stay as they are: pairs without
/// kings or without men, pairs with a damaged table, and the stages of draw counts and of DTW.
std::vector<JobGroup> cut_groups(const BuildOptions& options, std::span<const Job> plan,
                                 std::span<const JobGroup> groups, double seconds);

}  // namespace damiera
