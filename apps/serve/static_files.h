// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace damiera {

/// A file that is part of the program.
struct StaticFile {
  std::string_view name, type, content;
};

/// The files of page/, as embed.cmake wrote them into the program.
std::span<const StaticFile> static_files();

/// Null if there is no such file.
inline const StaticFile* find_static_file(std::string_view name) {
  for (const StaticFile& file : static_files())
    if (file.name == name) return &file;
  return nullptr;
}

}  // namespace damiera
