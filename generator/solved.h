// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "data/file/table.h"
#include "generator/write/write_slice.h"

namespace damiera {

/// A solved slice, as the writer of its tables needs it.
struct SolvedSlice {
  /// The longest distance of a position without capture, and the first such position.
  struct Longest {
    int plies;
    Index index;
  };

  Material material;
  std::uint64_t positions;
  /// Empty if a draw-move limit changes no value, which was clear without solving.
  ReadOutcomes read;
  std::optional<Longest> longest = {};  ///< set where read() gives no distances
  /// Whether a table stores what was solved, for every position whose value a probe reads.
  std::function<Result<bool>(const Table&)> is_stored_in = {};
};

/// What a job found, before its tables are written. Thread-safe.
struct Solved {
  std::vector<SolvedSlice> slices;
  std::shared_ptr<const void> outcomes = {};  ///< what the functions of the slices read
};

}  // namespace damiera
