#include "rules/notation/game_type.h"

#include <algorithm>
#include <array>
#include <vector>

#include "rules/notation/ascii.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

Error unexpected(std::string_view value, const std::string& expected) {
  return {Error::Code::bad_notation, "GameType " + quoted(value) + ": expected " + expected};
}

std::vector<std::string_view> fields(std::string_view value) {
  std::vector<std::string_view> all;
  while (all.size() < 7) {  // a GameType has six fields at most; a seventh is an error
    const std::size_t comma = std::min(value.find(','), value.size());
    all.push_back(without_spaces(value.substr(0, comma)));
    if (comma == value.size()) break;
    value.remove_prefix(comma + 1);
  }
  return all;
}

/// The notation field: where the side that begins sees the first square. The first square is a1 at
/// White's bottom left in algebraic notation, square 1 at White's top left or bottom right in
/// numeric notation, and a1 at White's bottom right if letters run upward. Source: as
/// parse_game_type.
std::string notation(Squares squares, Color begins) {
  const bool white = begins == Color::white;
  if (squares == Squares::algebraic_upward) return white ? "A1" : "A2";
  if (squares == Squares::algebraic) return white ? "A0" : "A3";
  return white == (squares == Squares::numeric) ? "N2" : "N1";
}

/// The games whose results are of type "International".
constexpr std::array two_points_a_win{Variant::international};

/// The games whose captures are written with a colon.
constexpr std::array colon_for_captures{Variant::russian, Variant::russian_giveaway};

/// The GameType number of a game. Jamaican draughts has the number of pool checkers.
int number_of(Variant variant) {
  return static_cast<int>(variant == Variant::jamaican ? Variant::pool : variant);
}

/// The games with this GameType number, or with this number of our own.
std::vector<Variant> parse_number(std::string_view text) {
  const auto number = whole_number<int>(text);
  std::vector<Variant> found;
  for (Variant v : all_variants)
    if (number_of(v) == number || static_cast<int>(v) == number) found.push_back(v);
  return found;
}

/// True if the fields after the number describe the squares of this game.
bool has_squares(const Rules& rules, const std::vector<std::string_view>& parts) {
  const bool white = parts[1] == "W";
  const Color begins = white ? Color::white : Color::black;
  const std::string width = std::to_string(rules.width);
  // The squares of an algebraic game may be numbered too: parse_square() reads both.
  const bool known =
      parts[4] == notation(rules.squares, begins) ||
      (rules.squares == Squares::algebraic && parts[4] == notation(Squares::numeric, begins));
  return (white || parts[1] == "B") && parts[2] == width && parts[3] == width && known;
}

/// The shortest GameType of each game. This is its number, but for a game that shares the number of
/// one before it in the list.
std::string known_types() {
  std::string all;
  for (Variant v : all_variants) {
    const std::string number = std::to_string(number_of(v));
    const bool by_number = parse_number(number).front() == v;
    all += (all.empty() ? "" : ", ") + (by_number ? number : "'" + game_type(v) + "'") + " (" +
           std::string{name(v)} + ")";
  }
  return all;
}

}  // namespace

std::string game_type(Variant variant) {
  const Rules& rules = rules_of(variant);
  const std::string width = std::to_string(rules.width);
  return std::to_string(number_of(variant)) + "," + letter(rules.first_to_move) + "," + width +
         "," + width + "," + notation(rules.squares, rules.first_to_move) + "," +
         (rules.top_left_is_dark != rules.mirrored ? "1" : "0");
}

Result<Variant> parse_game_type(std::string_view value) {
  const auto parts = fields(value);
  const auto numbered = parse_number(parts[0]);
  if (numbered.empty()) return unexpected(value, "one of " + known_types());
  if (parts.size() == 1) return numbered.front();
  std::string expected;
  for (Variant v : numbered) {
    if (5 <= parts.size() && parts.size() <= 6 && has_squares(rules_of(v), parts)) return v;
    expected += (expected.empty() ? "'" : " or '") + game_type(v) + "'";
  }
  return unexpected(value, expected);
}

char capture_sign(Variant variant) {
  const bool colon = std::ranges::find(colon_for_captures, variant) != colon_for_captures.end();
  return colon ? ':' : 'x';
}

std::string_view result_text(Variant variant, std::optional<Color> winner) {
  const bool two = std::ranges::find(two_points_a_win, variant) != two_points_a_win.end();
  if (!winner) return two ? "1-1" : "1/2-1/2";
  if (*winner == Color::white) return two ? "2-0" : "1-0";
  return two ? "0-2" : "0-1";
}

}  // namespace damiera
