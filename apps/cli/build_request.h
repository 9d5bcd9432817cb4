// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "apps/cli/count_option.h"
#include "apps/cli/options.h"
#include "generator/build.h"

namespace damiera {

/// What to build, by the options of `build` and `plan`.
struct BuildRequest {
  Options options;
  int pieces = 0;                           ///< 0: not given
  std::vector<Material> slices, pairs;      ///< of --slices, and of --pair
  std::vector<std::filesystem::path> read;  ///< of --read
  std::filesystem::path scratch, planes;
  double seconds_between_levels = BuildOptions{}.seconds_between_levels;
  bool dtc = true, dtw = false;
  bool no_shipped = false;  ///< tables that come with the program are not read
  CountOption count;
  std::optional<Profile> profile;  ///< of --profile
  std::optional<int> effort;       ///< of --effort

  /// Error bad_notation for options that do not go together.
  Result<void> check(const std::string& command) const;
  /// `memory` as in BuildOptions. `who` is the command, for messages of other processes that find
  /// the lock held.
  BuildOptions build_options(const std::string& who, std::uint64_t memory = 0) const;
  /// The folders to read from in addition to the folder written to, without the shipped tables.
  std::vector<std::filesystem::path> folders_to_read() const;
  /// Warns of folders of --read that are not there; and of the folder that is written to, if it has
  /// no tables yet, but tables lie nearby and its name may be a mistake.
  void warn_of_folders() const;
};

/// The part of --memory that is left for tables. Errors: bad_notation, with the least value that
/// suffices, if it is too little; as for estimate().
Result<std::uint64_t> memory_for_tables(std::uint64_t memory, const BuildOptions& options);

/// Adds all options of a BuildRequest but --pair.
void add_build_options(CLI::App& command, BuildRequest& request);
/// Adds those of these options that also suit building a single pair.
void add_pair_build_options(CLI::App& command, BuildRequest& request);
/// "--pair KKMvK,KMvKK".
void add_pair_option(CLI::App& command, BuildRequest& request);

}  // namespace damiera
