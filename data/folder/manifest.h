// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "data/folder/checksum_list.h"
#include "rules/result.h"

namespace damiera {

/// The file in a game's folder that lists its tables: `italian/checksums.txt`.
std::filesystem::path manifest_path(const std::filesystem::path& folder, Variant variant);

/// Lists tables in a file of their own beside that list, `italian/checksums.KKMvK.txt` for the job
/// `KKMvK`, so that jobs need not wait for each other. A list that the job left before is replaced.
/// Manifest::open takes such files over. Errors: io.
Result<void> list_apart(const std::filesystem::path& folder, Variant variant,
                        const std::string& job, std::span<const TableId> tables);

/// Keeps the list of a game's tables in a folder. Several processes may each keep it, with tables
/// of their own. The files are what counts, and the list follows from them. One thread at a time.
class Manifest {
 public:
  /// Reads the list that is there and brings it up to date: tables that it lacks, or that have
  /// another size, are read and added, others dropped; without a sound list all are read. Takes
  /// over what jobs listed apart. Errors: io.
  static Result<Manifest> open(const std::filesystem::path& folder, Variant variant);

  const ChecksumList& list() const { return list_; }
  /// Lists these tables as they are now, beside what others listed meanwhile; writes the list aside
  /// and renames it. Errors: io.
  Result<void> add(std::span<const TableId> tables);

 private:
  Manifest(std::filesystem::path folder, Variant variant)
      : folder_{std::move(folder)}, variant_{variant} {}
  void add_what_others_listed();
  Result<void> write() const;

  std::filesystem::path folder_;
  Variant variant_;
  ChecksumList list_;
};

}  // namespace damiera
