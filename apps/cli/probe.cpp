#include <algorithm>

#include "answers/count_words.h"
#include "answers/judgement.h"
#include "answers/values.h"
#include "apps/cli/count_option.h"
#include "apps/cli/position_command.h"
#include "rules/notation/board_picture.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr const char* probe_help =
    R"(The text shows the board, the value of the position for the side to move, its distance to
conversion (DTC) and to the end of the game (DTW) in plies, what becomes of it under the draw
count, and each move with what it is worth to who makes it, best first. A cursed win and a
blessed loss are what would be won or lost without the count.

A count of N moves ends the game after N moves by each side without a conversion (a capture or
a man move): --count 40 --counted 31 says that each side has played 31 of them, --counted 31.5
that one side has played one more. A conversion begins the count anew.

The JSON object is {"fen":...,"wdl":"win|draw|loss","dtc":11,"dtw":35,"count":{"value":
"win|cursed win|draw|blessed loss|loss","dtc":11,"moves":40,"plies_played":62,"plies_left":18},
"moves":[{"move":"22-18","fen":...,"wdl":...,"dtc":...,"dtw":...,"count":{"value":...,
"dtc":...}},...]}. Values and distances always belong to the "fen" beside them, for the side to
move there: in "moves" that is the opponent, whose loss is what one wants. The "dtc" of a count
is the rule-aware distance, with the count at zero. Distances are null for draws; they, and
"count", also where there are no such tables, unless a count was asked for.

)";

constexpr const char* probe_examples = R"(

Examples:
  damiera probe italian "W:WK3,20:BK31"
  damiera probe russian --json "B:Wa1,Kc3:BKh8"
  damiera probe italian "W:WK3,20:BK31" --count 40 --counted 31
  damiera probe english - < positions.fen > values.jsonl)";

/// The moves with what they are worth to who makes them, best first.
void append_moves(const Setup& setup, Variant variant, std::vector<JudgedMove> moves, Text& out) {
  std::ranges::stable_sort(moves, is_better, [](const JudgedMove& m) { return for_mover(m); });
  append(out, moves.empty() ? "No legal move.\n" : "Moves, best first (* converts):\n");
  for (const JudgedMove& m : moves)
    fmt::format_to(std::back_inserter(out), "  {:<12} {}\n",
                   move_text(variant, setup, m.move) + (m.move.is_conversion() ? "*" : ""),
                   in_words(for_mover(m)));
}

struct ProbeAnswers {
  Judge judge;

  Variant variant() const { return judge.tables.variant(); }

  Result<void> text(const Setup& setup, Text& out) const {
    const auto here = judge.judge(setup.pos);
    if (!here) return here.error();
    auto moves = judge.moves(setup.pos);
    if (!moves) return moves.error();
    append(out, board_picture(variant(), setup));
    const Judgement unlimited{here->probe, here->dtw, {}};
    fmt::format_to(std::back_inserter(out), "\n{}\n{} to move {}.\n", fen(variant(), setup),
                   name(setup.to_move), in_words(unlimited));
    if (here->counted)
      append(out, count_in_words(variant(), setup.to_move, *here->counted, *judge.count) + "\n");
    append(out, "\n");
    append_moves(setup, variant(), *std::move(moves), out);
    return {};
  }

  Result<void> json(const Setup& setup, Text& out) const {
    const auto here = judge.judge(setup.pos);
    if (!here) return here.error();
    const auto moves = judge.moves(setup.pos);
    if (!moves) return moves.error();
    append_members(out, *here);
    append_count(out, here->counted, *judge.count);
    append(out, ",\"moves\":[");
    for (const JudgedMove& m : *moves) {
      append(out, &m == moves->data() ? "{\"move\":\"" : ",{\"move\":\"");
      append(out, move_text(variant(), setup, m.move));
      append(out, "\",\"fen\":\"");
      append(out, fen(variant(), {m.position, opponent(setup.to_move)}));
      append(out, "\",");
      append_members(out, m.judgement);
      append_count(out, m.judgement.counted);
      append(out, "}");
    }
    append(out, "]");
    return {};
  }
};

struct ProbeCommand : PositionCommand {
  CountOption count;
};

Exit run(const ProbeCommand& command) {
  const auto tables =
      Tablebase::open(command.options.variant, command.options.folders(), {.dtc_required = false});
  if (!tables) return fail(tables.error());
  const ProbeAnswers answers{
      {*tables, command.count.count(command.options.variant), command.count.is_required()}};
  return command.run({.json = [&](const Setup& s, Text& out) { return answers.json(s, out); },
                      .text = [&](const Setup& s, Text& out) { return answers.text(s, out); }});
}

}  // namespace

void add_probe(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("probe", "The value of a position, and of each of its moves");
  sub->footer(std::string{probe_help} + help_for_lines + probe_examples);
  const auto command = std::make_shared<ProbeCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);
  add_count_option(*sub, command->count,
                   "Judge under a count of N moves by each side, by default that of the game");
  add_counted_option(*sub, command->count);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
