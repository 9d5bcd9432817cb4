// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "generator/plan/job.h"
#include "generator/progress_reporter.h"

namespace damiera {

/// Enters the tables that a job wrote in a list of tables.
using ListTables = std::function<Result<void>(const Job&, std::span<const TableId>)>;

/// Runs jobs in this process, in order, each with all threads of the caller's arena; while a job is
/// solved, the tables of the one before are written. Ends early if `progress` says to stop; then
/// all tables that exist are complete. `list` is called with the tables of each job when they are
/// written. Adds to `report` what was done.
/// Errors: as for solving, writing and listing; try_again where another process has the job.
Result<void> run_jobs(const BuildOptions& options, std::span<const Job> jobs,
                      const ListTables& list, ProgressReporter& progress, BuildReport& report);

}  // namespace damiera
