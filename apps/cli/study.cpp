#include "answers/study.h"

#include <algorithm>
#include <utility>

#include "answers/json.h"
#include "answers/values.h"
#include "apps/cli/board_text.h"
#include "apps/cli/position_command.h"
#include "apps/terminal/output.h"
#include "rules/notation/move_notation.h"

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

class StudyText {
 public:
  StudyText(Variant variant, const Setup& start, const Study& study)
      : variant_{variant}, start_{start}, study_{study}, solver_{study.solver(start.to_move)} {}

  void append_to(Text& out) const {
    append(out, board_text(variant_, start_));
    fmt::format_to(std::back_inserter(out), "\n{}\n{} to move {}.\n\n", fen(variant_, start_),
                   name(start_.to_move), in_words(study_.start));
    append_rows(out);
    append_verdict(out);
  }

 private:
  // A row for each move of White and the reply, or for each move of Black that begins; then the
  // duals.
  void append_rows(Text& out) const {
    Setup at = start_;
    std::string duals;
    for (std::size_t i = 0; i < study_.line.size(); ++i) {
      const StudyMove& move = study_.line[i];
      const bool is_white = at.to_move == Color::white, is_last = i + 1 == study_.line.size();
      if (is_white || i == 0)
        fmt::format_to(std::back_inserter(out), "{:>4}. {}", number(i),
                       is_white ? "" : fmt::format("{:<12} ", "..."));
      if (!move.duals.empty()) duals = duals_text(at, move);
      const std::string text = move_text(variant_, at, move.made.move);
      if (is_white && !is_last)
        fmt::format_to(std::back_inserter(out), "{:<12} ", text);
      else if (duals.empty())
        fmt::format_to(std::back_inserter(out), "{}\n", text);
      else
        fmt::format_to(std::back_inserter(out), "{:<12} {}\n", text, std::exchange(duals, {}));
      at = {move.made.position, opponent(at.to_move)};
    }
  }

  // "White also wins with 22-17 (25), 22-13 (31) and 3 more"
  std::string duals_text(const Setup& setup, const StudyMove& move) const {
    constexpr std::size_t most = 4;
    const MoveTexts texts{variant_, setup};
    std::vector<std::string> parts;
    for (const EvaluatedMove& m : move.duals) {
      if (parts.size() == most) {
        parts.push_back(fmt::format("{} more", move.duals.size() - most));
        break;
      }
      const auto plies = m.worth.dtw ? m.worth.dtw : m.worth.probe.dtc;
      parts.push_back(texts.text(m.move) + (plies ? fmt::format(" ({})", *plies) : ""));
    }
    const std::string last = std::exchange(parts.back(), {});
    parts.pop_back();
    return fmt::format("{} also {} with {}{}{}", name(solver_), draws() ? "draws" : "wins",
                       fmt::join(parts, ", "), parts.empty() ? "" : " and ", last);
  }

  void append_verdict(Text& out) const {
    const auto end = std::back_inserter(out);
    const auto solver = name(solver_);
    const std::size_t moves = study_.positions;
    const auto has_dual = [](const StudyMove& m) { return !m.duals.empty(); };
    const auto duals = std::ranges::count_if(study_.line, has_dual);
    const auto first = std::ranges::find_if(study_.line, has_dual) - study_.line.begin();
    if (moves == 0)
      fmt::format_to(end, "\nNot a study: {} has no move to find.\n", solver);
    else if (draws() && duals > 0)
      fmt::format_to(end, "\nNot sound: {} has a dual at the end of this line.\n", solver);
    else if (draws())
      fmt::format_to(end, "\nSound: {} has exactly one move that draws, in {}.\n", solver,
                     moves == 1 ? "the only position up to a capture or man move"
                                : fmt::format("each of {} positions up to a capture or man move;\n"
                                              "this is one of the longest lines through them",
                                              moves));
    else if (duals == 1 && differs_only_in_last_square())
      fmt::format_to(end, "\nNot sound, but only in the square on which {}'s last capture ends.\n",
                     solver);
    else if (duals > 0)
      fmt::format_to(end, "\nNot sound: {} has a dual at {} of {}, the first at move {}.\n", solver,
                     duals, in_number(moves, "move"), number(static_cast<std::size_t>(first)));
    else
      fmt::format_to(end, "\nSound: {} has exactly one winning move each time, {} in all.\n",
                     solver, moves);
  }

  // Whether all ways to win at the end of the line capture the same pieces.
  bool differs_only_in_last_square() const {
    const StudyMove& last = study_.line.back();
    return last.made.move.is_capture() && !last.duals.empty() &&
           std::ranges::all_of(last.duals, [&](const EvaluatedMove& m) {
             return m.move.taken == last.made.move.taken && m.move.from == last.made.move.from;
           });
  }
  bool draws() const { return study_.start.probe.value == Value::draw; }
  // Of the move that is ply `i` of the line, as in a game that begins here.
  int number(std::size_t i) const {
    return static_cast<int>((i + (start_.to_move == Color::black)) / 2) + 1;
  }

  Variant variant_;
  const Setup& start_;
  const Study& study_;
  Color solver_;
};

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
                                       StudyText{variant, fen.setup, *study}.append_to(out);
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
