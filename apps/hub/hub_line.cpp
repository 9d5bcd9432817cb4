#include "apps/hub/hub_line.h"

#include <algorithm>
#include <utility>

#include "rules/notation/ascii.h"

namespace damiera {

namespace {

void skip_spaces(std::string_view& rest) {
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
}

/// The text up to a space, or to `stop`.
std::string_view take_word(std::string_view& rest, char stop) {
  std::size_t length = 0;
  while (length < rest.size() && !is_space(rest[length]) && rest[length] != stop) ++length;
  const auto word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

/// The value after '=': up to a space, or between quotes.
std::string_view take_value(std::string_view& rest) {
  if (rest.empty() || rest.front() != '"') return take_word(rest, ' ');
  const std::size_t end = std::min(rest.find('"', 1), rest.size());
  const auto value = rest.substr(1, end - 1);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return value;
}

std::string_view without_spaces_at_end(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<std::string_view> HubLine::value(std::string_view name) const {
  const auto found = std::ranges::find(arguments, name, &Argument::name);
  if (found == arguments.end()) return {};
  return found->value;
}

HubLine parse_hub_line(std::string_view line) {
  std::string_view rest = without_spaces_at_end(line);
  HubLine read;
  skip_spaces(rest);
  read.command = take_word(rest, ' ');
  for (skip_spaces(rest); !rest.empty(); skip_spaces(rest)) {
    HubLine::Argument argument{std::string{take_word(rest, '=')}, {}};
    if (!rest.empty() && rest.front() == '=') {
      rest.remove_prefix(1);
      const bool to_the_end = read.command == "set-param" && argument.name == "value" &&
                              read.has("name") && !rest.empty() && rest.front() != '"';
      argument.value = to_the_end ? std::exchange(rest, {}) : take_value(rest);
    }
    read.arguments.push_back(std::move(argument));
  }
  return read;
}

std::string hub_word(std::string_view key, std::string_view value) {
  std::string shown{value};
  std::ranges::replace(shown, '"', '\'');
  std::ranges::replace(shown, '=', ':');
  std::ranges::replace_if(shown, is_space, ' ');
  const bool quoted = shown.empty() || shown.find(' ') != std::string::npos;
  return std::string{key} + "=" + (quoted ? "\"" + shown + "\"" : shown);
}

}  // namespace damiera
