#include "answers/line_text.h"

#include <iterator>

#include "answers/values.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// "White wins: Black has no move", of a position in which the game is over.
std::string end_in_words(const Rules& rules, const Setup& last) {
  const auto mover = name(last.to_move), other = name(opponent(last.to_move));
  if (rules.goal == Goal::first_king_wins && last.pos.their_kings.any())
    return fmt::format("{} wins: it has a king", other);
  return fmt::format("{} wins: {} has no {}", rules.goal == Goal::no_move_wins ? mover : other,
                     mover, last.pos.mine().empty() ? "piece" : "move");
}

void append_drawing(Variant variant, const Setup& start, const BestLine& line, Text& out) {
  append(out, "Moves that keep the draw:\n");
  for (const EvaluatedMove& m : line.drawing)
    fmt::format_to(std::back_inserter(out), "  {}\n", move_text(variant, start, m.move));
}

void append_moves(Variant variant, const Setup& start, const BestLine& line, Text& out) {
  std::vector<Move> moves;
  for (const EvaluatedMove& m : line.moves) moves.push_back(m.move);
  auto texts = line_texts(variant, start, moves);
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].is_conversion()) texts[i] += '*';
  append_rows(texts, start.to_move, out);
  const Setup last = after_line(variant, start, moves);
  fmt::format_to(std::back_inserter(out), "\n{}, conversions (*): {}. {}.\nFinal position: {}\n",
                 plies_in_words(static_cast<int>(moves.size())), line.conversions(),
                 end_in_words(rules_of(variant), last), fen(variant, last));
}

}  // namespace

void append_rows(const std::vector<std::string>& moves, Color to_move, Text& out) {
  const bool white_begins = to_move == Color::white;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool first = i == 0, left = (i % 2 == 0) == white_begins;
    if (left || first)
      fmt::format_to(std::back_inserter(out), "{:>4}. ", (i + !white_begins) / 2 + 1);
    if (first && !left) fmt::format_to(std::back_inserter(out), "{:<12} ", "...");
    if (left && i + 1 < moves.size())
      fmt::format_to(std::back_inserter(out), "{:<12} ", moves[i]);
    else
      fmt::format_to(std::back_inserter(out), "{}\n", moves[i]);
  }
}

void append_text(Variant variant, const Setup& start, const BestLine& line, Text& out) {
  fmt::format_to(std::back_inserter(out), "{}\n{} to move {}.\n\n", fen(variant, start),
                 name(start.to_move), in_words(line.start));
  if (line.start.probe.value == Value::draw)
    append_drawing(variant, start, line, out);
  else
    append_moves(variant, start, line, out);
}

}  // namespace damiera
