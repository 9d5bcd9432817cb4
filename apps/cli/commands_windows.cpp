#include <array>

#include "apps/cli/command.h"

namespace damiera {

const char* const first_steps =
    "First steps:\n"
    "  damiera probe italian \"W:WK3,20:BK31\"    small tables come with the program\n"
    "  damiera claim game.pdn                   was a draw by count claimed rightly?\n"
    "  damiera help probe                       the help of a command\n"
    "\n";

std::span<const AddCommand> all_commands() {
  static constexpr std::array<AddCommand, 8> all{add_probe, add_line,  add_study, add_moves,
                                                 add_claim, add_games, add_hub,   add_help};
  return all;
}

}  // namespace damiera
