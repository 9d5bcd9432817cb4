// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

#include "generator/plan/job.h"
#include "generator/solved.h"

namespace damiera {

/// What writing a job's tables did.
struct Written {
  std::vector<TableInfo> slices;  ///< of tables of the stage's first metric, old ones included
  std::vector<TableId> tables;    ///< the tables that were written; others were there before
};

/// Writes the tables of a solved job, on the threads of the caller's arena: first all aside, then
/// each gets its name, one right after the other. Tables that are there are not written again. DTW
/// is compared with the WDL tables. Adds the processor time of encoding, in nanoseconds, to
/// `encoding`.
/// Errors: io; corrupt, for DTW that contradicts a WDL table; those of opening tables.
Result<Written> write(const BuildOptions& options, const Job& job, const Solved& solved,
                      std::atomic<std::uint64_t>& encoding);

}  // namespace damiera
