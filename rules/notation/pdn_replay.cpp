#include "rules/notation/pdn_replay.h"

#include <utility>

#include "rules/notation/ascii.h"
#include "rules/notation/game_result.h"
#include "rules/notation/move_notation.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

using Kind = PdnToken::Kind;

constexpr std::size_t most_notes = 5;     // of variations; further ones are only counted
constexpr std::size_t most_nested = 100;  // variations; each takes memory

/// True for a token that a variation may hold and that moves no piece.
bool is_silent(Kind kind) {
  return kind == Kind::move_number || kind == Kind::ellipsis || kind == Kind::result;
}

std::string line_of(const PdnToken& token) { return "line " + std::to_string(token.line) + ": "; }

/// A result as it is compared: without spaces, with hyphens.
std::string plain_result(std::string_view text) { return with_hyphens(without_spaces(text)); }

/// "c3d4" as "c3-d4": algebraic squares need nothing between them. Dashes become hyphens.
std::string with_separator(std::string_view move) {
  std::string text = with_hyphens(move);
  const auto is_square = [&](std::size_t i) {
    return lower_case(text[i]) >= 'a' && lower_case(text[i]) <= 'h' && is_digit(text[i + 1]);
  };
  if (text.size() == 4 && is_square(0) && is_square(2)) text.insert(2, 1, '-');
  return text;
}

}  // namespace

PdnReplay::PdnReplay(PdnGame& read, std::optional<int> number)
    : read_{read},
      game_{read.game},
      first_{rules_of(read.game.variant).first_to_move},
      next_{first_number(read.game.start)},
      lines_{{read.game.start, read.game.start, false}} {
  next_.number = game_.first_number = number.value_or(next_.number);
  has_fen_ = game_.tag("FEN").has_value();
}

void PdnReplay::take(const PdnToken& token) {
  if (read_.error) return;
  if (token.kind == Kind::open) return open(token);
  if (token.kind == Kind::close) return close(token);
  // What follows a comment that is not closed may belong to it, also within a variation.
  const bool is_open_comment = token.kind == Kind::bad && token.text.empty();
  if (in_variation() && !is_open_comment) return take_in_variation(token);
  if (token.kind == Kind::bad)
    return fail(token, token.text, std::string{"expected "} + token.expected);
  take_in_line(token);
}

bool PdnReplay::ends_with(const PdnToken& token) const {
  return token.kind == Kind::end || token.kind == Kind::tag ||
         (token.kind == Kind::result && (!in_variation() || read_.error));
}

void PdnReplay::finish(const PdnToken& token) {
  if (!read_.error && in_variation()) fail(token, {}, "expected ')' to end the variation");
  if (unplayable_ > most_notes)
    read_.notes.push_back("and " + std::to_string(unplayable_ - most_notes) +
                          " variations more that cannot be played");
  if (!game_.moves.empty()) game_.opens = first_;
  set_result(token);
}

// The result behind the moves counts, not the tag. There is a note if they contradict each other,
// and if the tag cannot be read.
void PdnReplay::set_result(const PdnToken& token) {
  std::string known;  // the first tag that is a result
  bool is_first = true, has_bad = false, has_other = false;
  for (const Tag& tag : game_.tags) {
    if (!is_same_word(tag.name, "Result")) continue;
    const std::string told = plain_result(tag.value);
    if (std::exchange(is_first, false) && !told.empty()) game_.result = told;
    const bool is_bad = result_meant(told).empty() && !is_no_result(told);
    // One note of each kind is enough.
    if (is_bad && !std::exchange(has_bad, true))
      read_.notes.push_back("tag Result: " + quoted(told) + ": expected a result, such as 1-0");
    if (contradict_each_other(told, known) && !std::exchange(has_other, true))
      read_.notes.push_back("tag Result: " + quoted(told) +
                            ": expected the same result as before, " + quoted(known));
    if (known.empty() && !result_meant(told).empty()) known = told;
  }
  if (token.kind != Kind::result || token.text == "*") return;
  const std::string written = with_hyphens(token.text);
  game_.result = as_utf8(written);
  if (contradict_each_other(written, known))
    read_.notes.push_back(line_of(token) + "result " + game_.result +
                          ": expected that of the tag Result, " + quoted(known));
}

