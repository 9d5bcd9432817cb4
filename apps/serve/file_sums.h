// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>

#include "data/folder/checksum_list.h"

namespace damiera {

/// Checksums of table files. A file is read when its sum is first asked for, and again only if its
/// size or time has changed. Thread-safe: one file is read at a time, and other callers wait.
class FileSums {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Errors: as for sum_file(); try_again if another caller reads a file until `deadline`.
  Result<FileSum> of(const std::filesystem::path& folder, const TableId& id, Time deadline);

 private:
  struct Known {
    std::filesystem::file_time_type time;
    FileSum sum;
  };
  std::timed_mutex reading_;
  std::map<std::filesystem::path, Known> known_;
};

}  // namespace damiera
