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

/// Histograms of the distances in slices. Each is computed when it is first asked for, and then
/// kept. Thread-safe: one is computed at a time, and other callers wait.
class Histograms {
 public:
  /// Larger slices are not counted: counting this number of positions takes about a second.
  static constexpr std::uint64_t most_positions = 1'000'000;
  using Time = std::chrono::steady_clock::time_point;

  /// What to_json(Histogram) gives, and "metric": "dtc", or "dtw" if there is no DTC table. Null
  /// for a larger slice and for one without distances. Errors: as for histogram(), except
  /// missing_table; try_again if the answer is not known by `deadline` or once `tables` is over.
  Result<Json> of(const Tablebase& tables, const Material& material, Time deadline);

 private:
  std::timed_mutex counting_;
  std::map<std::pair<Variant, Material>, Json> known_;
};

}  // namespace damiera