/// Opens a variation, which replaces the last move of its line.
void PdnReplay::open(const PdnToken& token) {
  if (lines_.size() > most_nested)
    return fail(token, "(", "more than " + std::to_string(most_nested) + " variations are open");
  const Line& line = lines_.back();
  lines_.push_back({line.before, line.before, line.broken});
}

void PdnReplay::close(const PdnToken& token) {
  if (!in_variation()) return fail(token, ")", "expected a move: no variation is open");
  lines_.pop_back();
}

void PdnReplay::take_in_variation(const PdnToken& token) {
  if (lines_.back().broken || is_silent(token.kind)) return;
  if (token.kind != Kind::move) return give_up(token, quoted(token.text) + ": expected a move");
  const auto move = parse_move(game_.variant, lines_.back().at, with_separator(token.text));
  if (!move) return give_up(token, move.error().message);
  advance(*move);
}

void PdnReplay::give_up(const PdnToken& token, const std::string& why) {
  lines_.back().broken = true;
  if (++unplayable_ <= most_notes) read_.notes.push_back(line_of(token) + "variation: " + why);
}

void PdnReplay::take_in_line(const PdnToken& token) {
  if (token.kind == Kind::setup) return set_up(token);
  if (token.kind == Kind::move) return play(token);
  if (token.kind == Kind::move_number || token.text.front() != '.') number(token);
  if (!game_.moves.empty()) return;
  // "12." means that the side to move makes the first move of each number, "12..." that the other
  // side does.
  const Color to_move = lines_.back().at.to_move;
  first_ = token.kind == Kind::ellipsis ? opponent(to_move) : to_move;
}

void PdnReplay::number(const PdnToken& token) {
  const auto read = parse_move_number(std::string{token.text} + text(next_).back());
  if (!read)
    return fail(token, token.text,
                "expected a move number from 1 to " + std::to_string(largest_move_number));
  if (*read != next_ && !game_.moves.empty() && !misnumbered_) {
    misnumbered_ = true;
    read_.notes.push_back(line_of(token) + "move number " + std::string{token.text} +
                          ": expected " + std::to_string(next_.number));
  }
  next_ = *read;
}

void PdnReplay::play(const PdnToken& token) {
  const auto move = parse_move(game_.variant, lines_.back().at, with_separator(token.text));
  if (!move) return fail(token, {}, move.error().message);
  game_.moves.push_back({*move, next_});
  read_.move_ends.push_back(token.end);
  advance(*move);
  next_ = next_number(next_, first_);
}

void PdnReplay::advance(const Move& move) {
  Line& line = lines_.back();
  line.before = std::exchange(line.at, after(game_.variant, line.at, move));
}

void PdnReplay::set_up(const PdnToken& token) {
  if (!game_.moves.empty())
    return fail(token, token.text, "expected a move: no position can be set up within a game");
  if (has_fen_) return fail(token, token.text, "expected no second position");
  const auto setup = parse_fen(game_.variant, token.text);
  if (!setup) return fail(token, token.text, setup.error().message);
  game_.start = *setup;
  lines_.back() = {*setup, *setup, false};
  next_.color = setup->to_move;
}

void PdnReplay::fail(const PdnToken& token, std::string_view what, const std::string& why) {
  std::string place =
      "game " + std::to_string(read_.number) + ", move " + text(next_) + ", " + line_of(token);
  if (!what.empty()) place += quoted(what) + ": ";
  read_.error = Error{Error::Code::bad_notation, place + why};
}

}  // namespace damiera
