#include "answers/best_line.h"
#include "answers/json.h"
#include "answers/line_game.h"
#include "answers/line_text.h"
#include "apps/cli/board_text.h"
#include "apps/cli/position_command.h"
#include "rules/notation/pdn.h"

namespace damiera {

namespace {

constexpr const char* line_help =
    R"(The winner takes the least distance to the end of the game (DTW), the loser the largest.
Without DTW tables they use the distance to conversion (a capture or a man move, marked *), and then
to the next one, to the end of the game. A draw shows the moves that keep it.

The JSON object is {"fen":...,"variant":"italian","to_move":"White","pieces":3,"wdl":...,
"dtc":...,"dtw":...,"plies":17,"conversions":3,"final":FEN,"line":[{"move":"22x15","fen":...,
"from":"22","to":"15","captured":["19"],"capture":true,"conversion":true,"crowned":false,
"wdl":...,"dtc":...,"dtw":...},...]}, each move with the position that it leads to and the value of
this position for its side to move; for a draw, "drawing":[moves] in place of "plies" and the
members after it.

With --pdn the line is written as a game in PDN 3.0, which other programs read; for a draw, only the
position and the result.

)";

constexpr const char* line_examples = R"(

Examples:
  damiera line italian "W:WK3,20:BK31"
  damiera line english --json "W:WK3,K20:BK31"
  damiera line russian --pdn "W:Wa1,Kc3:BKh8" > line.pdn)";

struct LineAnswers {
  Tablebase tables;

  Result<void> text(const Setup& setup, Text& out) const {
    const auto line = best_line(tables, setup.pos);
    if (!line) return line.error();
    append(out, board_text(tables.variant(), setup));
    append(out, "\n");
    append_text(tables.variant(), setup, *line, out);
    return {};
  }

  /// The line as a game that begins with the position.
  Result<void> pdn(const Setup& setup, Text& out) const {
    const auto line = best_line(tables, setup.pos);
    if (!line) return line.error();
    append(out, damiera::pdn(line_game(tables.variant(), setup, *line, "Best play by the tables")));
    return {};
  }

  Result<Json> json(const Setup& setup) const {
    const auto line = best_line(tables, setup.pos);
    if (!line) return line.error();
    return line_json(tables.variant(), setup, *line);
  }
};

struct LineCommand {
  PositionCommand position;
  bool pdn = false;
};

Exit run(const LineCommand& command) {
  const PositionCommand& position = command.position;
  if (command.pdn && position.fen == "-")
    return fail({Error::Code::bad_notation, "--pdn: expected one position, not -"});
  const auto tables = Tablebase::open(position.options.variant, position.options.folders(),
                                      {.dtc_required = false});
  if (!tables) return fail(tables.error());
  const LineAnswers answers{*tables};
  return position.run({.json = [&](const FenRecord& fen) { return answers.json(fen.setup); },
                       .text =
                           [&](const FenRecord& fen, Text& out) {
                             return command.pdn ? answers.pdn(fen.setup, out)
                                                : answers.text(fen.setup, out);
                           }});
}

}  // namespace

void add_line(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("line", "Best play to the next conversions and on to the end");
  sub->footer(std::string{line_help} + help_for_lines + line_examples);
  const auto command = std::make_shared<LineCommand>();
  command->position.add_options(*sub);
  sub->add_flag("--pdn", command->pdn, "Write the line as a game in PDN 3.0")->excludes("--json");
  add_tables_option(*sub, command->position.options);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
