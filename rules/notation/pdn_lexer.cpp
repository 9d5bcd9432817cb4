#include "rules/notation/pdn_lexer.h"

#include <algorithm>
#include <array>

#include "rules/notation/ascii.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

using Kind = PdnToken::Kind;

constexpr bool is_name(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
constexpr bool is_word(char c) {
  return is_digit(c) || is_letter(c) || c == '-' || c == ':' || c == '/';
}
constexpr bool is_strength(char c) { return c == '!' || c == '?'; }

constexpr std::array<std::string_view, 8> results{"1-0", "0-1", "1/2-1/2", "2-0",
                                                  "0-2", "1-1", "0-0",     "*"};

template <class Is>
std::size_t span(std::string_view text, std::size_t begin, Is is) {
  std::size_t end = begin;
  while (end < text.size() && is(text[end])) ++end;
  return end;
}

/// The length of the mark that a text begins with: "$12", "!?" or "(!?)". 0 if there is none.
std::size_t mark_length(std::string_view text) {
  if (text.starts_with('$')) {
    const std::size_t end = span(text, 1, is_digit);
    return end > 1 ? end : 0;
  }
  const std::size_t begin = text.starts_with('(') ? 1 : 0;
  const std::size_t end = span(text, begin, is_strength);
  if (begin == 0 || end == begin) return end - begin;
  return text.substr(end).starts_with(')') ? end + 1 : 0;
}

}  // namespace

PdnLexer::PdnLexer(std::string_view text) : text_{text} {
  if (text_.starts_with(byte_order_mark)) place_ = byte_order_mark.size();
}

PdnToken PdnLexer::next() {
  skip_silence();
  if (unclosed_) {
    unclosed_ = false;
    return bad(0, "'}' to end the comment");
  }
  if (at_end()) return token(Kind::end, 0);
  switch (at()) {
    case '[':
      return tag();
    case '(':
      return token(Kind::open, 1);
    case ')':
      return token(Kind::close, 1);
    case '*':
      return token(Kind::result, 1);
    case '/':
      return setup();
    case '.':
      return dots();
    default:
      return number_or_word();
  }
}

void PdnLexer::skip_silence() {
  while (!at_end()) {
    if (is_space(at()))
      advance(1);
    else if (const std::size_t mark = mark_length(text_.substr(place_)); mark > 0)
      advance(mark);
    else if (!skip_comment())
      return;
  }
}

bool PdnLexer::skip_comment() {
  if (at() == ';' || at() == '%') {
    advance(rest_of_line().size());
    return true;
  }
  if (at() != '{') return false;
  const std::size_t end = text_.find('}', place_);
  unclosed_ = end == text_.npos;
  advance((unclosed_ ? text_.size() : end + 1) - place_);
  return true;
}

/// Skips marks, and the space before each of them.
void PdnLexer::skip_marks() {
  for (;;) {
    const std::size_t begin = span(text_, place_, is_space);
    const std::size_t mark = mark_length(text_.substr(begin));
    if (mark == 0) return;
    advance(begin + mark - place_);
  }
}

PdnToken PdnLexer::tag() {
  const std::string_view line = rest_of_line();
  const std::size_t name = span(line, 1, is_space);
  const std::size_t name_end = span(line, name, is_name);
  const std::size_t open = span(line, name_end, is_space);
  const bool named = name_end > name && is_letter(line[name]);
  if (!named || open == line.size() || line[open] != '"')
    return bad(line.size(), "a tag, such as [White \"Rossi\"]");
  std::size_t quote = open + 1;
  while (quote < line.size() && line[quote] != '"') quote += line[quote] == '\\' ? 2 : 1;
  const std::size_t close = span(line, std::min(quote + 1, line.size()), is_space);
  if (close == line.size() || line[close] != ']') return bad(line.size(), "'\"]' to end the tag");
  PdnToken found = token(Kind::tag, close + 1);
  found.name = line.substr(name, name_end - name);
  found.text = line.substr(open + 1, quote - open - 1);
  return found;
}

PdnToken PdnLexer::setup() {
  const std::string_view line = rest_of_line();
  const std::size_t end = line.find('/', 1);
  if (end == line.npos) return bad(line.size(), "'/' to end the position");
  PdnToken found = token(Kind::setup, end + 1);
  found.text = line.substr(1, end - 1);
  return found;
}

PdnToken PdnLexer::dots() {
  const std::size_t length = span(text_, place_, [](char c) { return c == '.'; }) - place_;
  if (length < 2) return bad(length, "a move");
  return token(Kind::ellipsis, length);
}

PdnToken PdnLexer::number_or_word() {
  const std::size_t digits = span(text_, place_, is_digit) - place_;
  if (digits == 0 || at(digits) != '.') return word();
  const std::size_t dot = place_ + digits;
  const std::size_t length = span(text_, dot, [](char c) { return c == '.'; }) - place_;
  PdnToken found = token(length == digits + 1 ? Kind::move_number : Kind::ellipsis, length);
  found.text = found.text.substr(0, digits);
  return found;
}

PdnToken PdnLexer::word() {
  const std::size_t length = span(text_, place_, is_word) - place_;
  if (length == 0)
    return bad(span(text_, place_, [](char c) { return !is_space(c) && c != ')'; }) - place_,
               "a move");
  if (std::ranges::find(results, text_.substr(place_, length)) != results.end())
    return token(Kind::result, length);
  PdnToken found = token(Kind::move, length);
  if (at() == '*') advance(1);  // a forced move
  skip_marks();
  found.end = place_;
  return found;
}

PdnToken PdnLexer::token(PdnToken::Kind kind, std::size_t length) {
  PdnToken found;
  found.kind = kind;
  found.line = line_;
  found.begin = place_;
  found.text = text_.substr(place_, length);
  advance(length);
  found.end = place_;
  return found;
}

PdnToken PdnLexer::bad(std::size_t length, const char* expected) {
  PdnToken found = token(Kind::bad, length);
  found.expected = expected;
  return found;
}

/// Searches for the end of each line once, even if many tags stand on the line.
std::string_view PdnLexer::rest_of_line() {
  if (line_end_ <= place_) line_end_ = std::min(text_.find_first_of("\r\n", place_), text_.size());
  return text_.substr(place_, line_end_ - place_);
}

void PdnLexer::advance(std::size_t length) {
  const auto passed = text_.substr(place_, length);
  line_ += static_cast<int>(std::ranges::count(passed, '\n'));
  place_ += length;
}

}  // namespace damiera
