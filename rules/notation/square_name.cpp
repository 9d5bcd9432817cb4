#include "rules/notation/square_name.h"

#include <charconv>

namespace damiera {

namespace {

std::string algebraic_name(const Rules& rules, Square sq) {
  const int row = static_cast<int>(sq) / rules.row_squares();
  const int half_column = static_cast<int>(sq) % rules.row_squares();
  const int column = 2 * half_column + ((row % 2 == 0) == rules.top_left_is_dark ? 0 : 1);
  return static_cast<char>('a' + column) + std::to_string(rules.width - row);
}

/// The number of a square, and the inverse: the square with a number.
int number_of(const Rules& rules, Square sq) {
  const int index = static_cast<int>(sq);
  return rules.squares == Squares::numeric_from_white ? rules.squares_total() - index : index + 1;
}
Square numbered(const Rules& rules, int number) {
  return Square(rules.squares == Squares::numeric_from_white ? rules.squares_total() - number
                                                             : number - 1);
}

std::optional<Square> parse_number(const Rules& rules, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool read = error == std::errc{} && end == text.data() + text.size();
  if (!read || number < 1 || number > rules.squares_total()) return std::nullopt;
  return numbered(rules, number);
}

std::optional<Square> parse_algebraic(const Rules& rules, std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char file = text[0] >= 'A' && text[0] <= 'Z' ? 'A' : 'a';
  return square_at(rules, rules.width - (text[1] - '0'), text[0] - file);
}

}  // namespace

std::optional<Square> square_at(const Rules& rules, int row, int column) {
  const bool on_board = row >= 0 && row < rules.width && column >= 0 && column < rules.width;
  const bool dark = (row + column) % 2 == (rules.top_left_is_dark ? 0 : 1);
  if (!on_board || !dark) return std::nullopt;
  return Square(row * rules.row_squares() + column / 2);
}

std::string square_name(const Rules& rules, Square sq) {
  if (rules.squares == Squares::algebraic) return algebraic_name(rules, sq);
  return std::to_string(number_of(rules, sq));
}

std::optional<Square> parse_square(const Rules& rules, std::string_view text) {
  if (text.size() > 3) return std::nullopt;
  if (const auto sq = parse_number(rules, text)) return sq;
  if (rules.squares != Squares::algebraic) return std::nullopt;
  return parse_algebraic(rules, text);
}

std::string expected_square(const Rules& rules) {
  const std::string numbers = "a square from 1 to " + std::to_string(rules.squares_total());
  return rules.squares == Squares::algebraic ? numbers + ", or one such as c3" : numbers;
}

}  // namespace damiera
