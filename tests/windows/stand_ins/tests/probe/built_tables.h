// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "indexing/material.h"
#include "rules/rules.h"

namespace damiera::test {

/// Tables that the generator built on another system, below $DAMIERA_BUILT_TABLES, copied into a
/// folder of their own, which goes when this goes.
class BuiltTables {
 public:
  struct Tables {
    bool dtc = true;
    int count = 0;
    bool dtw = false;
  };
  BuiltTables(Variant variant, int pieces) : BuiltTables{variant, pieces, Tables{}} {}
  BuiltTables(Variant variant, int pieces, const Tables& tables) {
    const char* built = std::getenv("DAMIERA_BUILT_TABLES");
    const auto from = std::filesystem::path{built ? built : ""} /
                      (std::string{name(variant)} + "-" + std::to_string(pieces) +
                       (tables.dtc ? "" : "-wdl") +
                       (tables.count > 0 ? "-count" + std::to_string(tables.count) : "") +
                       (tables.dtw ? "-dtw" : ""));
    std::error_code failed;
    if (pieces > 1)
      std::filesystem::copy(from, folder_, std::filesystem::copy_options::recursive, failed);
    if (failed) error_ = "not built: " + from.string();
  }
  BuiltTables(const BuiltTables&) = delete;
  BuiltTables& operator=(const BuiltTables&) = delete;
  ~BuiltTables() {
    std::error_code in_use;  // by a table that is still mapped
    std::filesystem::remove_all(folder_, in_use);
  }

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  static std::filesystem::path new_folder() {
    std::random_device random;
    const auto folder =
        std::filesystem::temp_directory_path() / ("damiera-" + std::to_string(random()));
    std::filesystem::create_directory(folder);
    return folder;
  }
  std::filesystem::path folder_ = new_folder();
  std::string error_;
};

}  // namespace damiera::test
