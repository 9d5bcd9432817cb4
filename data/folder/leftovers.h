// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <set>

#include "indexing/material.h"
#include "rules/result.h"
#include "rules/rules.h"

namespace damiera {

/// Removes the unfinished files of writers that are gone, killed for instance, and the locks of
/// jobs and of the list that are gone. Files of writers still at work, in any process, and all
/// other files stay. Returns the number of unfinished files removed. Errors: io.
Result<int> remove_leftovers(const std::filesystem::path& folder, Variant variant);
/// Like the function above, but only for the tables of these slices.
Result<int> remove_leftovers(const std::filesystem::path& folder, Variant variant,
                             const std::set<Material>& slices);
/// Like the functions above, but only for this chunk, see chunk_path().
Result<int> remove_leftovers_of(const std::filesystem::path& chunk);

}  // namespace damiera
