// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "generator/build.h"
#include "generator/find_damage.h"

namespace damiera {

/// Which tables to repair, and with what.
struct RepairOptions {
  Variant variant;
  std::filesystem::path folder;
  std::vector<std::filesystem::path> also_read;  ///< where else tables are looked for
  int threads = 0;                               ///< 0: one for each processor
  /// The bytes that a build of damaged tables may hold, 0 for no bound; or why it cannot be built.
  std::function<Result<std::uint64_t>(const BuildOptions&)> memory = [](const BuildOptions&) {
    return std::uint64_t{0};
  };
  std::string who = {};  ///< what the FolderLock says about this
};

/// What a repair found and did.
struct RepairReport {
  std::size_t tables = 0;         ///< tables that should be there
  std::vector<Damage> damaged;    ///< tables that were missing, damaged, or other tables
  std::vector<TableId> repaired;  ///< which of `damaged` were repaired; all unless it stopped
  std::vector<TableId> unlisted;  ///< repaired, but with other bytes than the folder's list has
  std::vector<std::filesystem::path> set_aside;  ///< new names of files that were other tables
};

/// Finds the tables of a game that cannot be used, and solves their slices again. Replaces exactly
/// these files, in the coding that they had; each is renamed into place when it is complete and on
/// disk. A file that is another table under a wrong name is renamed, not lost. Holds the
/// FolderLock. `progress` as for build(). Errors: missing_table if the folder names no tables at
/// all; as for find_damage(); as for build().
Result<RepairReport> repair(const RepairOptions& options,
                            const std::function<bool(const BuildProgress&)>& progress);

}  // namespace damiera
