// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace damiera {

/// The path of a file or folder whose name is given in UTF-8, as on every system here. On Windows a
/// path made from a std::string would read its bytes by the locale, although path::string() returns
/// UTF-8.
inline std::filesystem::path utf8_path(std::string_view name) {
  return std::u8string{name.begin(), name.end()};
}

}  // namespace damiera
