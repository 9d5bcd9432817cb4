#include "answers/count_words.h"
#include "answers/evaluator.h"
#include "answers/json.h"
#include "answers/values.h"
#include "apps/cli/board_text.h"
#include "apps/cli/count_option.h"
#include "apps/cli/position_command.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr const char* probe_help =
    R"(The text shows the board, the value of the position for the side to move, its distance to
conversion (DTC) and to the end of the game (DTW) in plies, its value under the draw count, and each
move with its value for the side that makes it, the best first. A cursed win or a blessed loss would
be a win or a loss without the count.

Moves are listed best first, in text and in JSON alike: by value under the draw count, then with
unlimited moves; wins soon, losses late, by DTW or else by DTC. Without DTC tables distances of up
to three plies are found by looking ahead; others are not known, and taken for longer.

A count of N moves ends the game after N moves by each side without a conversion (a capture or
a man move): --count 40 --counted 31 says that each side has played 31 of them, --counted-plies
63 that one side has played one more. If neither is given, the H of a FEN as lidraughts writes it
(W:WK3:BK31:H62:F70) gives the plies. A conversion resets the count.

The JSON object is {"fen":...,"variant":"italian","to_move":"White","pieces":3,"wdl":
"win|draw|loss","dtc":11,"dtw":35,"count":{"value":"win|cursed win|draw|blessed loss|loss",
"dtc":11,"moves":40,"plies_played":62,"plies_left":18},"moves":[{"move":"22-18","fen":...,
"from":"22","to":"18","captured":[],"capture":false,"conversion":true,"crowned":false,"wdl":...,
"dtc":...,"dtw":...,"count":{"value":...,"dtc":...},"mover":{"wdl":...,"dtc":...,"dtw":...,
"count":...}},...]}, the moves best first. Values and distances next to a "fen" belong to that
position, for its side to move: in "moves" that is the opponent, so a loss there is good for the
mover. Those in "mover" are for the side that makes the move. The "dtc" of a count is the rule-aware
distance, with the count at zero. Distances are in plies, null for draws and if they are not known.
"count" is null if it is not known; with --count that is an error.

)";

constexpr const char* probe_examples = R"(

Examples:
  damiera probe italian "W:WK3,20:BK31"
  damiera probe russian --json "B:Wa1,Kc3:BKh8"
  damiera probe italian "W:WK3,20:BK31" --count 40 --counted 31
  damiera probe english - < positions.fen > values.jsonl)";

/// Appends the moves with their values for the side that makes them.
void append_moves(Variant variant, const Setup& setup, const std::vector<EvaluatedMove>& moves,
                  Text& out) {
  fmt::format_to(
      std::back_inserter(out), "{}\n",
      moves.empty() ? no_move_in_words(variant, setup.pos) : "Moves, best first (* converts):");
  const MoveTexts texts{variant, setup};
  for (const EvaluatedMove& m : moves)
    fmt::format_to(std::back_inserter(out), "  {:<12} {}\n",
                   texts.text(m.move) + (m.move.is_conversion() ? "*" : ""), in_words(m.worth));
}

struct ProbeAnswers {
  Evaluator evaluator;

  Variant variant() const { return evaluator.tables().variant(); }

  Result<void> text(const Setup& setup, Text& out) const {
    const auto here = evaluator.evaluate(setup.pos);
    if (!here) return here.error();
    const auto moves = evaluator.moves(setup.pos);
    if (!moves) return moves.error();
    append(out, board_text(variant(), setup));
    const Evaluation unlimited{here->probe, here->dtw, {}};
    fmt::format_to(std::back_inserter(out), "\n{}\n{} to move {}.\n", fen(variant(), setup),
                   name(setup.to_move), in_words(unlimited));
    if (here->counted)
      append(out,
             count_in_words(variant(), setup.to_move, *here->counted, *evaluator.count()) + "\n");
    append(out, "\n");
    append_moves(variant(), setup, *moves, out);
    return {};
  }

  Result<Json> json(const Setup& setup) const {
    const auto here = evaluator.evaluate(setup.pos);
    if (!here) return here.error();
    const auto moves = evaluator.moves(setup.pos);
    if (!moves) return moves.error();
    return probe_json(variant(), setup, *here, *moves, evaluator.count());
  }
};

/// The evaluator for a position. The FEN says how many plies have been counted, unless an option
/// does.
Evaluator counting_on(const Evaluator& evaluator, const FenRecord& record,
                      const CountOption& option) {
  if (!record.counted || option.plies >= 0) return evaluator;
  return evaluator.with_plies_played(*record.counted);
}

struct ProbeCommand : PositionCommand {
  CountOption count;
};

Exit run(const ProbeCommand& command) {
  const Variant variant = command.options.variant;
  if (auto checked = command.count.check(variant); !checked) return fail(checked.error());
  const auto tables = Tablebase::open(variant, command.options.folders(), {.dtc_required = false});
  if (!tables) return fail(tables.error());
  const Evaluator evaluator = command.count.is_required()
                                  ? Evaluator{*tables, command.count.count(variant)}
                                  : Evaluator{*tables};
  const auto answers = [&](const FenRecord& fen) {
    return ProbeAnswers{counting_on(evaluator, fen, command.count)};
  };
  return command.run(
      {.json = [&](const FenRecord& fen) { return answers(fen).json(fen.setup); },
       .text = [&](const FenRecord& fen, Text& out) { return answers(fen).text(fen.setup, out); }});
}

}  // namespace

void add_probe(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("probe", "The value of a position, and of each of its moves");
  sub->footer(std::string{probe_help} + help_for_lines + probe_examples);
  const auto command = std::make_shared<ProbeCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);
  add_count_option(*sub, command->count,
                   "Evaluate under a count of N moves by each side, by default the usual one");
  add_counted_option(*sub, command->count);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
