// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "apps/cli/command.h"

namespace damiera {

/// The program with all its commands: parsing arguments runs the command that they name, which
/// sets `status`. Both must stay until then.
std::shared_ptr<CLI::App> make_program(Exit& status);

/// Runs the command that the arguments name, or says on standard error what they lack. Returns what
/// the program ends with.
int run_program(int argc, char** argv);

}  // namespace damiera
