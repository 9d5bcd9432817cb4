// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>

#include "apps/cli/options.h"

namespace damiera {

/// Compares the tables in the folder of `options` with a list of checksums, and says which are
/// missing, different or extra. Only entries of the game and of the `wanted` slices count. The exit
/// status is 1 if any is missing or different.
Exit compare_with_list(const Options& options, const std::filesystem::path& list,
                       const std::function<bool(const Material&)>& wanted);

}  // namespace damiera
