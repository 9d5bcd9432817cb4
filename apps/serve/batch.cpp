#include "apps/serve/batch.h"

#include <algorithm>

#include "answers/json.h"
#include "apps/serve/position_json.h"

namespace damiera {

namespace {

/// A line, taken apart.
struct BatchLine {
  std::string fen;
  std::optional<std::string> count, counted;
};

/// A member as text: a number or a string; nothing for anything else.
std::optional<std::string> member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  if (found->is_string()) return found->get<std::string>();
  if (found->is_number()) return found->dump();
  return std::string{"?"};
}

/// No JSON of ours is deep: text that would nest deeper than an object is not even parsed.
bool is_flat(std::string_view text) {
  return std::ranges::count(text, '{') <= 1 && std::ranges::count(text, '[') == 0;
}

Result<BatchLine> parse_line(std::string_view line) {
  if (!line.starts_with('{')) return BatchLine{std::string{line}, {}, {}};
  const Json object = is_flat(line) ? Json::parse(line, nullptr, false) : Json{};
  const auto fen = object.is_object() ? member(object, "fen") : std::nullopt;
  if (!fen) return Error{Error::Code::bad_notation, "expected a FEN, or an object with \"fen\""};
  return BatchLine{*fen, member(object, "count"), member(object, "counted")};
}

Result<void> append_answer(const Tablebase& tables, const BatchLine& line, Text& out) {
  const auto asked = read_position(tables.variant(), {line.fen, line.count, line.counted});
  if (!asked) return asked.error();
  const auto answer = evaluate(tables, *asked);
  if (!answer) return answer.error();
  append_position(tables.variant(), *asked, *answer, out);
  return {};
}

void append_error(std::string_view fen, const Error& error, Text& out) {
  append(out, to_line({{"fen", std::string{fen.substr(0, 80)}}, {"error", error.message}}));
}

void append_line(const Tablebase& tables, std::string_view line, const BatchLimits& limits,
                 Text& out) {
  const auto parsed = parse_line(line);
  if (!parsed) return append_error(line, parsed.error(), out);
  if (parsed->fen.size() > limits.fen_bytes)
    return append_error(parsed->fen, {Error::Code::bad_notation, "fen: too long"}, out);
  if (const auto answered = append_answer(tables, *parsed, out); !answered)
    append_error(parsed->fen, answered.error(), out);
}

}  // namespace

Result<std::string> answer_batch(const Tablebase& tables, std::string_view lines,
                                 const BatchLimits& limits) {
  Text out;
  for (std::size_t count = 0; !lines.empty();) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = trimmed(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    if (++count > limits.lines)
      return Error{Error::Code::bad_notation,
                   "body: expected at most " + std::to_string(limits.lines) + " lines"};
    append_line(tables, line, limits, out);
    append(out, "\n");
  }
  return fmt::to_string(out);
}

}  // namespace damiera
