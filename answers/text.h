// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

#include "rules/notation/ascii.h"
#include "rules/notation/utf8.h"

namespace damiera {

/// A text buffer for the output of one line of input.
using Text = fmt::memory_buffer;

/// Appends `text` as it is.
inline void append(Text& out, std::string_view text) {
  out.append(text.data(), text.data() + text.size());
}

/// "1 table", "2 tables".
std::string in_number(std::integral auto n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

/// A line without its end, the spaces around it, and the byte order mark that a file may begin
/// with.
inline std::string_view trimmed(std::string_view line) {
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return without_spaces(line);
}

}  // namespace damiera
