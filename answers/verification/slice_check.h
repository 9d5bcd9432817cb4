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

  bool operator==(const WrongValue&) const = default;
};

/// What is checked of a slice: values alone (WDL), or values with distances to conversion (DTC), to
/// the end of the game (DTW), or under a draw count (counted DTC).
struct Checked {
  Metric distances = Metric::dtc;
  int count = 0;

  auto operator<=>(const Checked&) const = default;
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

/// Of neighbouring ranges of a slice, `a` before `b`.
SliceCheck joined(SliceCheck a, const SliceCheck& b);

/// What is found by calling check(first, last, found) for ranges of 0 to n - 1, in parallel, of
/// about `grain` each. Ranges are joined in their order: the result is the same for any threads.
SliceCheck check_ranges(
    std::uint64_t n, std::uint64_t grain,
    const std::function<void(std::uint64_t first, std::uint64_t last, SliceCheck& found)>& check);

}  // namespace damiera
