#include "rules/notation/game.h"

#include <algorithm>
#include <charconv>

#include "rules/notation/ascii.h"
#include "rules/notation/game_result.h"
#include "rules/notation/move_notation.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

/// Reads the number at the beginning of `text` and removes it; 0 if there is none.
int take_number(std::string_view& text) {
  int number = 0;
  const auto [rest, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || number < 1 || number > largest_move_number) return 0;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

std::optional<Color> color_of(std::string_view letter) {
  if (letter == "w" || letter == "W") return Color::white;
  if (letter == "b" || letter == "B") return Color::black;
  return {};
}

Error no_number(std::string_view text, const std::string& expected) {
  return {Error::Code::bad_notation, "move number " + quoted(text) +
                                         ": expected a number from 1 to " +
                                         std::to_string(largest_move_number) + " and " + expected};
}

std::string text_of(const Game& game, std::size_t i) {
  return text(i < game.moves.size() ? game.moves[i].number : game.following());
}

Error not_one(const Game& game, const AskedMove& asked, const std::vector<std::size_t>& found) {
  const Error::Code code = Error::Code::bad_notation;
  if (found.empty()) {
    const std::string next = text(game.following()) + ", which would come next";
    std::string moves;
    if (!game.moves.empty()) moves = text_of(game, 0);
    if (game.moves.size() > 1) moves += " to " + text_of(game, game.moves.size() - 1);
    if (!game.moves.empty()) moves += ", or ";
    moves += next;
    return {code, "the game has no move " + text(asked) + ": expected " + moves};
  }
  const std::string first = text_of(game, found[0]), second = text_of(game, found[1]);
  if (first == second) return {code, "the game has two moves " + first + ": expected one"};
  return {code, "move " + text(asked) + ": expected " + first + " or " + second};
}

}  // namespace

std::string text(const MoveNumber& number) { return text(AskedMove{number}); }

std::string text(const AskedMove& asked) {
  const char* side = !asked.color ? "" : *asked.color == Color::white ? "w" : "b";
  return std::to_string(asked.number) + side;
}

Result<MoveNumber> parse_move_number(std::string_view text) {
  std::string_view rest = text;
  const int number = take_number(rest);
  const auto color = color_of(rest);
  if (number == 0 || !color) return no_number(text, "w or b, such as 47w");
  return MoveNumber{number, *color};
}

Result<AskedMove> parse_asked_move(std::string_view text) {
  std::string_view rest = text;
  AskedMove asked;
  asked.number = take_number(rest);
  asked.color = color_of(rest);
  if (asked.number == 0 || (!asked.color && !rest.empty()))
    return no_number(text, "perhaps w or b, such as 47w");
  return asked;
}

MoveNumber first_number(const Setup& start) { return {1, start.to_move}; }

MoveNumber next_number(const MoveNumber& previous, Color first) {
  const bool opens = previous.color != first;
  return {std::min(previous.number + opens, largest_move_number), opponent(previous.color)};
}

std::size_t Game::place_of_tag(std::string_view name, std::size_t begin) const {
  while (begin < tags.size() && !is_same_word(tags[begin].name, name)) ++begin;
  return begin;
}

std::optional<std::string_view> Game::tag(std::string_view name) const {
  const std::size_t place = place_of_tag(name);
  if (place == tags.size()) return {};
  return tags[place].value;
}

std::optional<std::string_view> Game::filled_tag(std::string_view name) const {
  const auto value = tag(name);
  return value && !value->empty() ? value : std::nullopt;
}

std::optional<Color> Game::winner() const {
  const std::string_view meant = result_meant(result);
  if (meant == "1-0") return Color::white;
  if (meant == "0-1") return Color::black;
  return {};
}

bool Game::has_result() const { return !result_meant(result).empty(); }

std::vector<Setup> Game::setups() const {
  std::vector<Setup> all{start};
  all.reserve(moves.size() + 1);
  for (const PlayedMove& played : moves) all.push_back(after(variant, all.back(), played.move));
  return all;
}

MoveNumber Game::following() const {
  if (moves.empty()) return {first_number, start.to_move};
  // If the number rises from one move to the next, the side that makes the later move also makes
  // the first move of each number.
  Color first = opens.value_or(rules_of(variant).first_to_move);
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (moves[i].number.number > moves[i - 1].number.number) first = moves[i].number.color;
  return next_number(moves.back().number, first);
}

Result<std::size_t> Game::find(const AskedMove& asked) const {
  std::vector<std::size_t> found;
  const auto add = [&](const MoveNumber& number, std::size_t i) {
    if (number.number == asked.number && number.color == asked.color.value_or(number.color))
      found.push_back(i);
  };
  for (std::size_t i = 0; i < moves.size(); ++i) add(moves[i].number, i);
  // The move that would come next is meant only if no played move fits.
  if (found.empty()) add(following(), moves.size());
  if (found.size() != 1) return not_one(*this, asked, found);
  return found.front();
}

}  // namespace damiera
