// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rules/rules.h"

namespace damiera {

/// The folders of $DAMIERA_TABLES, a list with folder_separator between; empty parts are left out.
std::vector<std::filesystem::path> tables_of_environment();

/// Where tables of the game lie although `folder` holds none: "... lie one level deeper, in
/// 'tables/old': expected this folder", or "... in the folder itself: expected 'tables'"; empty if
/// they are nowhere near.
std::string hint_of_tables(const std::filesystem::path& folder, Variant variant);

/// True if the folder holds a table of the game, by its name.
bool holds_tables(const std::filesystem::path& folder, Variant variant);

/// Error missing_table: the folder holds no table of the game; with the hint, if there is one. Or
/// the error io of a folder that cannot be read.
Error no_tables(const std::filesystem::path& folder, Variant variant);
/// Says on standard error the same as a warning.
void warn_of_no_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
