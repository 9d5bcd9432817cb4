// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "apps/cli/options.h"
#include "data/file/table_info.h"

namespace damiera {

/// What a build takes on this machine, by the rates of builds measured before.
struct BuildCost {
  double seconds;
  std::uint64_t disk;  ///< bytes of the tables
};

/// What building `missing` with all tables of as many pieces and fewer would take, in the folder
/// that `build` with these options writes to. Nothing if that cannot be told.
/// Defined in build.cpp, so that commands that only read are built from nothing that solves.
std::optional<BuildCost> build_cost(const TableId& missing, const Options& options);

/// The most pieces that `build --pieces` takes.
constexpr int most_pieces = 12;

}  // namespace damiera
