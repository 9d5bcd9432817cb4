// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace damiera {

/// The word that takes the fewest changes of one character (put in, left out, another one, or two
/// neighbours exchanged) to come from `text`; the first of several. Requires a word.
std::string nearest_word(std::string_view text, const std::vector<std::string>& words);

}  // namespace damiera
