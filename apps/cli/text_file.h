// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// All of a file, or of standard input for "-"; at most 256 MiB. Error io, also for a text in
/// UTF-16, in which some programs on Windows write.
Result<std::string> read_text(const std::string& file);

/// Writes a file, in place of one that is there. Error io.
Result<void> write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace damiera
