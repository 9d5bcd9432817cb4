#pragma once

#include <span>

#include "data/outcome.h"
#include "data/table_writer.h"

namespace damiera {

/// The header's facts of a solved slice: counts, and the longest distance of a position without
/// capture. All outcomes must be decided.
TableInfo summarise(const TableId& id, std::span<const Outcome> outcomes);

/// Writes the table of a solved slice aside, its blocks encoded in parallel and appended in order.
/// It takes its name when finish() is called on what is returned.
Result<TableWriter> write_aside(const std::filesystem::path& folder, const TableInfo& info,
                                std::span<const Outcome> outcomes);

}  // namespace damiera
