// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// Whether reading a table failed because of the table: it is missing or damaged, or another table
/// has its name. All else, such as a lack of permission or of memory, says nothing about it.
bool is_damage(const Error& error);

/// A table that cannot be used, and why: see is_damage().
struct Damage {
  TableId id;
  Error error;  ///< names the file, and the block if a block is damaged
};

/// The tables that should be in a game's folder, concluded from what is there: those in the
/// folder's list of checksums, the flip of each table, and the WDL table of each other table. In
/// solving order. Errors: io.
Result<std::vector<TableId>> expected_tables(const std::filesystem::path& folder, Variant variant);

/// Opens these tables and reads every block, in parallel on the caller's arena. Returns the tables
/// that cannot be read. A table that cannot be read without its slice's WDL table, which is damaged
/// or missing, goes to `blocked` instead. `progress` is called by one thread with each table before
/// it is read and the positions read so far, and returns false to stop. Errors that are no damage:
/// io, out_of_memory.
Result<std::vector<Damage>> find_damage(
    const std::filesystem::path& folder, const std::vector<TableId>& tables,
    std::vector<TableId>& blocked,
    const std::function<bool(const TableId&, std::uint64_t positions)>& progress);

}  // namespace damiera
