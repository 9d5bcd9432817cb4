#include "rules/notation/board_picture.h"

#include "rules/notation/square_name.h"

namespace damiera {

namespace {

char letter(const Position& white_view, Square sq) {
  if (white_view.my_men.contains(sq)) return 'o';
  if (white_view.my_kings.contains(sq)) return 'O';
  if (white_view.their_men.contains(sq)) return 'x';
  if (white_view.their_kings.contains(sq)) return 'X';
  return '.';
}

std::string row_of_pieces(const Rules& rules, const Position& white_view, int row) {
  std::string text = "|";
  for (int column = 0; column < rules.width; ++column) {
    const auto sq = square_at(rules, row, column);
    text += ' ';
    text += sq ? letter(white_view, *sq) : ' ';
  }
  return text + " |";
}

std::string row_of_names(const Rules& rules, int row) {
  std::string text;
  for (int column = 0; column < rules.width; ++column)
    if (const auto sq = square_at(rules, row, column)) {
      const std::string name = square_name(rules, *sq);
      text.resize(static_cast<std::size_t>(3 * column + 5) - name.size(), ' ');
      text += name;
    }
  return text;
}

// The line that describes a side's run: "White's king on 46 has made 2 moves"; empty without a run.
std::string row_of_run(const Rules& rules, const char* side, const KingRun& run) {
  if (!run.any()) return {};
  return std::string{side} + "'s king on " + square_name(rules, run.king) + " has made " +
         std::to_string(run.moves) + (run.moves == 1 ? " move\n" : " moves\n");
}

}  // namespace

std::string board_rows(Variant variant, const Setup& setup) {
  const Rules& rules = rules_of(variant);
  const Position pos = seen_by_white(variant, setup);
  const std::string edge =
      "+" + std::string(static_cast<std::size_t>(2 * rules.width + 1), '-') + "+\n";
  std::string rows = edge;
  for (int row = 0; row < rules.width; ++row)
    rows += row_of_pieces(rules, pos, row) + row_of_names(rules, row) + "\n";
  return rows + edge;
}

std::string board_picture(Variant variant, const Setup& setup) {
  const Rules& rules = rules_of(variant);
  const Position pos = seen_by_white(variant, setup);
  return board_rows(variant, setup) + (setup.to_move == Color::white ? "White" : "Black") +
         " to move\n" + row_of_run(rules, "White", pos.my_run) +
         row_of_run(rules, "Black", pos.their_run);
}

}  // namespace damiera
