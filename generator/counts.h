// SPDX-License-Identifier: MIT
#pragma once

#include "generator/plan/job.h"

namespace damiera {

/// True if it is clear without solving that the draw count of a job changes nothing for its pair:
/// all distances are within the count, and no position that a conversion leads to changes its
/// value. A win under a count is a win without it, so equal numbers of wins and losses mean equal
/// sets. Errors: those of opening the tables that this reads.
Result<bool> is_as_without_count(const BuildOptions& options, const Job& job);

}  // namespace damiera
