// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "generator/plan/job.h"
#include "generator/solved.h"

namespace damiera {

/// What writing a job's tables did.
struct Written {
  std::vector<TableInfo> slices;  ///< of the tables of the stage's first metric, also if found
  std::vector<TableId> tables;    ///< that were written; the others were there
};

/// Writes the tables of a solved job, on the threads of the caller's arena: aside, and then under
/// their names, one right after the other. What is there is not written again. DTW is held to the
/// WDL tables. Adds the processor time that encoding took to `encoding`, in nanoseconds.
/// Packing asks `goes_on`, from all threads, again and again; if that is false, nothing is written.
/// Errors: io; corrupt, for DTW that contradicts a WDL table; and as for opening tables.
Result<std::optional<Written>> write(const BuildOptions& options, const Job& job,
                                     const Solved& solved, const std::function<bool()>& goes_on,
                                     std::atomic<std::uint64_t>& encoding);

}  // namespace damiera
