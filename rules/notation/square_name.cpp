#include "rules/notation/square_name.h"

#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

/// Row and column of a square, both counted from 0 at the top left as White sees the board.
struct Place {
  int row, column;
};

Place place_of(const Rules& rules, Square sq) {
  const int row = static_cast<int>(sq) / rules.row_squares();
  const int half_column = static_cast<int>(sq) % rules.row_squares();
  const int column = 2 * half_column + ((row % 2 == 0) == rules.top_left_is_dark ? 0 : 1);
  return {row, rules.mirrored ? rules.width - 1 - column : column};
}

std::string algebraic_name(const Rules& rules, Square sq) {
  const auto [row, column] = place_of(rules, sq);
  const int up = rules.width - 1 - row;
  if (rules.squares == Squares::algebraic_upward)
    return static_cast<char>('a' + up) + std::to_string(rules.width - column);
  return static_cast<char>('a' + column) + std::to_string(up + 1);
}

std::optional<Square> parse_number(const Rules& rules, std::string_view text) {
  const auto number = whole_number<int>(text, 1, rules.squares_total());
  if (!number) return std::nullopt;
  return numbered_square(rules, *number);
}

std::optional<Square> parse_algebraic(const Rules& rules, std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char file = text[0] >= 'A' && text[0] <= 'Z' ? 'A' : 'a';
  const int letter = text[0] - file, number = text[1] - '0';
  if (rules.squares == Squares::algebraic_upward)
    return square_at(rules, rules.width - 1 - letter, rules.width - number);
  return square_at(rules, rules.width - number, letter);
}

}  // namespace

int square_number(const Rules& rules, Square sq) {
  const auto [row, column] = place_of(rules, sq);
  const int before = row * rules.row_squares() + column / 2;
  return rules.squares == Squares::numeric_from_white ? rules.squares_total() - before : before + 1;
}

Square numbered_square(const Rules& rules, int number) {
  const bool from_white = rules.squares == Squares::numeric_from_white;
  const int before = from_white ? rules.squares_total() - number : number - 1;
  const int row = before / rules.row_squares(), column = before % rules.row_squares() * 2;
  const auto left = square_at(rules, row, column);
  return left ? *left : *square_at(rules, row, column + 1);
}

std::optional<Square> square_at(const Rules& rules, int row, int column) {
  const bool on_board = row >= 0 && row < rules.width && column >= 0 && column < rules.width;
  if (rules.mirrored) column = rules.width - 1 - column;
  const bool dark = (row + column) % 2 == (rules.top_left_is_dark ? 0 : 1);
  if (!on_board || !dark) return std::nullopt;
  return Square(row * rules.row_squares() + column / 2);
}

std::string square_name(const Rules& rules, Square sq) {
  if (is_algebraic(rules.squares)) return algebraic_name(rules, sq);
  return std::to_string(square_number(rules, sq));
}

std::optional<Square> parse_square(const Rules& rules, std::string_view text) {
  if (text.size() > 3) return std::nullopt;
  if (const auto sq = parse_number(rules, text)) return sq;
  if (!is_algebraic(rules.squares)) return std::nullopt;
  return parse_algebraic(rules, text);
}

std::string expected_square(const Rules& rules) {
  const std::string numbers = "a square from 1 to " + std::to_string(rules.squares_total());
  if (!is_algebraic(rules.squares)) return numbers;
  return numbers + ", or one such as " + (parse_algebraic(rules, "c3") ? "c3" : "d3");
}

}  // namespace damiera
