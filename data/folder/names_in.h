// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rules/result.h"

namespace damiera {

/// The names in a folder, in any order; none if there is no such folder. Errors: io.
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder);

}  // namespace damiera
