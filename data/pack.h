// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "data/effort.h"
#include "data/file/slice_values.h"
#include "data/workers.h"

namespace damiera {

/// What a packed table is made for.
enum class Profile : std::uint8_t {
  small,  ///< few bytes: coded along trees of contexts, block by block
  fast,   ///< read in place: a probe looks at a few cache lines
};

/// Values in a block of a small table, at most: less for distances, since one takes several
/// guesses.
constexpr std::uint32_t most_block_values(Metric metric) {
  return holds_values(metric) ? 1U << 18 : 1U << 12;
}

/// Told, by one thread at a time, how many more positions of a table are packed; false to stop,
/// which leaves the table unwritten and is no error.
using PackProgress = std::function<bool(std::uint64_t positions)>;
/// Does not stop.
inline bool pack_on(std::uint64_t) { return true; }

/// Writes a table whose values are searched in place of `table`. Requires that the flipped slice is
/// another one; its table must be written with values. Errors: io.
Result<void> pack_searched(const Table& table, const std::filesystem::path& folder);

/// The same as pack(), for a table whose values are searched, or any other: `value` tells them.
/// Requires a table without a draw count. Errors: those of `value`; io.
Result<void> pack_asked(const TableInfo& info, const StoredValue& value,
                        const std::filesystem::path& folder, Profile profile,
                        const PackProgress& progress = pack_on, Effort effort = {},
                        const Workers& workers = one_worker);

/// Writes the values of `table` in another form below `folder`. The bytes depend on the values
/// alone, whatever form they come from, and only on those that a probe looks up; and on the effort.
/// `wdl`: the WDL table of the same slice, without a count, in any form; it tells which positions
/// have a distance. Of what no blocks are stored none are written. Requires that neither is
/// searched.
/// The bytes are the same for any `workers`. Memory is a quarter of a byte for each cell of a
/// slice, of distances two bytes, and what a trainer takes, up to 400 MB, of distances a few times
/// that; for `fast` also the bytes of the file.
/// Errors: corrupt; io.
Result<void> pack(const Table& table, const Table& wdl, const std::filesystem::path& folder,
                  Profile profile, const PackProgress& progress = pack_on, Effort effort = {},
                  const Workers& workers = one_worker);

}  // namespace damiera
