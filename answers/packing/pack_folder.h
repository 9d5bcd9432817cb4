// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "data/file/table_info.h"
#include "data/profile.h"
#include "rules/result.h"

namespace damiera {

/// What is stored for a slice and its flip.
enum class Sides {
  both,
  one,        ///< one of them, the same for all metrics
  distances,  ///< values of both; one of them for each metric of distances
};

/// Which tables to pack, and how.
struct PackRequest {
  Variant variant;
  std::filesystem::path from, to;
  Profile profile = Profile::small;
  Effort effort = {};
  Sides sides = Sides::both;
  std::vector<Material> slices = {};  ///< empty: all
  /// Bytes that may be held, about. A table that alone takes more is packed without others, with
  /// a part of its values in a nameless file in `to`.
  std::uint64_t memory = UINT64_MAX;
  std::string who = {};  ///< who holds the FolderLock, for others
};

/// Where packing stands.
struct PackingState {
  std::uint64_t tables = 0, finished = 0;
  std::uint64_t positions_found = 0;  ///< of tables that were there before
  std::uint64_t positions_to_pack = 0, positions_packed = 0;
  double seconds = 0;  ///< estimated processor time of packing all
};

/// The packed tables of one metric.
struct PackedTables {
  std::uint64_t tables = 0, positions = 0, bytes_before = 0, bytes = 0;
  std::uint64_t searched = 0;  ///< tables without values
};

/// Functions that packing calls, one thread at a time.
struct PackObserver {
  std::function<void(const PackingState&)> begin;     ///< before anything is packed
  std::function<bool(const PackingState&)> progress;  ///< returns false to stop
};

/// What packing did.
struct PackReport {
  bool is_complete;  ///< false: it was stopped, and the sums of `metrics` are not final
  std::map<Metric, PackedTables> metrics;
};

/// Cuts a list of tables where more would not fit into memory: `bytes` of each is what packing it
/// takes, and `at_once` tables are packed at the same time. Each part has a table at least. Returns
/// the end of each part.
std::vector<std::size_t> packing_parts(std::span<const std::uint64_t> bytes, std::size_t at_once,
                                       std::uint64_t memory);

/// Packs tables of one folder into another, on the threads of the caller's arena, and lists them
/// there. Tables that are there already in the requested form stay. Holds the FolderLock of `to`
/// meanwhile. Errors: bad_notation for one folder given twice; missing_table where there is nothing
/// to pack; foreign_table for a file of `to` that is another table; try_again; corrupt; io.
Result<PackReport> pack_folder(const PackRequest& request, const PackObserver& observer);

}  // namespace damiera
