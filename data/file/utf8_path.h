// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace damiera {

/// The name of a file or folder that is given in UTF-8, as users and callers give it on every
/// system. A path made of a std::string would take its bytes by the locale on Windows; there
/// path::string() is UTF-8 all the same.
inline std::filesystem::path utf8_path(std::string_view name) {
  return std::u8string{name.begin(), name.end()};
}

}  // namespace damiera
