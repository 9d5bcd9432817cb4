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

/// Lists a job's tables in a file of its own, `italian/checksums.KKMvK.txt` for the job `KKMvK`, so
/// that jobs need not wait for each other. An older list of the job is replaced. Manifest::open()
/// merges such files into the game's list. Errors: io.
Result<void> list_apart(const std::filesystem::path& folder, Variant variant,
                        const std::string& job, std::span<const TableId> tables);

/// Keeps the list of a game's tables in a folder up to date. Several processes may do so at once,
/// each for its own tables. The list follows from the files. One thread at a time.
class Manifest {
 public:
  /// Reads the list and brings it up to date: merges the lists of jobs, drops entries without a
  /// file, and reads each table that no list has with its present size. If the list is damaged or
  /// missing, it is made from the lists of jobs and the tables. Errors: io.
  static Result<Manifest> open(const std::filesystem::path& folder, Variant variant);

  const ChecksumList& list() const { return list_; }
  /// Adds these tables, with their current sums, to the list as other processes have left it.
  /// Writes the new list to another file and renames it. Errors: io.
  Result<void> add(std::span<const TableId> tables);
  /// Takes these tables off the list, as other processes have left it, before other files replace
  /// them. A file of the same size would keep its old sum; a table that no list has is read by
  /// open(). Writes as add() does. Errors: io.
  Result<void> remove(std::span<const TableId> tables);

 private:
  Manifest(std::filesystem::path folder, Variant variant)
      : folder_{std::move(folder)}, variant_{variant} {}
  // Adds the entries of the list's file, except those that it had `before`.
  void add_what_others_listed(const ChecksumList& before);
  Result<void> write() const;

  std::filesystem::path folder_;
  Variant variant_;
  ChecksumList list_;
};

}  // namespace damiera
