// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// All of a file, or of standard input for "-"; at most 256 MiB. Error io.
Result<std::string> read_text(const std::string& file);

/// Writes a file, in place of one that is there. Error io.
Result<void> write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace damiera
