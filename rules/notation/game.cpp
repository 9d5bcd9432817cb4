#include "rules/notation/game.h"

#include <algorithm>
#include <charconv>

#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr int largest_number = 999'999;

}  // namespace

std::string text(const MoveNumber& number) {
  return std::to_string(number.number) + (number.color == Color::white ? 'w' : 'b');
}

Result<MoveNumber> parse_move_number(std::string_view text) {
  MoveNumber read{};
  const char* end = text.data() + text.size();
  const auto [letter, failed] = std::from_chars(text.data(), end, read.number);
  const bool one_letter = failed == std::errc{} && end - letter == 1;
  const char color = one_letter ? static_cast<char>(*letter | 0x20) : '\0';
  if ((color != 'w' && color != 'b') || read.number < 1 || read.number > largest_number)
    return Error{Error::Code::bad_notation, "move number '" + std::string{text.substr(0, 40)} +
                                                "': expected a number from 1 to " +
                                                std::to_string(largest_number) +
                                                " and w or b, such as 47w"};
  read.color = color == 'w' ? Color::white : Color::black;
  return read;
}

MoveNumber first_number(const Setup& start) { return {1, start.to_move}; }

MoveNumber next_number(const MoveNumber& previous, Color first) {
  const bool opens = previous.color != first;
  return {std::min(previous.number + opens, largest_number), opponent(previous.color)};
}

std::optional<std::string_view> Game::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &Tag::name);
  if (found == tags.end()) return {};
  return found->value;
}

std::vector<Setup> Game::setups() const {
  std::vector<Setup> all{start};
  all.reserve(moves.size() + 1);
  for (const PlayedMove& played : moves) all.push_back(after(variant, all.back(), played.move));
  return all;
}

MoveNumber Game::following() const {
  if (moves.empty()) return first_number(start);
  // Where a number changes between two moves of the game shows who opens a number.
  Color first = rules_of(variant).first_to_move;
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (moves[i].number.number > moves[i - 1].number.number) first = moves[i].number.color;
  return next_number(moves.back().number, first);
}

std::optional<std::size_t> Game::find(const MoveNumber& number) const {
  const auto found = std::ranges::find(moves, number, &PlayedMove::number);
  if (found != moves.end()) return static_cast<std::size_t>(found - moves.begin());
  if (number == following()) return moves.size();
  return {};
}

}  // namespace damiera
