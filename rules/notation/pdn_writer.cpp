#include <algorithm>
#include <array>

#include "rules/notation/ascii.h"
#include "rules/notation/game_type.h"
#include "rules/notation/move_notation.h"
#include "rules/notation/pdn.h"

namespace damiera {

namespace {

void append_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  out += "\"]\n";
}

void append_tags(const Game& game, std::string& out) {
  const auto is_written_anew = [](const Tag& tag) {
    return std::ranges::any_of(std::array{"GameType", "FEN", "SetUp", "Result"},
                               [&](const char* name) { return is_same_word(tag.name, name); });
  };
  for (const Tag& tag : game.tags)
    if (!is_written_anew(tag)) append_tag(out, tag.name, tag.value);
  append_tag(out, "Result", game.result);
  append_tag(out, "GameType", game_type(game.variant));
  if (game.start == initial_setup(game.variant)) return;
  append_tag(out, "SetUp", "1");
  append_tag(out, "FEN", fen(game.variant, game.start));
}

std::string without_braces(std::string text) {
  for (char& c : text) c = c == '{' ? '(' : c == '}' ? ')' : c;
  return text;
}

/// Breaks words into lines.
class Lines {
 public:
  explicit Lines(std::string& out) : out_{out} {}
  void add(const std::string& word) {
    constexpr std::size_t longest = 79;
    const bool fits = length_ + 1 + word.size() <= longest;
    if (length_ > 0) out_ += fits ? ' ' : '\n';
    length_ = length_ > 0 && fits ? length_ + 1 + word.size() : word.size();
    out_ += word;
  }

 private:
  std::string& out_;
  std::size_t length_ = 0;
};

/// The move as PDN 3.0 writes it: captures with the sign that this game's players use.
std::string pdn_move(Variant variant, const Setup& setup, const Move& move) {
  std::string text = move_text(variant, setup, move);
  std::ranges::replace(text, 'x', capture_sign(variant));
  return text;
}

/// The number before a move: "12." before the first move of each number and of the game.
std::string number_before(const Game& game, std::size_t i) {
  const int number = game.moves[i].number.number;
  const bool same = i > 0 && number == game.moves[i - 1].number.number;
  if (same) return {};
  const bool second = i == 0 && (game.moves.size() > 1
                                     ? game.moves[1].number.number != number
                                     : game.start.to_move != rules_of(game.variant).first_to_move);
  return std::to_string(number) + (second ? "..." : ".");
}

}  // namespace

std::string pdn(const Game& game) {
  std::string out;
  append_tags(game, out);
  out += '\n';
  Lines lines{out};
  Setup at = game.start;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (const auto number = number_before(game, i); !number.empty()) lines.add(number);
    lines.add(pdn_move(game.variant, at, game.moves[i].move));
    at = after(game.variant, at, game.moves[i].move);
  }
  lines.add("*");
  out += '\n';
  return out;
}

std::string with_comments(const PdnGame& read, const std::vector<std::string>& comments) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < comments.size(); ++i) {
    if (comments[i].empty()) continue;
    const std::string comment = "{" + without_braces(comments[i]) + "}";
    const std::string_view behind = read.text.substr(read.move_ends[i]);
    if (without_spaces(behind).starts_with(comment)) continue;
    out += read.text.substr(copied, read.move_ends[i] - copied);
    out += " " + comment;
    copied = read.move_ends[i];
  }
  return out += read.text.substr(copied);
}

}  // namespace damiera
