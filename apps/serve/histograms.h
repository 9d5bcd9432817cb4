// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "answers/json.h"
#include "indexing/material.h"
#include "probe/tablebase.h"

namespace damiera {

/// Histograms of distances of slices, each counted when it is first asked for, and kept.
/// Thread-safe: one is counted at a time, and who asks meanwhile waits.
class Histograms {
 public:
  /// Larger slices are not counted: counting this number of positions takes about a second.
  static constexpr std::uint64_t most_positions = 1'000'000;
  using Time = std::chrono::steady_clock::time_point;

  /// "metric", "dtc" or else "dtw", and what to_json(Histogram) says; null for a larger slice and
  /// for one without distances. Errors: as for histogram(), but for a missing table; try_again
  /// where it would not be known by then.
  Result<Json> of(const Tablebase& tables, const Material& material, Time deadline);

 private:
  std::timed_mutex counting_;
  std::map<std::pair<Variant, Material>, Json> known_;
};

}  // namespace damiera
