// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "data/file/cell_values.h"
#include "data/file/read_outcomes.h"
#include "data/file/table.h"
#include "data/workers.h"

namespace damiera {

// The values from which a packed table of a slice is made: cell_of() of values or distances, and
// `dont_care` in positions with a capture and in cells without a position, where no probe looks.
// They lie in `memory`, which must outlive them. Errors, of all functions: as for
// Memory::allocate().

/// Reads the values from a table. `wdl`: the WDL table of the same slice. The result does not
/// depend on the workers. Errors: corrupt.
Result<CellValues> values_of_table(const Table& table, const Table& wdl, const Workers& workers,
                                   Memory& memory);

/// Gives the value to pack of a position without capture.
using StoredValue = std::function<Result<std::uint16_t>(const Position&)>;

/// Computes the values with `value`, one position after the other. Errors: as for `value`.
Result<CellValues> values_asked(const TableId& id, const StoredValue& value, Memory& memory);

/// The values of a slice that has just been solved; its outcomes say which positions have a
/// capture. `wdl`: the table of values without a count; only for distances under a draw count,
/// where it tells wins from losses. Errors: corrupt, of `wdl`.
Result<CellValues> values_solved(const TableId& id, const ReadOutcomes& read, const Table* wdl,
                                 const Workers& workers, Memory& memory);

}  // namespace damiera
