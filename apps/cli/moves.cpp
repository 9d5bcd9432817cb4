#include "answers/values.h"
#include "apps/cli/board_text.h"
#include "apps/cli/position_command.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr const char* moves_help =
    R"(Needs no tables. The JSON object is {"fen":...,"variant":"italian","to_move":"White","pieces":3,
"moves":[{"move":"22x15","fen":...,"from":"22","to":"15","captured":["19"],"capture":true,
"conversion":true,"crowned":false},...]}, each move with the position that it leads to. Captures
and man moves are conversions.

)";

constexpr const char* moves_examples = R"(

Examples:
  damiera moves italian "W:W26,K19:B22,14"
  damiera moves international - < positions.fen > moves.jsonl)";

Result<void> append_text(Variant variant, const Setup& setup, Text& out) {
  append(out, board_text(variant, setup));
  append(out, "\n");
  const Moves moves = legal_moves(variant, setup);
  if (moves.empty())
    fmt::format_to(std::back_inserter(out), "{}\n", no_move_in_words(variant, setup.pos));
  const MoveTexts texts{variant, setup};
  for (const Move& move : moves)
    fmt::format_to(std::back_inserter(out), "  {:<12} {}\n", texts.text(move),
                   fen(variant, after(variant, setup, move)));
  return {};
}

Exit run(const PositionCommand& command) {
  const Variant variant = command.options.variant;
  return command.run(
      {.json = [&](const FenRecord& fen) -> Result<Json> { return moves_json(variant, fen.setup); },
       .text = [&](const FenRecord& fen,
                   Text& out) { return append_text(variant, fen.setup, out); }});
}

}  // namespace

void add_moves(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("moves", "The legal moves of a position");
  sub->footer(std::string{moves_help} + help_for_lines + moves_examples);
  const auto command = std::make_shared<PositionCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);  // accepted as by other commands, though no table is
                                              // read
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
