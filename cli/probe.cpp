#include <algorithm>

#include "cli/position_command.h"
#include "cli/values.h"
#include "rules/board_picture.h"
#include "rules/move_notation.h"

namespace damiera {

namespace {

constexpr const char* help =
    "The text shows the board, the value of the position for the side to move, its distance to\n"
    "conversion (DTC) in plies, and each move with what it is worth to who makes it, best first.\n"
    "\n"
    "The JSON object is "
    "{\"fen\":...,\"wdl\":\"win|draw|loss\",\"dtc\":11,\"moves\":[{\"move\":\"22-18\",\n"
    "\"fen\":...,\"wdl\":...,\"dtc\":...},...]}. \"wdl\" and \"dtc\" always belong to the \"fen\" "
    "beside them,\n"
    "for the side to move there: in \"moves\" that is the opponent, whose loss is what one wants.\n"
    "\"dtc\" is null for draws, and where there is no DTC table.\n"
    "\n";

constexpr const char* examples =
    "\n"
    "\n"
    "Examples:\n"
    "  damiera probe italian \"W:WK3,20:BK31\"\n"
    "  damiera probe russian --json \"B:Wa1,Kc3:BKh8\"\n"
    "  damiera probe english - < positions.fen > values.jsonl";

/// The moves with what they are worth to who makes them, best first.
void append_moves(const Setup& setup, Variant variant, std::vector<ProbedMove> moves, Text& out) {
  std::ranges::stable_sort(moves, is_better, for_mover);
  append(out, moves.empty() ? "No legal move.\n" : "Moves, best first (* converts):\n");
  for (const ProbedMove& m : moves)
    fmt::format_to(std::back_inserter(out), "  {:<12} {}\n",
                   move_text(variant, setup, m.move) + (m.move.is_conversion() ? "*" : ""),
                   in_words(for_mover(m)));
}

struct ProbeAnswers {
  Tablebase tables;

  Result<void> text(const Setup& setup, Text& out) const {
    const auto value = tables.probe(setup.pos);
    if (!value) return value.error();
    auto moves = tables.moves(setup.pos);
    if (!moves) return moves.error();
    append(out, board_picture(tables.variant(), setup));
    fmt::format_to(std::back_inserter(out), "\n{}\n{} to move {}.\n\n",
                   fen(tables.variant(), setup), name(setup.to_move), in_words(*value));
    append_moves(setup, tables.variant(), *std::move(moves), out);
    return {};
  }

  Result<void> json(const Setup& setup, Text& out) const {
    const auto value = tables.probe(setup.pos);
    if (!value) return value.error();
    const auto moves = tables.moves(setup.pos);
    if (!moves) return moves.error();
    append_members(out, *value);
    append(out, ",\"moves\":[");
    for (const ProbedMove& m : *moves) {
      append(out, &m == moves->data() ? "{\"move\":\"" : ",{\"move\":\"");
      append(out, move_text(tables.variant(), setup, m.move));
      append(out, "\",\"fen\":\"");
      append(out, fen(tables.variant(), {m.position, opponent(setup.to_move)}));
      append(out, "\",");
      append_members(out, m.probe);
      append(out, "}");
    }
    append(out, "]");
    return {};
  }
};

Exit run(const PositionCommand& command) {
  const auto tables =
      Tablebase::open(command.options.variant, command.options.folders(), {.dtc_required = false});
  if (!tables) return fail(tables.error());
  const ProbeAnswers answers{*tables};
  return command.run({.json = [&](const Setup& s, Text& out) { return answers.json(s, out); },
                      .text = [&](const Setup& s, Text& out) { return answers.text(s, out); }});
}

}  // namespace

void add_probe(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("probe", "The value of a position, and of each of its moves");
  sub->footer(std::string{help} + help_for_lines + examples);
  const auto command = std::make_shared<PositionCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
