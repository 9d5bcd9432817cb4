// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "answers/slice_report.h"
#include "probe/tablebase.h"

namespace damiera {

/// A position whose stored value or distance is not what its moves make of it.
struct WrongValue {
  Position pos;
  Probe stored, recomputed;  ///< with the distance that was checked in place of DTC
};

/// What is checked of a slice: values alone (WDL), or values with distances to conversion (DTC), to
/// the end of the game (DTW), or under a draw count (counted DTC).
struct Checked {
  Metric distances = Metric::dtc;
  int count = 0;

  bool has_distances() const { return distances != Metric::wdl; }
};

/// What was found by going over all positions of a slice.
struct SliceCheck {
  static constexpr std::size_t max_examples = 5;

  Totals counts;
  int longest_plies = 0;  ///< of the positions without capture, where distances are checked
  Index longest{};        ///< the first with that distance
  std::uint64_t wrong = 0;
  std::vector<WrongValue> examples;  ///< the first of the wrong ones

  /// True if a header says the same; `distances`: also of the longest one.
  bool agrees_with(const TableInfo& info, bool distances) const;
};

/// Recomputes every value of a slice from those of the successors, by the definitions of win,
/// draw, loss and distances, all read through the probe library; captures are counted and resolved.
/// Runs in parallel on the caller's arena. `progress` is called by any thread with positions newly
/// done, and returns false to stop early. Errors: as for Tablebase::probe.
Result<SliceCheck> check_slice(const Tablebase& tables, const Material& material,
                               const Checked& checked,
                               const std::function<bool(std::uint64_t)>& progress);

/// The same for some positions of the slice, given by their numbers in ascending order. What is
/// counted is of these alone.
Result<SliceCheck> check_positions(const Tablebase& tables, const Material& material,
                                   const Checked& checked, const std::vector<Index>& positions,
                                   const std::function<bool(std::uint64_t)>& progress);

}  // namespace damiera
