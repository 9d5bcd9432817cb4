// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "answers/verification/verify_tables.h"

namespace damiera {

/// How the tables in a folder differ from a list of checksums. Tables are named as in lists.
struct FolderComparison {
  std::size_t equal = 0;
  std::size_t not_compared = 0;        ///< if it was stopped
  std::vector<std::string> missing;    ///< from the folder
  std::vector<std::string> different;  ///< in size or checksum
  std::vector<std::string> extra;      ///< in the folder alone

  bool has_wrong() const { return !missing.empty() || !different.empty(); }
  bool is_stopped() const { return not_compared > 0; }
};

/// Compares the files of a game's tables in `folder` with the list in the file `list`. Only tables
/// of slices that `request` wants count. Runs in parallel on the caller's arena. Any thread calls
/// `go_on`; false stops the work before the next file.
/// Errors: missing_table if there is no such list, or if it has no wanted table, or none of a slice
/// that `request` names; corrupt, for the list; io.
Result<FolderComparison> compare_folder(const std::filesystem::path& folder, Variant variant,
                                        const std::filesystem::path& list,
                                        const VerifyRequest& request,
                                        const std::function<bool()>& go_on);

}  // namespace damiera
