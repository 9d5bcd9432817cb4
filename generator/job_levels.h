// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "generator/plan/job.h"
#include "generator/solved_levels.h"

namespace damiera {

/// The levels of a job that were kept, and those that will be.
SolvedLevels levels_of(const BuildOptions& options, const Job& job);

/// Removes them, once its tables are there, and chunks where these were joined. What cannot be
/// removed now is removed later.
void remove_levels(const BuildOptions& options, const Job& job);

/// Removes those of all that a build wants but what is still to be done, `jobs`.
void remove_levels_of_finished(const BuildOptions& options, std::span<const Job> jobs);

}  // namespace damiera
