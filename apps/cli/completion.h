// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace damiera {

enum class Shell { bash, zsh, fish };

/// A script that has the shell complete the program's commands, games and options; made from what
/// the program itself reads.
std::string completion(const CLI::App& app, Shell shell);

}  // namespace damiera
