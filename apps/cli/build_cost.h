// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "apps/cli/options.h"
#include "data/file/table_info.h"

namespace damiera {

/// What a build takes on this machine, by the measured rates of earlier builds.
struct BuildCost {
  double seconds;
  std::uint64_t disk;  ///< bytes of the tables
};

/// The cost of building `missing` and all tables of as many or fewer pieces, in the folder that
/// `build` with these options writes to. Nothing if the cost is not known. Defined in build.cpp, so
/// that commands that only read link no solver.
std::optional<BuildCost> build_cost(const TableId& missing, const Options& options);

}  // namespace damiera
