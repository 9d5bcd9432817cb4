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
  std::filesystem::path folder;  ///< tables come into it as a build would put them
  std::string url;               ///< of the folder that `scripts/package tables` makes
  std::filesystem::path key;     ///< public key of the list's signature, in PEM; empty: no check
  std::function<bool(const TableId&)> wanted;
  bool replace = false;   ///< also tables that are there with other bytes
  bool only_ask = false;  ///< only say what would be fetched
  int tries = 8;          ///< in a row without a new byte, until a transfer is given up
  std::string who = {};   ///< as for FolderLock::take
};

/// How far fetching is.
struct FetchProgress {
  std::string table;
  std::uint64_t bytes_done, bytes_total;  ///< of this run
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
  std::uint64_t bytes_missing = 0;  ///< bytes of the tables that were missing before
  std::uint64_t bytes_fetched = 0;  ///< bytes that came over the network
  std::uint64_t bytes_resumed = 0;  ///< bytes kept from files that an earlier run began
};

/// Fetches published tables. A file gets a table's name when its SHA-256 is that of the list and it
/// reads as a sound table; until then it lies in the hidden folder `.fetch`, where a later run goes
/// on with it. The list is that of SHA256SUMS, whose signature is checked first if there is a key.
/// `progress` is called often, and stops it by returning false. Errors: bad_notation, of the URL;
/// missing_table, if nothing of the kind is published; corrupt, if what came is not what the list
/// says, or is no sound table; try_again; io.
Result<FetchReport> fetch(const FetchRequest& request,
                          const std::function<bool(const FetchProgress&)>& progress);

}  // namespace damiera
