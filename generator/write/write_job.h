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

/// Writes the tables of a solved job, on the threads of the caller's arena: first under other
/// names, then renames them one right after the other. A table that exists is not written again.
/// DTW is compared with the WDL tables. Adds the processor time of encoding, in nanoseconds, to
/// `encoding`. Packing calls `goes_on` again and again, from all threads; if it returns false,
/// nothing is written and the result is empty. Errors: io; corrupt, for DTW that contradicts a WDL
/// table; as for opening tables.
Result<std::optional<Written>> write(const BuildOptions& options, const Job& job,
                                     const Solved& solved, const std::function<bool()>& goes_on,
                                     std::atomic<std::uint64_t>& encoding);

}  // namespace damiera
