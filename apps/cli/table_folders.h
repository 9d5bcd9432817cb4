// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rules/rules.h"

namespace damiera {

/// The folders in $DAMIERA_TABLES, a list separated by folder_separator; empty parts are left out.
std::vector<std::filesystem::path> tables_of_environment();

/// A hint where tables of the game lie, if `folder` holds none: "... lie one level deeper, in
/// 'tables/old': expected this folder", or "... in the folder itself: expected 'tables'"; empty if
/// none lie nearby.
std::string hint_of_tables(const std::filesystem::path& folder, Variant variant);

/// True if the folder holds a table of the game, by its name.
bool holds_tables(const std::filesystem::path& folder, Variant variant);

/// Error missing_table: the folder holds no table of the game; with the hint, if there is one.
/// Error io if the folder cannot be read.
Error no_tables(const std::filesystem::path& folder, Variant variant);
/// Prints no_tables() as a warning on standard error.
void warn_of_no_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
