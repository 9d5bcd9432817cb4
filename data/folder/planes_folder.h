// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// The path of the bit planes that a build keeps of a slice, see docs/planes.md: ".KKMvKM.planes",
/// or ".KKMvKM.planes40", in the folder of the table `values`, which has the same values.
std::filesystem::path planes_path(const std::filesystem::path& folder, const TableId& values);

/// The table that has the values of the planes "KKMvKM.planes"; nothing for other names.
std::optional<TableId> parse_planes_name(Variant variant, std::string_view text);

/// Removes all planes of a game from a folder; later readers read tables instead. Returns the
/// number of files removed. Errors: io.
Result<int> remove_planes(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
