// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "generator/build.h"

namespace damiera::test {

/// Tables built into a folder of their own, which is removed with this object.
class BuiltTables {
 public:
  /// What is built in addition to WDL.
  struct Tables {
    bool dtc = true;
    int count = 0;
    bool dtw = false;
    Solver solver = Solver::lanes;
  };
  BuiltTables(Variant variant, int pieces) : BuiltTables{variant, pieces, Tables{}} {}
  BuiltTables(Variant variant, int pieces, const Tables& tables)
      : BuiltTables{variant, up_to(pieces, rules_of(variant)), tables} {}
  /// These slices and those that they lead to.
  BuiltTables(Variant variant, const std::vector<Material>& slices, const Tables& tables) {
    BuildOptions options{.variant = variant,
                         .slices = slices,
                         .dtc = tables.dtc,
                         .count = tables.count,
                         .dtw = tables.dtw,
                         .folder = folder_,
                         .also_read = {},
                         .solver = tables.solver};
    const auto built = build(options, [](const BuildProgress&) { return true; });
    if (!built) error_ = built.error().message;
  }
  BuiltTables(const BuiltTables&) = delete;
  BuiltTables& operator=(const BuiltTables&) = delete;
  ~BuiltTables() { std::filesystem::remove_all(folder_); }

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  static std::vector<Material> up_to(int pieces, const Rules& rules) {
    std::vector<Material> all;
    for (int n = 2; n <= pieces; ++n)
      std::ranges::copy(slices_of(n, rules), std::back_inserter(all));
    return all;
  }
  static std::filesystem::path new_folder() {
    std::string name = std::filesystem::temp_directory_path() / "damiera-XXXXXX";
    return mkdtemp(name.data());
  }
  std::filesystem::path folder_ = new_folder();
  std::string error_;
};

}  // namespace damiera::test
