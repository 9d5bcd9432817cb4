// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace damiera {

/// The word that `text` becomes with the fewest changes: a character inserted, removed or replaced,
/// or two neighbours exchanged. The first one if there are several. Requires a word.
std::string nearest_word(std::string_view text, const std::vector<std::string>& words);

}  // namespace damiera
