// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "rules/result.h"
#include "rules/rules.h"

// Whether a folder that a user names has tables, and where they are if it has none.

namespace damiera {

/// True if the folder holds a table of the game, by its name.
bool holds_tables(const std::filesystem::path& folder, Variant variant);

/// A hint where tables of the game lie, if `folder` holds none: "they lie one level deeper:
/// expected 'tables/old'", or "they lie in the folder itself: expected 'tables'"; empty if none lie
/// nearby.
std::string hint_of_tables(const std::filesystem::path& folder, Variant variant);

/// Error missing_table: the folder holds no table of the game; with the hint, if there is one.
/// Error io if the folder cannot be read.
Error no_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
