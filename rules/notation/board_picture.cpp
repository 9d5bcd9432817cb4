#include "rules/notation/board_picture.h"

#include <string_view>

#include "rules/notation/square_name.h"

namespace damiera {

namespace {

/// The pieces' characters.
struct Glyphs {
  std::string_view white_man, white_king, black_man, black_king;
};

constexpr Glyphs glyphs(PictureStyle style) {
  if (style == PictureStyle::discs) return {"⛀", "⛁", "⛂", "⛃"};
  return {"o", "O", "x", "X"};
}

std::string_view glyph(const Glyphs& g, const Position& white_view, Square sq) {
  if (white_view.my_men.contains(sq)) return g.white_man;
  if (white_view.my_kings.contains(sq)) return g.white_king;
  if (white_view.their_men.contains(sq)) return g.black_man;
  if (white_view.their_kings.contains(sq)) return g.black_king;
  return ".";
}

std::string row_of_pieces(const Rules& rules, const Glyphs& g, const Position& pos, int row) {
  std::string text = "|";
  for (int column = 0; column < rules.width; ++column) {
    const auto sq = square_at(rules, row, column);
    text += ' ';
    text += sq ? glyph(g, pos, *sq) : " ";
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

std::string board_picture(Variant variant, const Setup& setup, PictureStyle style) {
  const Rules& rules = rules_of(variant);
  const Position pos = seen_by_white(variant, setup);
  const std::string edge =
      "+" + std::string(static_cast<std::size_t>(2 * rules.width + 1), '-') + "+\n";
  std::string picture = edge;
  for (int row = 0; row < rules.width; ++row)
    picture += row_of_pieces(rules, glyphs(style), pos, row) + row_of_names(rules, row) + "\n";
  return picture + edge + (setup.to_move == Color::white ? "White" : "Black") + " to move\n" +
         row_of_run(rules, "White", pos.my_run) + row_of_run(rules, "Black", pos.their_run);
}

}  // namespace damiera
