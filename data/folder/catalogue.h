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

/// The table that name() gives this name; nothing if there is none.
std::optional<TableId> parse_table_name(std::string_view text);

/// True if there is a file with the table's name. It may be damaged: Table::open() checks it.
bool has_table(const std::filesystem::path& folder, const TableId& id);

/// The number of positions of the table's slice, captures included.
std::uint64_t positions_of(const TableId& id);

/// The sort key of the solving order: fewer pieces first, then the order of slices_of(), then
/// metrics by their numbers.
std::tuple<int, int, int, int, Metric, int> solving_order(const TableId& id);

/// The tables of a game in a folder, by their file names, in solving order. Other files are
/// ignored, and a missing folder has no tables. Errors: io, also if a folder, or a link that leads
/// nowhere, has the name of a table.
Result<std::vector<TableId>> list_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
