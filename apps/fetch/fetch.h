// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// What to fetch, from where and where to.
struct FetchRequest {
  Variant variant;
  std::filesystem::path folder;  ///< where the tables go, as from a build
  std::string url;               ///< of the folder that `scripts/package tables` makes
  std::filesystem::path key;     ///< public key of the list's signature, in PEM; empty: no check
  std::function<bool(const TableId&)> wanted;
  bool replace = false;     ///< also tables that are there with other bytes
  bool only_ask = false;    ///< only say what would be fetched
  bool check_space = true;  ///< whether to begin only if the disk has room
  int tries = 8;            ///< attempts in a row without a new byte before a transfer is given up
  std::string who = {};     ///< as for FolderLock::take
};

/// How far fetching is: first the lists come, then the tables are compared with what is there, and
/// then what is missing comes.
struct FetchProgress {
  enum class Phase : std::uint8_t { lists, comparing, fetching };
  Phase phase;
  std::string table;                      ///< the file in work
  std::uint64_t bytes_done, bytes_total;  ///< of the tables to compare or to fetch; of lists 0
  std::string failure;                    ///< why an attempt failed, until the next one begins
};

/// The result of fetching.
struct FetchReport {
  std::size_t tables = 0;             ///< tables that are published and wanted
  std::uint64_t bytes = 0;            ///< bytes of these tables
  std::size_t there = 0;              ///< tables that were there with the same bytes
  std::vector<TableId> other = {};    ///< tables that are there with other bytes, left alone
  std::vector<TableId> missing = {};  ///< tables not fetched: it was stopped, or only asked
  std::vector<TableId> fetched = {};
  bool stopped = false;             ///< it was stopped before all was fetched
  std::size_t not_compared = 0;     ///< tables that may be there or not: it was stopped too early
  std::uint64_t bytes_missing = 0;  ///< bytes of the tables that were missing before
  std::uint64_t bytes_fetched = 0;  ///< bytes that came over the network
  std::uint64_t bytes_resumed = 0;  ///< bytes kept from files that an earlier run began
};

/// Fetches published tables. A file gets a table's name once it has the SHA-256 that SHA256SUMS
/// lists and reads as a sound table. Until then it lies in the hidden folder `.fetch`, where a
/// later run goes on with it. If there is a key, the signature of SHA256SUMS is checked first.
/// `progress` is called often, one call at a time, but not always by the caller's thread; it
/// returns false to stop. Errors: bad_notation, of the URL; missing_table, if no such tables are
/// published; corrupt, if a file does not have the listed checksum or is no sound table; try_again,
/// also if the disk is too small; io.
Result<FetchReport> fetch(const FetchRequest& request,
                          const std::function<bool(const FetchProgress&)>& progress);

}  // namespace damiera
