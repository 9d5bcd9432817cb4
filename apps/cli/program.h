// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "apps/cli/command.h"
#include "rules/result.h"

namespace damiera {

/// The program with all its commands: parsing arguments runs the command that they name, which
/// sets `status`. `status` must outlive the program.
std::shared_ptr<CLI::App> make_program(Exit& status);

/// The command of this name; null if there is none.
const CLI::App* find_command(const CLI::App& program, const std::string& word);
/// Error bad_notation for a word that is no command of the program; it names the nearest command.
Error unknown_command(const CLI::App& program, const std::string& word);

/// Runs the command that the arguments name, or prints on standard error what is wrong with them.
/// Returns the exit status of the program.
int run_program(int argc, char** argv);

}  // namespace damiera
