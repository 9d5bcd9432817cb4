// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "answers/verification/verify_tables.h"
#include "apps/cli/options.h"

namespace damiera {

/// Compares the tables in the folder of `options` with a list of checksums, and says which are
/// missing, different or extra. Only entries of the game and of the slices of `request` count; each
/// slice that it names must have one. The exit status is 1 if any table is missing or different.
Exit compare_with_list(const Options& options, const std::filesystem::path& list,
                       const VerifyRequest& request);

}  // namespace damiera
