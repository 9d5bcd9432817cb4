// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

namespace damiera {

/// All of a text as a whole number from `least` to `most`; nothing for any other text.
template <std::integral T>
std::optional<T> whole_number(std::string_view text, T least = 0,
                              T most = std::numeric_limits<T>::max(), int base = 10) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, number, base);
  if (failed != std::errc{} || stop != end || number < least || number > most) return {};
  return number;
}

}  // namespace damiera
