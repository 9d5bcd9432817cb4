// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "answers/slice_report.h"
#include "probe/tablebase.h"

namespace damiera {

/// A position whose stored value or distance contradicts its moves.
struct WrongValue {
  Position pos;
  Probe stored, recomputed;  ///< their `dtc` is the distance checked, which may be DTW

  bool operator==(const WrongValue&) const = default;
};

/// What is checked of a slice: values alone (WDL), or values with distances to conversion (DTC), to
/// the end of the game (DTW), or under a draw count (counted DTC).
struct Checked {
  Metric distances = Metric::dtc;
  int count = 0;

  auto operator<=>(const Checked&) const = default;
  bool has_distances() const { return distances != Metric::wdl; }
  /// The table of a slice that holds the values.
  TableId values_of(Variant game, const Material& m) const {
    return {game, m, count > 0 ? Metric::counted_wdl : Metric::wdl, count};
  }
  /// The table of a slice that holds the distances. Requires has_distances().
  TableId distances_of(Variant game, const Material& m) const {
    return {game, m, count > 0 ? Metric::counted_dtc : distances, count};
  }
};

/// The result of checking the positions of a slice.
struct SliceCheck {
  static constexpr std::size_t max_examples = 5;

  Totals counts;
  int longest_plies = 0;  ///< among positions without capture, if distances are checked
  Index longest{};        ///< the first with that distance
  std::uint64_t wrong = 0;
  std::vector<WrongValue> examples;  ///< the first of the wrong ones

  /// True if the table's header has the same counts; `distances`: and the same longest distance.
  bool agrees_with(const TableInfo& info, bool distances) const;
};

/// The result for two neighbouring ranges of a slice, `a` before `b`.
SliceCheck joined(SliceCheck a, const SliceCheck& b);

/// Calls check(first, last, found) in parallel for ranges of 0 to n - 1, of about `grain` each.
/// Joins the results in the order of the ranges, so the number of threads changes nothing.
SliceCheck check_ranges(
    std::uint64_t n, std::uint64_t grain,
    const std::function<void(std::uint64_t first, std::uint64_t last, SliceCheck& found)>& check);

}  // namespace damiera
