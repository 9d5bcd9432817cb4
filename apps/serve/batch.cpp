#include "apps/serve/batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "answers/json.h"
#include "apps/serve/message.h"
#include "apps/serve/position_json.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

/// A line, taken apart.
struct BatchLine {
  std::string fen;
  std::optional<std::string> count, counted;
};

/// A number as it is written in a request: "31", "31.5".
std::string number_text(const Json& number) {
  return number.is_number_float() ? fmt::format("{}", number.get<double>()) : number.dump();
}

/// A member as text: a number or a string; nothing if it is null or not there.
std::optional<std::string> member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  if (found->is_string()) return found->get<std::string>();
  if (found->is_number()) return number_text(*found);
  return std::string{"?"};
}

/// The JSON of a request is never deep: text that nests deeper than one object is not parsed.
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

Result<void> append_answer(const Tablebase& tables, const BatchLine& line, const BatchCount& usual,
                           Text& out) {
  PositionText text{line.fen, usual.count, usual.counted};
  if (line.count) text.count = *line.count;
  if (line.counted) text.counted = *line.counted;
  const auto asked = read_position(tables.variant(), text);
  if (!asked) return asked.error();
  const auto answer = evaluate(tables, *asked);
  if (!answer) return answer.error();
  append_position(tables.variant(), *asked, *answer, out);
  return {};
}

void append_error(std::string_view fen, const Error& error, Text& out) {
  append(out,
         to_line({{"fen", std::string{shortened(fen, 80)}}, {"error", public_message(error)}}));
}

/// Error try_again only. `log`: as in BatchAnswer.
Result<void> append_line(const Tablebase& tables, std::string_view line, const BatchCount& usual,
                         const BatchLimits& limits, Text& out, std::string& log) {
  const auto parsed = parse_line(line);
  Result<void> answered;
  if (!parsed)
    answered = parsed.error();
  else if (parsed->fen.size() > limits.fen_bytes)
    answered = Error{Error::Code::bad_notation, "fen: too long"};
  else
    answered = append_answer(tables, *parsed, usual, out);
  if (!answered && answered.error().code == Error::Code::try_again) return answered;
  if (!answered && is_of_server(answered.error()) && log.empty()) log = answered.error().message;
  if (!answered) append_error(parsed ? parsed->fen : line, answered.error(), out);
  append(out, "\n");
  return {};
}

/// Calls act(line) for each that is not empty, while it returns true.
template <class Act>
void for_each_line(std::string_view lines, const Act& act) {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = trimmed(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    if (!act(line)) return;
  }
}

}  // namespace

std::size_t count_positions(std::string_view lines) {
  std::size_t count = 0;
  for_each_line(lines, [&](std::string_view) { return ++count > 0; });
  return count;
}

Result<BatchAnswer> answer_batch(const Tablebase& tables, std::string_view lines,
                                 const BatchCount& usual, const BatchLimits& limits) {
  if (count_positions(lines) > limits.lines)
    return Error{Error::Code::bad_notation,
                 "body: expected at most " + std::to_string(limits.lines) + " lines"};
  Text out;
  std::string log;
  Result<void> answered;
  for_each_line(lines, [&](std::string_view line) {
    answered = append_line(tables, line, usual, limits, out, log);
    return bool(answered);
  });
  if (!answered) return answered.error();
  return BatchAnswer{fmt::to_string(out), std::move(log)};
}

}  // namespace damiera
