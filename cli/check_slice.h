#pragma once

#include <functional>
#include <vector>

#include "cli/slice_report.h"
#include "probe/tablebase.h"

namespace damiera {

/// A position whose stored value or distance is not what its moves make of it.
struct WrongValue {
  Position pos;
  Probe stored, recomputed;
};

/// What was found by going over all positions of a slice.
struct SliceCheck {
  static constexpr std::size_t max_examples = 5;

  Totals counts;
  int longest_plies = 0;  ///< of the positions without capture, where distances are checked
  Index longest{};        ///< the first with that distance
  std::uint64_t wrong = 0;
  std::vector<WrongValue> examples;  ///< the first of the wrong ones

  /// True if a header says the same; `with_dtc`: also of the longest distance.
  bool agrees_with(const TableInfo& info, bool with_dtc) const;
};

/// Recomputes every value of a slice from those of the successors, by the definitions of win,
/// draw, loss and DTC, all read through the probe library; captures are counted and resolved.
/// Runs in parallel on the caller's arena. `progress` is called by any thread with positions newly
/// done, and returns false to stop early. Errors: as for Tablebase::probe.
Result<SliceCheck> check_slice(const Tablebase& tables, const Material& material, bool with_dtc,
                               const std::function<bool(std::uint64_t)>& progress);

}  // namespace damiera
