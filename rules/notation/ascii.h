// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

// The character classes of notation are ASCII, whatever the locale.

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace damiera
