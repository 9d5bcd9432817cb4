// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace damiera {

/// Text that grows; what is written for one line of input.
using Text = fmt::memory_buffer;

/// Appends `text` as it is.
inline void append(Text& out, std::string_view text) {
  out.append(text.data(), text.data() + text.size());
}

}  // namespace damiera
