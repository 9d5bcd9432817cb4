// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/file/table_info.h"
#include "data/profile.h"
#include "generator/solver.h"
#include "rules/result.h"

namespace damiera {

/// What to build, and with what.
struct BuildOptions {
  Variant variant;
  /// The slices wanted in `folder`. Their flips and the slices that they depend on are built as
  /// well, unless these lie in a folder that is only read.
  std::vector<Material> slices;
  bool dtc = true;   ///< DTC tables in addition to the WDL tables
  int count = 0;     ///< 0, or the draw count whose tables are built as well; requires dtc
  bool dtw = false;  ///< DTW tables as well
  std::filesystem::path folder;                  ///< tables are written here
  std::vector<std::filesystem::path> also_read;  ///< where else tables are looked for
  /// Build nothing but the pairs of `slices`: what they depend on must be there.
  bool only = false;
  /// Make the tables from chunks that build_chunk() has written, instead of solving, and remove the
  /// chunks. Requires `only`, and neither a count nor DTW.
  bool join = false;
  std::set<TableId> unsound = {};      ///< tables in `folder` that a plan counts as missing
  std::filesystem::path scratch = {};  ///< where files hold excess memory; empty: in `folder`
  int threads = 0;                     ///< 0: one for each processor
  std::uint64_t memory = 0;            ///< bytes the build may hold; 0: no bound
  Solver solver = Solver::lanes;
  bool check_space = true;  ///< end at once where the disk is too small by estimate()
  std::string who = {};     ///< what the locks of its jobs say about this build
  /// Levels of a pair are kept on disk at most once in this many seconds; 0: each level is kept.
  double seconds_between_levels = 30;
  /// Where bit planes of finished slices are kept, see docs/planes.md; empty: in `folder`.
  std::filesystem::path planes = {};
  bool keep_planes = false;  ///< keep planes of all solved slices, for other processes
  /// The profile in which tables are packed while they are written, as by pack(); nothing: not
  /// packed. Existing tables stay as they are.
  std::optional<Profile> profile = {};
  Effort effort = {};  ///< of packing
  /// The part of `memory` that packing may hold; build() sets it.
  std::uint64_t packing_memory = UINT64_MAX;
};

/// Where a build stands. Positions count both slices of a pair, once for WDL and DTC together, once
/// for the tables of a draw count and once for DTW; so do pairs.
struct BuildProgress {
  std::string slice;              ///< the current pair, such as "KKvKM"
  std::string phase;              ///< such as "solving" or "writing"
  std::uint64_t positions_done;   ///< of this run
  std::uint64_t positions_total;  ///< of this run: positions finished before do not count
  int pairs_done, pairs_total;
  std::uint64_t positions_found = 0;  ///< in addition: what was finished before
  int pairs_found = 0;
};

/// What a build did.
struct BuildReport {
  std::vector<TableInfo> built;    ///< WDL tables, in the order in which they were finished
  std::vector<TableInfo> counted;  ///< likewise, WDL tables of the draw count
  std::vector<TableInfo> dtw;      ///< likewise, DTW tables
  std::uint64_t positions;         ///< of the slices built
  int pairs_found;                 ///< pairs of slices that were finished before
  double solve_seconds;            ///< wall time spent solving
  double wait_seconds;             ///< wall time spent waiting for tables to be written
  double encode_seconds;           ///< processor time spent encoding tables
};

/// What a build would need.
struct BuildEstimate {
  int pairs;                   ///< pairs of slices still to build
  std::uint64_t positions;     ///< positions in these pairs
  std::uint64_t memory;        ///< bytes held at the peak, without a bound
  std::uint64_t least_memory;  ///< the part of `memory` that cannot be kept in files
  std::uint64_t disk;          ///< bytes of the tables, from the sizes of tables made before
  double seconds;              ///< from the rates of builds measured before
};

/// Builds tables. `progress` is called from time to time, by one thread at a time. If it returns
/// false the build stops and keeps what is finished; the same call goes on from there later. A
/// FolderLock is held for each job while it runs, so that processes may build other tables in the
/// same folder. A sound table that exists is never replaced. What does not fit into `memory` is
/// kept in nameless files.
/// Errors: out_of_memory; try_again if another process has a job, or if the disk is too small; io;
/// corrupt or foreign_table for tables and chunks that it has to read; bad_notation as for
/// estimate(); missing_table, which lists all that is missing, if `only` is set.
Result<BuildReport> build(const BuildOptions& options,
                          const std::function<bool(const BuildProgress&)>& progress);

/// Estimates what build() with these options would need. Looks at the folders and writes nothing.
/// Error bad_notation for a slice of which the game has no tables.
Result<BuildEstimate> estimate(const BuildOptions& options);

}  // namespace damiera
