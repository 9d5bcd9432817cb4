#include "answers/board_svg.h"

#include <iterator>

#include "answers/text.h"
#include "rules/notation/square_name.h"

namespace damiera {

namespace {

constexpr int side_of_square = 40;

struct Piece {
  bool white, king;
};

std::optional<Piece> piece_on(const Position& white_view, Square sq) {
  if (!white_view.occupied().contains(sq)) return {};
  return Piece{white_view.mine().contains(sq),
               (white_view.my_kings | white_view.their_kings).contains(sq)};
}

void append_piece(Text& out, const Piece& piece, int x, int y) {
  const char* body = piece.white ? "#fff" : "#222";
  const char* mark = piece.white ? "#000" : "#fff";
  fmt::format_to(
      std::back_inserter(out),
      R"svg(<g transform="translate({} {})"><circle r="14" fill="{}" stroke="#000"/>)svg",
      x + side_of_square / 2 + 3, y + side_of_square / 2 + 4, body);
  if (piece.king)
    fmt::format_to(std::back_inserter(out),
                   R"(<path d="M-8 6L-9-5L-4 0L0-8L4 0L9-5L8 6Z" fill="none" stroke="{}" )"
                   R"(stroke-width="1.8"/>)",
                   mark);
  append(out, "</g>");
}

void append_square(Text& out, const Rules& rules, const Position& white_view, int row, int column) {
  const auto sq = square_at(rules, row, column);
  if (!sq) return;
  const int x = column * side_of_square, y = row * side_of_square;
  fmt::format_to(std::back_inserter(out),
                 R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#c8c8c8"/>)"
                 R"(<text x="{}" y="{}" font-size="9">{}</text>)",
                 x, y, side_of_square, side_of_square, x + 2, y + 9, square_name(rules, *sq));
  if (const auto piece = piece_on(white_view, *sq)) append_piece(out, *piece, x, y);
}

}  // namespace

std::string board_svg(Variant variant, const Setup& setup) {
  const Rules& rules = rules_of(variant);
  const Position white_view = seen_by_white(variant, setup);
  const int side = rules.width * side_of_square;
  Text out;
  fmt::format_to(std::back_inserter(out),
                 R"(<svg class="board" viewBox="-1 -1 {0} {0}" role="img" aria-label="{1}">)"
                 R"(<rect width="{2}" height="{2}" fill="#fff" stroke="#000"/>)",
                 side + 2, fen(variant, setup), side);
  for (int row = 0; row < rules.width; ++row)
    for (int column = 0; column < rules.width; ++column)
      append_square(out, rules, white_view, row, column);
  append(out, "</svg>");
  return fmt::to_string(out);
}

}  // namespace damiera
