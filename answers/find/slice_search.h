// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "answers/find/criteria.h"
#include "answers/find/tally.h"
#include "answers/verification/work.h"
#include "probe/tablebase.h"

namespace damiera {

/// A position that was found.
struct Hit {
  std::uint64_t number;  ///< in its slice
  int plies;             ///< the requested distance: DTW, else under the count, else DTC; or 0

  bool operator==(const Hit&) const = default;
};

/// What to look for in a slice, and the distances needed for it.
struct SliceQuestion {
  FindCriteria criteria;
  /// Distances that are needed in addition to those in the criteria. `counted_dtc` is under the
  /// count of the criteria.
  bool dtc = false, dtw = false, counted_dtc = false;

  bool needs_dtc() const { return dtc || criteria.dtc; }
  bool needs_dtw() const { return dtw || criteria.dtw; }
};

/// Goes over the positions of one slice. Until read() succeeds it probes the tables for each
/// position; after that it reads from memory. The answers are the same.
class SliceSearch {
 public:
  virtual ~SliceSearch() = default;

  virtual std::uint64_t size() const = 0;
  /// The position with this number; requires that it is below size().
  virtual Position position(std::uint64_t number) const = 0;
  /// Reads the slices that are needed into memory, on the caller's arena, so that searching takes
  /// less time. Returns false, and changes no answer, if they cannot be read whole. Errors: as for
  /// WholeSlices::read.
  virtual Result<bool> read(Work& work) = 0;
  /// Appends the positions from `first` to `last` - 1 that fit, in ascending order. Thread-safe.
  virtual void find(std::uint64_t first, std::uint64_t last, std::vector<Hit>& hits,
                    Work& work) const = 0;
  /// Counts those that fit, by the requested distance. Thread-safe.
  virtual void tally(std::uint64_t first, std::uint64_t last, Tally& tally, Work& work) const = 0;
};

/// Error missing_table if there is no WDL table of the slice. Ask before GameSlices::search(),
/// which numbers the slice: of many men that takes much time and memory.
Result<void> expect_values(const Tablebase& tables, const Material& m);

/// Makes searches of the slices of one game, which share what they read. This object must outlive
/// them.
class GameSlices {
 public:
  virtual ~GameSlices() = default;
  /// Requires a slice of the game that is not too large to be numbered.
  virtual std::unique_ptr<SliceSearch> search(const Material& m, const SliceQuestion& question) = 0;
};

/// `tables` must outlive the result. `memory` bounds the bytes that whole slices take.
std::unique_ptr<GameSlices> game_slices(const Tablebase& tables, std::uint64_t memory);

}  // namespace damiera
