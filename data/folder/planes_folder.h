// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// Where the bit planes of a slice lie that a build keeps, see docs/planes.md: ".KKMvKM.planes", or
/// ".KKMvKM.planes40", beside the table `values` of the same values.
std::filesystem::path planes_path(const std::filesystem::path& folder, const TableId& values);

/// The table with the values of planes that are called "KKMvKM.planes"; nothing for other names.
std::optional<TableId> parse_planes_name(Variant variant, std::string_view text);

/// Removes all planes of a game from a folder. Whoever reads one has it until then, and reads
/// tables from then on. Returns how many. Errors: io.
Result<int> remove_planes(const std::filesystem::path& folder, Variant variant);

}  // namespace damiera
