// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace damiera {

/// A manual page in the macros of man(7), made from the same texts as --help, for a command or for
/// the whole program.
std::string man_page(const CLI::App& app);

}  // namespace damiera
