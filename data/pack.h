// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "data/effort.h"
#include "data/file/read_outcomes.h"
#include "data/file/table_writer.h"
#include "data/profile.h"
#include "data/values_to_pack.h"
#include "data/workers.h"

namespace damiera {

/// Called by one thread at a time with the number of positions packed since the last call. It
/// returns false to stop, which leaves the table unwritten and is no error.
using PackProgress = std::function<bool(std::uint64_t positions)>;
/// The default progress function: it never stops.
inline bool pack_on(std::uint64_t) { return true; }

/// What packing works with; the bytes of tables do not depend on it.
struct PackResources {
  Workers workers = one_worker;
  /// Bytes that the values of one table may take in memory; 0: no bound. Beyond it they lie in a
  /// nameless file in the folder of the table.
  std::uint64_t memory = 0;
};

/// Replaces `table` by a table without blocks, whose values a probe derives from moves. Requires
/// that the slice is not its own flip; the flipped slice's table must have values. Errors: io.
Result<void> pack_searched(const Table& table, const std::filesystem::path& folder);

/// Like pack(), but `value` gives the value of each position, so that a table whose values are
/// derived from moves can be packed too. Requires a table without a draw count. Errors: as for
/// `value`; io; try_again.
Result<void> pack_asked(const TableInfo& info, const StoredValue& value,
                        const std::filesystem::path& folder, Profile profile,
                        const PackProgress& progress = pack_on, Effort effort = {},
                        const PackResources& resources = {});

/// Writes the values of `table` in another form below `folder`. The bytes depend only on the effort
/// and on the values that a probe looks up, not on the form of `table`. `wdl` is the WDL table of
/// the same slice, without a count, in any form: it says which positions have a distance. A table
/// without blocks is written without blocks. Requires that neither table is searched.
/// Memory: for each cell of the slice a quarter of a byte, or two bytes for distances, which
/// `resources` may bound; for the trainer up to 400 MB, or a few times that for distances; and for
/// `fast` the bytes of the file.
/// Errors: corrupt; io; try_again, if the disk is full.
Result<void> pack(const Table& table, const Table& wdl, const std::filesystem::path& folder,
                  Profile profile, const PackProgress& progress = pack_on, Effort effort = {},
                  const PackResources& resources = {});

/// Writes the packed table of a slice that has just been solved to an unfinished file. It has the
/// bytes that building the table and packing it would give, and gets its name when finish() is
/// called on the writer that is returned. `info.captures` and the outcomes say which positions have
/// a capture. `wdl` is as for pack(), but only needed for distances under a draw count. Errors:
/// corrupt, of `wdl`; io; try_again.
Result<TableWriter> pack_solved(const TableInfo& info, const ReadOutcomes& read, const Table* wdl,
                                const std::filesystem::path& folder, Profile profile, Effort effort,
                                const PackResources& resources = {});

}  // namespace damiera
