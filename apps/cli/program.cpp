#include "apps/cli/program.h"

#include <CLI/CLI.hpp>

namespace damiera {

namespace {

constexpr const char* about =
    "Damiera builds, checks and answers from endgame databases of draughts: the exact value of\n"
    "every position with few pieces.";

constexpr const char* more =
    "Games: italian, english, international, russian, brazilian.\n"
    "\n"
    "Positions are written in PDN FEN: the side to move, then each side's pieces, K before kings:\n"
    "  W:WK3,20:BK31    White to move has a king on 3 and a man on 20, Black a king on 31.\n"
    "Slices are written as piece counts, the side to move first, kings before men: KKMvKM.\n"
    "\n"
    "Distances are to conversion (DTC), in plies: to the next capture or man move that keeps the\n"
    "win, or to the end of the game.\n"
    "\n"
    "First steps:\n"
    "  damiera probe italian \"W:WK3,20:BK31\"    small tables come with the program\n"
    "  damiera build italian --pieces 5         build larger ones\n"
    "  damiera verify italian                   check every value of them\n"
    "  damiera repair italian                   make damaged ones anew\n"
    "  damiera claim game.pdn                   was a draw by count claimed rightly?\n"
    "\n"
    "Exit status: 0 fine; 1 the answer is no, or the work was stopped; 2 usage, or a position "
    "that\n"
    "cannot be read; 3 tables that are missing, damaged or cannot be written.";

}  // namespace

std::shared_ptr<CLI::App> make_program(Exit& status) {
  auto app = std::make_shared<CLI::App>(about, "damiera");
  app->footer(more);
  app->require_subcommand(1);
  for (const auto add : {add_build, add_probe, add_line, add_moves, add_claim, add_stats,
                         add_verify, add_repair, add_checksums, add_pack, add_perft})
    add(*app, status);
  return app;
}

int run_program(int argc, char** argv) {
  Exit status = exit_fine;
  const auto program = make_program(status);
  try {
    program->parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return program->exit(e) == 0 ? exit_fine : exit_usage;
  }
  return status;
}

}  // namespace damiera
