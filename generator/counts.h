// SPDX-License-Identifier: MIT
#pragma once

#include "generator/plan/job.h"

namespace damiera {

/// True if it is clear without solving that the draw count of a job changes no value of its pair:
/// all distances are within the count, and the count changes no value in the slices that
/// conversions lead to. The latter follows from equal numbers of wins and losses, because every win
/// under a count is also a win without it. Errors: as for opening the tables that this reads.
Result<bool> is_as_without_count(const BuildOptions& options, const Job& job);

}  // namespace damiera
