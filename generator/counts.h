// SPDX-License-Identifier: MIT
#pragma once

#include "generator/plan/job.h"

namespace damiera {

/// Whether the draw count of a job changes nothing for its pair, as can be told without solving:
/// all distances are within it, and nothing that a conversion leads to is worth less under it. What
/// is won under a count is won without it, so equal numbers of wins and of losses are equal sets.
/// Errors: those of opening the tables that this is read from.
Result<bool> is_as_without_count(const BuildOptions& options, const Job& job);

}  // namespace damiera
