#include "apps/cli/program.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>
#include <sstream>

#include "apps/cli/options.h"
#include "apps/terminal/environment.h"
#include "apps/terminal/help_formatter.h"
#include "apps/terminal/message.h"
#include "apps/terminal/nearest_word.h"
#include "apps/terminal/out_of_memory.h"
#include "apps/terminal/output.h"
#include "data/folder/folder_list.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

constexpr const char* about =
    "Damiera builds, checks and answers from endgame databases of draughts: the exact value of\n"
    "every position with few pieces.";

constexpr const char* more =
    "\n"
    "Positions are written in PDN FEN: the side to move, then each side's pieces, K before kings:\n"
    "  W:WK3,20:BK31    White to move has a king on 3 and a man on 20, Black a king on 31.\n"
    "Slices are written as piece counts, the side to move first, kings before men: KKMvKM.\n"
    "\n"
    "Distances are in plies. DTC is the distance to conversion: to the next capture or man move of\n"
    "either side, or to the end of the game. DTW is the distance to the end.\n"
    "\n";

constexpr const char* exit_statuses =
    "Exit status: 0 fine; 1 the answer is no; 2 usage, or a position that cannot be read;\n"
    "3 tables that are missing, damaged or cannot be written, or too little memory; 75 try again:\n"
    "the work was stopped, another process has it, or the disk is full.";

/// Text for the help: where tables lie.
std::string where_tables_lie() {
  return fmt::format(
      "Tables lie in {}, or in the folders of $DAMIERA_TABLES, a list with '{}'\n"
      "between; --tables adds to them. Small ones come with the program.\n\n",
      user_tables_text, folder_separator);
}

/// "Games: ..., each with its other names".
std::string games_and_names() {
  std::string text = "Games, in capitals or not:\n";
  for (const Variant v : all_variants) {
    std::string names;
    for (const auto other : other_names(v)) names += std::string{other} + ", ";
    text += "  " + std::string{name(v)} + std::string(20 - name(v).size(), ' ') + "or " + names +
            std::to_string(static_cast<int>(v)) + "\n";
  }
  return text + "The number is that of the tag GameType in PDN, or where it has none our own.\n";
}

/// Prints the help or the version if the user asked for it, else what is wrong with the options.
Exit say(const CLI::App& program, const CLI::ParseError& parsed) {
  std::ostringstream out, err;
  const bool fine = program.exit(parsed, out, err) == 0;
  write_output(out.str());
  write_message(err.str());
  return fine ? exit_fine : exit_usage;
}

/// Runs the command, which sets `status`. For --help, --version and wrong options it prints the
/// text or the error and sets `status` itself.
void parse(CLI::App& program, int argc, char** argv, Exit& status) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& parsed) {
    status = say(program, parsed);
  }
}

/// The word in the place of a command, if there is no such command.
std::optional<std::string> unknown_word(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || find_command(program, argv[1])) return {};
  return argv[1];
}

}  // namespace

const CLI::App* find_command(const CLI::App& program, const std::string& word) {
  for (const CLI::App* command : program.get_subcommands({}))
    if (command->get_name() == word) return command;
  return nullptr;
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return {Error::Code::bad_notation, damiera::quoted(word) + " is no command; the nearest is '" +
                                         nearest_word(word, names) +
                                         "', and `damiera help` lists them all"};
}

std::shared_ptr<CLI::App> make_program(Exit& status) {
  auto app = std::make_shared<CLI::App>(about, "damiera");
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_version_flag("--version", "damiera " DAMIERA_VERSION, "Say which version this is");
  app->footer(games_and_names() + more + where_tables_lie() + first_steps + exit_statuses);
  app->require_subcommand(1);
  app->allow_windows_style_options(false);  // "/games/one.pdn" is a file everywhere
  for (const auto add : all_commands()) add(*app, status);
  return app;
}

int run_program(int argc, char** argv) {
  Exit status = exit_fine;
  const auto program = make_program(status);
  if (const auto word = unknown_word(*program, argc, argv))
    return fail(unknown_command(*program, *word));
  try {
    parse(*program, argc, argv, status);
    flush_output();
  } catch (const std::bad_alloc& lack) {
    return say_out_of_memory(lack);
  } catch (const std::system_error& failed) {
    if (std::ferror(stdout) == 0) throw;
    return fail_to_write_output(failed.code());
  }
  return status;
}

}  // namespace damiera
