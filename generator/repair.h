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
  std::uint64_t memory = 0;                      ///< as for a build
  std::string who = {};                          ///< what the FolderLock says of this
};

/// What a repair found and did.
struct RepairReport {
  std::size_t tables = 0;         ///< that should be there
  std::vector<Damage> damaged;    ///< and were missing, damaged, or others
  std::vector<TableId> repaired;  ///< of these; the others are missing if it was stopped
  std::vector<TableId> unlisted;  ///< repaired, but not the bytes that the folder's list had
  std::vector<std::filesystem::path> set_aside;  ///< where files went that were other tables
};

/// Finds the tables of a game that cannot be used, solves their slices again, and replaces exactly
/// these files, in the coding that they had: each by a rename, when it is complete and on disk. A
/// file that is another table under a wrong name is not lost but renamed. Holds the FolderLock.
/// `progress` as for build(). Errors: missing_table if there is nothing to go by; as for build().
Result<RepairReport> repair(const RepairOptions& options,
                            const std::function<bool(const BuildProgress&)>& progress);

}  // namespace damiera
