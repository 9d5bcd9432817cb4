// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/slice_report.h"
#include "probe/tablebase.h"

namespace damiera {

/// How a draw count changes a slice. Numbers are over all its positions. Examples have White to
/// move, and no capture if there is such a position; an example is empty if there is no position.
struct CountedSlice {
  TableId id;  ///< of the WDL table under the count
  std::uint64_t cursed_wins, blessed_losses;
  std::string cursed_win, blessed_loss;
  Longest longest;      ///< rule-aware, to conversion
  std::uint64_t bytes;  ///< of the two tables of the count

  bool differs() const { return cursed_wins > 0 || blessed_losses > 0; }
};

/// `id` names a WDL table under a count. Reads both WDL tables, with and without the count, if
/// their headers differ. Errors: as for Table::open and Tablebase::probe.
Result<CountedSlice> counted_slice(const Tablebase& tables, const TableId& id);

nlohmann::ordered_json to_json(const CountedSlice& slice);

}  // namespace damiera
