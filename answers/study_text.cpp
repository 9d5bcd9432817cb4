#include "answers/study_text.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "answers/line_text.h"
#include "answers/values.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

class StudyText {
 public:
  StudyText(Variant variant, const Setup& start, const Study& study)
      : variant_{variant}, start_{start}, study_{study}, solver_{study.solver(start.to_move)} {}

  void append_to(Text& out) const {
    fmt::format_to(std::back_inserter(out), "{}\n{} to move {}.\n\n", fen(variant_, start_),
                   name(start_.to_move), in_words(study_.start));
    append_rows(rows(), start_.to_move, out);
    append_verdict(out);
  }

 private:
  // The moves; the last of a row is followed by the duals of the row.
  std::vector<std::string> rows() const {
    std::vector<std::string> texts;
    Setup at = start_;
    std::string duals;
    for (const StudyMove& move : study_.line) {
      if (!move.duals.empty()) duals = duals_text(at, move);
      texts.push_back(move_text(variant_, at, move.made.move));
      const bool ends_row = at.to_move == Color::black || &move == &study_.line.back();
      if (ends_row && !duals.empty())
        texts.back() = fmt::format("{:<12} {}", texts.back(), std::exchange(duals, {}));
      at = {move.made.position, opponent(at.to_move)};
    }
    return texts;
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

}  // namespace

void append_text(Variant variant, const Setup& start, const Study& study, Text& out) {
  StudyText{variant, start, study}.append_to(out);
}

}  // namespace damiera
