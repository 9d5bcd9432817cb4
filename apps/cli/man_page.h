// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace damiera {

/// A manual page in the macros of man(7), from the same source as --help: that of a command, or of
/// the whole program.
std::string man_page(const CLI::App& app);

}  // namespace damiera
