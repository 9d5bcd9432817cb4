// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "apps/cli/options.h"
#include "data/file/table_info.h"

namespace damiera {

/// For a missing table: which tables exist, and the cost of building it: "6 pieces: here are tables
/// of 2 to 5; `damiera build italian --pieces 6` would take about 1 minute and 130 MB".
std::string how_to_get(const TableId& missing, const Options& options);

/// The last part of how_to_get(): the command that builds the tables and its cost, or on which
/// systems they are built.
std::string how_to_build(const TableId& missing, const Options& options);

}  // namespace damiera
