#include <array>

#include "apps/cli/command.h"

namespace damiera {

const char* const first_steps =
    "First steps:\n"
    "  damiera probe italian \"W:WK3,20:BK31\"    small tables come with the program\n"
    "  damiera build italian --pieces 5         build larger tables\n"
    "  damiera fetch italian --from URL         or fetch what others have built\n"
    "  damiera verify italian                   check every value of them\n"
    "  damiera repair italian                   make damaged tables again\n"
    "  damiera claim game.pdn                   was a draw by count claimed rightly?\n"
    "  damiera help probe                       the help of a command\n"
    "\n";

std::span<const AddCommand> all_commands() {
  static constexpr std::array<AddCommand, 23> all{
      add_build, add_join,   add_fetch,   add_plan,      add_probe, add_line,
      add_moves, add_claim,  add_analyse, add_solve,     add_find,  add_study,
      add_stats, add_verify, add_repair,  add_checksums, add_pack,  add_perft,
      add_games, add_serve,  add_hub,     add_dxp,       add_help};
  return all;
}

}  // namespace damiera
