// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/slice_report.h"
#include "probe/tablebase.h"

namespace damiera {

/// What a draw count makes of a slice. Counts are over all its positions; the examples have White
/// to move, and are without a capture if there are such. Empty if there are none.
struct CountedSlice {
  TableId id;  ///< of the WDL table under the count
  std::uint64_t cursed_wins, blessed_losses;
  std::string cursed_win, blessed_loss;
  Longest longest;      ///< rule-aware, to conversion
  std::uint64_t bytes;  ///< of the two tables of the count

  bool differs() const { return cursed_wins > 0 || blessed_losses > 0; }
};

/// `id`: of a WDL table under a count. Reads both WDL tables if their headers differ.
/// Errors: as for Table::open and Tablebase::probe.
Result<CountedSlice> counted_slice(const Tablebase& tables, const TableId& id);

nlohmann::ordered_json to_json(const CountedSlice& slice);

}  // namespace damiera
