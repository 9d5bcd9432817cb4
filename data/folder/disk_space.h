// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

#include "rules/result.h"

namespace damiera {

/// Checks that `needed` bytes fit into `available` free ones. Error try_again, which names the
/// folder and says how much is needed and how much there is.
Result<void> expect_space(const std::filesystem::path& folder, std::uint64_t needed,
                          std::uint64_t available);

/// The same for the disk that the folder is on. No error if the system does not tell how much is
/// free. Requires that the folder exists.
Result<void> expect_space(const std::filesystem::path& folder, std::uint64_t needed);

}  // namespace damiera
