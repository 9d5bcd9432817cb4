#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "generator/build.h"

namespace damiera::test {

/// Tables built into a folder of their own, which goes when this goes.
class BuiltTables {
 public:
  BuiltTables(Variant variant, int pieces, bool dtc = true) {
    BuildOptions options{
        .variant = variant, .slices = {}, .dtc = dtc, .folder = folder_, .also_read = {}};
    for (int n = 2; n <= pieces; ++n)
      for (const Material& m : slices_of(n)) options.slices.push_back(m);
    ok_ = bool(build(options, [](const BuildProgress&) { return true; }));
  }
  BuiltTables(const BuiltTables&) = delete;
  BuiltTables& operator=(const BuiltTables&) = delete;
  ~BuiltTables() { std::filesystem::remove_all(folder_); }

  bool ok() const { return ok_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  static std::filesystem::path new_folder() {
    std::string name = std::filesystem::temp_directory_path() / "damiera-XXXXXX";
    return mkdtemp(name.data());
  }
  std::filesystem::path folder_ = new_folder();
  bool ok_ = false;
};

}  // namespace damiera::test
