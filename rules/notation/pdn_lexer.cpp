#include "rules/notation/pdn_lexer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rules/notation/ascii.h"
#include "rules/notation/game_result.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

using Kind = PdnToken::Kind;

constexpr bool is_name(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
constexpr bool is_word(char c) {
  return is_digit(c) || is_letter(c) || c == '-' || c == ':' || c == '/';
}
constexpr bool is_result(char c) {
  return is_digit(c) || c == '-' || c == ':' || c == '/' || c == '.';
}
constexpr bool is_strength(char c) { return c == '!' || c == '?'; }

constexpr std::size_t longest_result = 16;  // in bytes, with a dash

/// The length of the dash that a text begins with: one of U+2010 to U+2015, the minus sign, or the
/// en dash of Windows-1252. 0 if there is none.
std::size_t dash_length(std::string_view text) {
  if (text.starts_with('\x96')) return 1;
  if (text.starts_with("\u2212")) return 3;
  const bool in_row = text.starts_with("\xe2\x80") && text.size() > 2;
  return in_row && text[2] >= '\x90' && text[2] <= '\x95' ? 3 : 0;
}

/// The length of the sign for one half that a text begins with, in UTF-8 or Latin-1; 0 if there is
/// none.
std::size_t half_length(std::string_view text) {
  return text.starts_with("\u00bd") ? 2 : text.starts_with('\xbd') ? 1 : 0;
}

/// The length of the word that a text begins with.
std::size_t word_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t next = is_word(text[end]) ? 1 : dash_length(text.substr(end));
    if (next == 0) break;
    end += next;
  }
  return end;
}

/// The length of the result that a text begins with; 0 if there is none.
std::size_t result_length(std::string_view text) {
  text = text.substr(0, longest_result);
  std::size_t end = 0;
  while (end < text.size()) {
    const std::string_view rest = text.substr(end);
    const std::size_t next =
        is_result(rest.front()) ? 1 : std::max(dash_length(rest), half_length(rest));
    if (next == 0) break;
    end += next;
  }
  if (end < text.size() && is_word(text[end])) return 0;
  while (end > 0 && text[end - 1] == '.') --end;
  return result_meant(with_hyphens(text.substr(0, end))).empty() ? 0 : end;
}

template <class Is>
std::size_t span(std::string_view text, std::size_t begin, Is is) {
  std::size_t end = begin;
  while (end < text.size() && is(text[end])) ++end;
  return end;
}

/// Where the name of a tag begins and ends in its line, and where the quote before its value is.
struct TagStart {
  std::size_t name, name_end, quote;
};

/// What a line begins with, such as [White "; nothing if that is no tag.
std::optional<TagStart> tag_start(std::string_view line) {
  const std::size_t name = span(line, 1, is_space);
  const std::size_t name_end = span(line, name, is_name);
  const std::size_t quote = span(line, name_end, is_space);
  const bool is_named = name_end > name && is_letter(line[name]);
  if (!is_named || quote == line.size() || line[quote] != '"') return {};
  return TagStart{name, name_end, quote};
}

/// Where the first line of a text begins that begins as a tag does; the size of the text if there
/// is none.
std::size_t tag_line(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('[', at)) != text.npos; ++at) {
    if (at == 0 || (text[at - 1] != '\n' && text[at - 1] != '\r')) continue;
    if (tag_start(text.substr(at, text.find_first_of("\r\n", at) - at))) return at;
  }
  return text.size();
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
  if (unclosed_ > 0) {
    PdnToken found = bad(0, "'}' to end the comment");
    found.line = std::exchange(unclosed_, 0);
    return found;
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
    else if (text_.substr(place_).starts_with(byte_order_mark))
      advance(byte_order_mark.size());  // files were joined
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
  if (at() != '{' || unclosed_ > 0) return false;
  skip_braces();
  return true;
}

/// Comments do not nest: if a line with a tag is followed by another '{' before the '}', the first
/// comment was not closed. Else one slip of the pen would swallow games.
void PdnLexer::skip_braces() {
  if (close_ <= place_) close_ = std::min(text_.find('}', place_), text_.size());
  const std::string_view inside = text_.substr(place_, close_ - place_);
  const std::size_t tag = tag_line(inside);
  const bool is_closed =
      close_ < text_.size() && inside.find('{', std::max<std::size_t>(tag, 1)) == inside.npos;
  if (is_closed) return advance(inside.size() + 1);
  unclosed_ = line_;
  advance(tag);
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
  const auto start = tag_start(line);
  if (!start) return bad(line.size(), "a tag, such as [White \"Rossi\"]");
  const auto [name, name_end, open] = *start;
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
  if (const std::size_t length = result_length(text_.substr(place_)); length > 0)
    return token(Kind::result, length);
  const std::size_t digits = span(text_, place_, is_digit) - place_;
  if (digits == 0 || at(digits) != '.') return word();
  const std::size_t dot = place_ + digits;
  const std::size_t length = span(text_, dot, [](char c) { return c == '.'; }) - place_;
  PdnToken found = token(length == digits + 1 ? Kind::move_number : Kind::ellipsis, length);
  found.text = found.text.substr(0, digits);
  return found;
}

PdnToken PdnLexer::word() {
  const std::size_t length = word_length(text_.substr(place_));
  if (length == 0)
    return bad(span(text_, place_, [](char c) { return !is_space(c) && c != ')'; }) - place_,
               "a move");
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

std::string with_hyphens(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t dash = dash_length(text);
    // A byte of another character may look like the dash of Windows-1252.
    std::size_t length = std::max<std::size_t>(dash, 1);
    while (dash == 0 && static_cast<unsigned char>(text[0]) >= 0xc0U && length < text.size() &&
           continues_character(text[length]))
      ++length;
    plain += dash > 0 ? std::string_view{"-"} : text.substr(0, length);
    text.remove_prefix(length);
  }
  return plain;
}

}  // namespace damiera
