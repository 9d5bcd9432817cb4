// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <vector>

#include "answers/count_stats.h"

namespace damiera {

/// Counts and sizes of one slice, or of several together.
struct SliceStats {
  Totals totals;
  Longest longest;  ///< to conversion
  std::uint64_t wdl_bytes = 0, dtc_bytes = 0;

  void add(const SliceStats& other);
};

/// What a table of distances to the end of the game holds.
struct DtwStats {
  TableInfo info;
  std::uint64_t bytes;
};

/// What the tables of a game hold.
struct FolderStats {
  std::map<Material, SliceStats> slices;  ///< of WDL and DTC tables
  std::map<int, SliceStats> by_pieces;    ///< their sums
  std::vector<DtwStats> dtw;
  std::vector<CountedSlice> counted;
  std::set<int> counts;       ///< of all tables under a draw count
  std::vector<Error> errors;  ///< of tables that cannot be read; they are left out
};

/// Reads the headers of all tables. For a slice under a draw count it reads both WDL tables if
/// their headers differ.
FolderStats folder_stats(const Tablebase& tables);

/// Positions a byte; 0 for no bytes.
double density(std::uint64_t positions, std::uint64_t bytes);

/// {"variant":...,"slices":[{"slice":...,"pieces":...,"positions":...,...}],"by_pieces":[...],
/// "dtw":[{"slice":...,...}],"draw_counts":[...]}, without the errors.
nlohmann::ordered_json to_json(const FolderStats& stats, Variant game);

}  // namespace damiera
