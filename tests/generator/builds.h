// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "generator/build.h"
#include "tests/data/fixtures.h"

namespace damiera {

/// All slices of 2 to `pieces` pieces.
inline std::vector<Material> slices_up_to(int pieces) {
  std::vector<Material> slices;
  for (int n = 2; n <= pieces; ++n) {
    const auto more = slices_of(n);
    slices.insert(slices.end(), more.begin(), more.end());
  }
  return slices;
}

inline BuildOptions options_for(Variant variant, const std::filesystem::path& folder, int pieces) {
  BuildOptions options;
  options.variant = variant;
  options.slices = slices_up_to(pieces);
  options.folder = folder;
  return options;
}

inline BuildReport must_build(const BuildOptions& options) {
  const auto report = build(options, {});
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : BuildReport{};
}

/// A way to run a build. Tables have the same bytes in each.
struct Way {
  Solver solver;
  int threads;
  std::uint64_t memory;  ///< 0: no bound; one byte: all is kept in files; else some of both
};

/// Builds in one of these ways, in two runs of which the first is stopped on the way.
inline void must_build_in_two_runs(BuildOptions options, const Way& way) {
  options.solver = way.solver;
  options.threads = way.threads;
  options.memory = way.memory;
  int left = 4;
  ASSERT_TRUE(build(options, [&](const BuildProgress&) { return --left > 0; }));
  must_build(options);
}

/// The folder's files except the lists of checksums, with their bytes, by name.
inline std::map<std::string, Bytes> contents(const std::filesystem::path& folder) {
  std::map<std::string, Bytes> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    if (entry.is_regular_file() && entry.path().extension() != ".txt")
      files[std::filesystem::relative(entry.path(), folder).string()] = bytes_of(entry.path());
  return files;
}

}  // namespace damiera
