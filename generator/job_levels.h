// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "generator/plan/job.h"
#include "generator/solved_levels.h"

namespace damiera {

/// The file that keeps the levels of a job.
SolvedLevels levels_of(const BuildOptions& options, const Job& job);

/// Removes the levels of a job whose tables are there, and its chunks if these were joined. A later
/// call removes what cannot be removed now.
void remove_levels(const BuildOptions& options, const Job& job);

/// Removes the levels of all pairs that a build wants, except the levels of `jobs`, which are still
/// to be done.
void remove_levels_of_finished(const BuildOptions& options, std::span<const Job> jobs);

}  // namespace damiera
