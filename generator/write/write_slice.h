// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "data/file/read_outcomes.h"
#include "data/file/table_writer.h"

namespace damiera {

/// Reads outcomes of a slice that is in memory.
ReadOutcomes read_from(std::span<const Outcome> outcomes);

/// What the table header says about a solved slice: counts, and the longest distance of a position
/// without a capture. All outcomes must be decided.
TableInfo summarise(const TableId& id, std::uint64_t positions, const ReadOutcomes& read);

/// Writes the table of a solved slice to an unfinished file. Encodes blocks in parallel and appends
/// them in order. finish() of the returned writer gives the file its name. Adds the processor time
/// of encoding, in nanoseconds, to `encoding`.
Result<TableWriter> write_aside(const std::filesystem::path& folder, const TableInfo& info,
                                const ReadOutcomes& read, std::atomic<std::uint64_t>& encoding);

/// Gives complete tables their names, one right after the other so that hardly any moment is left
/// in which a kill loses finished work. Returns the tables' ids.
Result<std::vector<TableId>> finish_all(std::span<TableWriter> writers);

}  // namespace damiera
