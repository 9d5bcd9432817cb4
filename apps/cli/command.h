// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "apps/terminal/exit.h"

namespace CLI {
class App;
}

namespace damiera {

// Each adds one subcommand to the program; running it sets `status`.
void add_analyse(CLI::App& app, Exit& status);
void add_build(CLI::App& app, Exit& status);
void add_checksums(CLI::App& app, Exit& status);
void add_claim(CLI::App& app, Exit& status);
void add_dxp(CLI::App& app, Exit& status);
void add_fetch(CLI::App& app, Exit& status);
void add_find(CLI::App& app, Exit& status);
void add_games(CLI::App& app, Exit& status);
void add_help(CLI::App& app, Exit& status);
void add_hub(CLI::App& app, Exit& status);
void add_join(CLI::App& app, Exit& status);
void add_line(CLI::App& app, Exit& status);
void add_moves(CLI::App& app, Exit& status);
void add_pack(CLI::App& app, Exit& status);
void add_perft(CLI::App& app, Exit& status);
void add_plan(CLI::App& app, Exit& status);
void add_probe(CLI::App& app, Exit& status);
void add_repair(CLI::App& app, Exit& status);
void add_serve(CLI::App& app, Exit& status);
void add_solve(CLI::App& app, Exit& status);
void add_stats(CLI::App& app, Exit& status);
void add_study(CLI::App& app, Exit& status);
void add_verify(CLI::App& app, Exit& status);

using AddCommand = void (*)(CLI::App&, Exit&);
/// The commands of the program on this system, in the order of its help.
std::span<const AddCommand> all_commands();
/// The first steps that the help proposes.
extern const char* const first_steps;

}  // namespace damiera
