// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace damiera {

/// A variable of the environment, in UTF-8; nothing if it is not set.
std::optional<std::string> environment(const char* name);

/// The folder for a user's tables: by the XDG rules $XDG_DATA_HOME/damiera/tables, or
/// ~/.local/share/damiera/tables; on Windows %LOCALAPPDATA%\damiera\tables.
std::filesystem::path user_tables();
/// This folder as the help shows it.
extern const char* const user_tables_text;

/// True if standard output is a terminal that shows colours.
bool shows_colours();

}  // namespace damiera
