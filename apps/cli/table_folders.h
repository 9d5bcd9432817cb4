// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "data/folder/expected_tables.h"

namespace damiera {

/// The folders in $DAMIERA_TABLES, a list separated by folder_separator; empty parts are left out.
std::vector<std::filesystem::path> tables_of_environment();

/// Prints no_tables() as a warning on standard error.
void warn_of_no_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
