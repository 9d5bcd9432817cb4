// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// Where a table lies within a folder of tables: "tables/italian/KKMvKM.wdl".
std::filesystem::path table_path(const std::filesystem::path& folder, const TableId& id);

/// The table that name() gives this name; nothing if there is none.
std::optional<TableId> parse_table_name(std::string_view text);

/// True if there is a file with that name; whether it is any good, Table::open says.
bool has_table(const std::filesystem::path& folder, const TableId& id);

/// Positions of the table's slice, captures included.
std::uint64_t positions_of(const TableId& id);

/// Solving order: fewer pieces first, then the order of slices_of, then metrics by their numbers.
std::tuple<int, int, int, int, Metric, int> solving_order(const TableId& id);

/// The tables of a game that a folder holds, by their names, in solving order. Other files are
/// ignored, and a folder that is not there holds nothing. Errors: io.
Result<std::vector<TableId>> list_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
