// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace damiera {

/// Writes to standard error. What cannot be written is lost, for instance because the disk is full
/// or the terminal was closed: a lost message must not end the work, nor change its exit status.
void write_message(std::string_view text) noexcept;

/// Writes formatted text to standard error, as write_message() does.
template <class... T>
void print_message(fmt::format_string<T...> format, T&&... arguments) {
  write_message(fmt::format(format, std::forward<T>(arguments)...));
}

}  // namespace damiera
