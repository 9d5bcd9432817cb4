#include "apps/hub/hub_notation.h"

#include <algorithm>
#include <charconv>

#include "rules/notation/move_notation.h"
#include "rules/notation/square_name.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

constexpr std::array kinds_of_piece{
    std::pair{'w', &Position::my_men}, std::pair{'W', &Position::my_kings},
    std::pair{'b', &Position::their_men}, std::pair{'B', &Position::their_kings}};

/// Turns a position as the side to move sees it into the view of the side that begins the game. Its
/// own inverse.
Position seen_by_beginner(Variant variant, const Position& pos, bool beginner_moves) {
  if (beginner_moves) return pos;
  return with_moves(variant, [&]<Rules R>() { return flipped<R>(pos); });
}

bool begins(Variant variant, Color side) { return side == rules_of(variant).first_to_move; }

Error unreadable(std::string_view what, std::string_view text, const std::string& why) {
  return {Error::Code::bad_notation, std::string{what} + " " + quoted(text, 60) + ": " + why};
}

/// The numbers of a move's text, or nothing.
std::optional<std::vector<int>> numbers(std::string_view text) {
  std::vector<int> found;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data();; ++at) {
    unsigned n = 0;
    const auto [next, failed] = std::from_chars(at, end, n);
    if (failed != std::errc{} || n > 99) return {};
    found.push_back(static_cast<int>(n));
    at = next;
    if (at == end) return found;
    if (*at != '-' && *at != 'x') return {};
  }
}

}  // namespace

std::string hub_position(Variant variant, const Setup& setup) {
  const bool beginner_moves = begins(variant, setup.to_move);
  const Position seen = seen_by_beginner(variant, setup.pos, beginner_moves);
  std::string text(static_cast<std::size_t>(rules_of(variant).squares_total()) + 1, 'e');
  text[0] = beginner_moves ? 'W' : 'B';
  for (const auto& [letter, set] : kinds_of_piece)
    for (Square sq : seen.*set) text[static_cast<std::size_t>(sq) + 1] = letter;
  return text;
}

Result<Setup> parse_hub_position(Variant variant, std::string_view text) {
  const Rules& rules = rules_of(variant);
  const auto length = static_cast<std::size_t>(rules.squares_total()) + 1;
  if (text.size() != length)
    return unreadable(
        "position", text,
        "expected " + std::to_string(length) + " characters, not " + std::to_string(text.size()));
  if (text[0] != 'W' && text[0] != 'B')
    return unreadable("position", text, "expected W or B, the side to move, first");
  Position seen;
  for (std::size_t i = 1; i < length; ++i) {
    if (text[i] == 'e') continue;
    const auto kind =
        std::ranges::find(kinds_of_piece, text[i], [](const auto& l) { return l.first; });
    if (kind == kinds_of_piece.end())
      return unreadable("position", text,
                        "character " + std::to_string(i + 1) + ": expected w, b, W, B or e");
    seen.*kind->second = (seen.*kind->second).with(Square(i - 1));
  }
  const bool beginner_moves = text[0] == 'W';
  const Position pos = seen_by_beginner(variant, seen, beginner_moves);
  if (!with_moves(variant, [&]<Rules R>() { return is_valid<R>(pos); }))
    return Error{Error::Code::bad_position,
                 "position '" + std::string{text} + "': not possible in this game"};
  return Setup{pos, beginner_moves ? rules.first_to_move : opponent(rules.first_to_move)};
}

int hub_number(const Rules& rules, Square sq) {
  if (rules.mirrored) return hub_number(rules_of(tables_of(rules.id)), sq);
  if (!is_algebraic(rules.squares)) return std::stoi(square_name(rules, sq));
  const int row = static_cast<int>(sq) / rules.row_squares();
  const int in_row = static_cast<int>(sq) % rules.row_squares();
  return (rules.width - 1 - row) * rules.row_squares() + in_row + 1;
}

std::vector<int> hub_squares(Variant variant, const Setup& setup, const Move& move) {
  const Rules& rules = rules_of(variant);
  const auto number = [&](Square sq) {
    const int last = rules.squares_total() - 1;
    const bool turned = setup.to_move == Color::black;
    return hub_number(rules, turned ? Square(last - static_cast<int>(sq)) : sq);
  };
  std::vector<int> squares{number(move.from), number(move.to)};
  for (Square sq : move.taken) squares.push_back(number(sq));
  std::sort(squares.begin() + 2, squares.end());
  return squares;
}

Result<Move> move_of_hub_squares(Variant variant, const Setup& setup, std::vector<int> squares) {
  if (squares.size() >= 2) {
    std::sort(squares.begin() + 2, squares.end());
    for (const Move& move : legal_moves(variant, setup))
      if (hub_squares(variant, setup, move) == squares) return move;
  }
  return Error{Error::Code::bad_notation, "no legal move has these squares"};
}

std::string hub_move(Variant variant, const Setup& setup, const Move& move) {
  const char separator = move.is_capture() ? 'x' : '-';
  std::string text;
  for (const int n : hub_squares(variant, setup, move)) {
    if (!text.empty()) text += separator;
    text += std::to_string(n);
  }
  return text;
}

Result<Move> parse_hub_move(Variant variant, const Setup& setup, std::string_view text) {
  const auto squares = numbers(text);
  if (!squares) return unreadable("move", text, "expected one such as 32-28 or 28x19x23");
  const auto move = move_of_hub_squares(variant, setup, *squares);
  if (!move) return unreadable("move", text, "not legal in " + fen(variant, setup));
  return *move;
}

}  // namespace damiera
