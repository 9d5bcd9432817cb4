// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace damiera {

/// The text in single quotes. `quote` replaces each quote inside; the default is for a POSIX shell.
std::string in_quotes(const std::string& text, const char* quote = R"('\'')");

/// The text as one word for a shell: in quotes if it needs them.
std::string shell_word(const std::string& text);

}  // namespace damiera
