// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace damiera {

/// What a result means that was written in one of many ways ("2:0", "0.5-0.5"): "1-0", "0-1",
/// "1/2-1/2" or "0-0". Empty for "*" and for what is no result. Requires hyphens for dashes: see
/// with_hyphens().
std::string_view result_meant(std::string_view text);

/// Whether both are results, and mean different ones.
bool contradict_each_other(std::string_view a, std::string_view b);

/// Whether a file has no result: its text is empty, "*" for a game that goes on, or "?".
constexpr bool is_no_result(std::string_view text) {
  return text.empty() || text == "*" || text == "?";
}

}  // namespace damiera
