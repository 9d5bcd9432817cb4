// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// The whole text of a file, or of standard input if `file` is "-". Error io if it cannot be read,
/// is larger than 256 MiB, or is in UTF-16, as some programs on Windows write it.
Result<std::string> read_text(const std::string& file);

/// How errors name a file that is read: "standard input" for "-".
std::string name_of_input(const std::string& file);

/// Writes a file; replaces an existing one. Error io.
Result<void> write_text(const std::filesystem::path& file, std::string_view text);

/// Checks before long work that `file`, of an option, may be written after it; no `file` is fine.
/// Errors: bad_notation if it is the file `input` that is read; io if it is a folder, or in one
/// that is not there.
Result<void> expect_output(const std::string& option, const std::filesystem::path& file,
                           const std::string& input);

}  // namespace damiera
