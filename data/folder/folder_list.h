// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace damiera {

/// The separator of folders in a list: ':', or ';' on Windows, where paths contain colons.
constexpr char folder_separator = std::filesystem::path::preferred_separator == '/' ? ':' : ';';

/// The folders of a list in UTF-8; empty parts are left out.
std::vector<std::filesystem::path> folders_in(std::string_view list);

}  // namespace damiera
