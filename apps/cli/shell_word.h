// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace damiera {

/// In single quotes; `quote` stands for such a quote inside, as a POSIX shell reads it.
std::string in_quotes(const std::string& text, const char* quote = R"('\'')");

/// What a shell reads as one word: in quotes where it must be.
std::string shell_word(const std::string& text);

}  // namespace damiera
