#include "answers/json.h"
#include "answers/study_text.h"
#include "apps/cli/board_text.h"
#include "apps/cli/position_command.h"
#include "apps/terminal/output.h"

namespace damiera {

namespace {

constexpr const char* study_help =
    R"(For composers: a study is sound if the side that solves it never has a second way. The side that
wins solves it; if the position is drawn, the side to move does.

A win or loss is checked along the line that `damiera line` shows, to the end of the game: the side
that wins must have exactly one winning move each time. Every dual is named, whether it lasts longer
or not; in parentheses are the plies to the end of the game, or to the conversion where there is no
DTW. If the only duals are other squares on which the last capture may end, the verdict says so. A
draw has no such line: the side to move must have exactly one drawing move, and again after every
reply that keeps the draw, up to a capture or man move of either side. The line then ends at the
first dual. Captures of the same pieces that end on the same square are one move.
`damiera find --unique-line` finds positions that are sound.

The JSON object is {"fen":...,"variant":"italian","to_move":"White","pieces":3,"wdl":...,
"dtc":...,"dtw":...,"sound":false,"solver":"White","positions":9,"line":[{"move":"22-18",...,
"duals":[{"move":"22-17",...},...]},...]}. Moves have the members that `damiera line --json` gives
them; "duals" is null for moves of the other side. "positions" are those in which the solver has to
find a move.

Exit status for one position: 0 if the study is sound, 1 if it is not.

)";

constexpr const char* study_examples = R"(

Examples:
  damiera study italian "W:WK3,20:BK31"
  damiera study english --json "W:WK3,K20:BK31"
  damiera find italian KMvKM --win --unique --format fen | damiera study italian - > checked.jsonl)";

Exit check_studies(const PositionCommand& command) {
  const auto tables =
      Tablebase::open(command.options.variant, command.options.folders(), {.dtc_required = false});
  if (!tables) return fail(tables.error());
  const Variant variant = command.options.variant;
  bool sound = true;
  const auto check = [&](const Setup& setup) {
    auto study = check_study(*tables, setup.pos);
    if (study && command.fen != "-") sound = study->is_sound();
    return study;
  };
  const Exit answered = command.run({.json = [&](const FenRecord& fen) -> Result<Json> {
                                       const auto study = check(fen.setup);
                                       if (!study) return study.error();
                                       return study_json(variant, fen.setup, *study);
                                     },
                                     .text = [&](const FenRecord& fen, Text& out) -> Result<void> {
                                       const auto study = check(fen.setup);
                                       if (!study) return study.error();
                                       append(out, board_text(variant, fen.setup) + "\n");
                                       append_text(variant, fen.setup, *study, out);
                                       return {};
                                     }});
  return answered == exit_fine && !sound ? exit_no : answered;
}

}  // namespace

void add_study(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("study", "Whether a position is sound as a study");
  sub->footer(std::string{study_help} + help_for_lines + study_examples);
  const auto command = std::make_shared<PositionCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);
  sub->callback([command, &status] { status = check_studies(*command); });
}

}  // namespace damiera
