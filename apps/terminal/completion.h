// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace damiera {

enum class Shell { bash, zsh, fish };

/// A script for the shell that completes the program's commands, games and options. It is made from
/// the options that the program parses.
std::string completion(const CLI::App& app, Shell shell);

}  // namespace damiera
