// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "data/file/table_info.h"
#include "generator/solver.h"
#include "rules/result.h"

namespace damiera {

/// What to build, and with what.
struct BuildOptions {
  Variant variant;
  /// What is wanted in `folder`; the flips of these, and the slices that they depend on, are built
  /// as well. What they depend on may also lie in a folder that is only read.
  std::vector<Material> slices;
  bool dtc = true;   ///< DTC tables beside the WDL tables
  int count = 0;     ///< 0, or the draw count whose tables are built as well; requires dtc
  bool dtw = false;  ///< DTW tables as well
  std::filesystem::path folder;                  ///< tables are written here
  std::vector<std::filesystem::path> also_read;  ///< where else tables are looked for
  int threads = 0;                               ///< 0: one for each processor
  std::uint64_t memory = 0;                      ///< bytes the build may hold; 0: no bound
  Solver solver = Solver::lanes;
  bool check_space = true;  ///< end at once where the disk is too small by estimate()
  std::string who = {};     ///< what the FolderLock says of this build to others
};

/// Where a build stands. Positions count both slices of a pair, once for WDL and DTC together, once
/// for the tables of a draw count and once for DTW; so do pairs.
struct BuildProgress {
  std::string slice;              ///< the pair in work, as "KKvKM"
  std::string phase;              ///< such as "solving" or "writing"
  std::uint64_t positions_done;   ///< of this run
  std::uint64_t positions_total;  ///< of this run: what was found finished is not counted
  int pairs_done, pairs_total;
  std::uint64_t positions_found = 0;  ///< beside these: what was found finished
  int pairs_found = 0;
};

/// What a build did.
struct BuildReport {
  std::vector<TableInfo> built;    ///< WDL tables, in the order in which they were finished
  std::vector<TableInfo> counted;  ///< the same for WDL tables of the draw count
  std::vector<TableInfo> dtw;      ///< and for DTW tables
  std::uint64_t positions;         ///< of the slices built
  int pairs_found;                 ///< pairs of slices that were finished before
  double solve_seconds;            ///< wall time spent solving
  double wait_seconds;             ///< wall time spent waiting for tables to be written
  double encode_seconds;           ///< processor time spent encoding tables
};

/// What a build would need.
struct BuildEstimate {
  int pairs;                   ///< pairs of slices still to build
  std::uint64_t positions;     ///< in them
  std::uint64_t memory;        ///< bytes held at the peak, without a bound
  std::uint64_t least_memory;  ///< of these: what cannot be kept in files instead
  std::uint64_t disk;          ///< bytes of the tables, from the sizes of tables made before
  double seconds;              ///< from the rates of builds measured before
};

/// Builds tables. `progress` is called now and then by one thread at a time, and returns false
/// to stop: what is finished stays, and the same call later goes on from there. Holds the
/// FolderLock; a table that is there is never replaced.
/// What does not fit into `memory` is kept in nameless files in `folder`.
/// Errors: out_of_memory; io, also for a folder in use or a disk too small; corrupt or
/// foreign_table for tables that it has to read; bad_position as for estimate().
Result<BuildReport> build(const BuildOptions& options,
                          const std::function<bool(const BuildProgress&)>& progress);

/// What build() with these options would need; looks at the folders, writes nothing. Error
/// bad_position for a slice with more placements of men than can be solved.
Result<BuildEstimate> estimate(const BuildOptions& options);

}  // namespace damiera
