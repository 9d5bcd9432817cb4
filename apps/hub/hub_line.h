// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace damiera {

/// A line of the Hub protocol, version 2: a command and its arguments, as in
/// `level moves=9 time=291.587` or `pos pos=B... moves="38-15 5-41"`.
struct HubLine {
  struct Argument {
    std::string name, value;  ///< a flag has an empty value

    bool operator==(const Argument&) const = default;
  };
  std::string command;  ///< empty for an empty line
  std::vector<Argument> arguments;

  bool has(std::string_view name) const { return value(name).has_value(); }
  /// The value of the first argument of that name.
  std::optional<std::string_view> value(std::string_view name) const;
};

/// Reads any text; an unreadable part becomes an argument that no caller looks for. In `set-param
/// ... value=` the last value needs no quotes: it then goes to the end of the line.
HubLine parse_hub_line(std::string_view line);

/// Words of an answer. Clients cut lines at blanks outside quotes and then at '=', and want two
/// parts: so "key=value" with exactly one '='. A value that is empty or has blanks is put in
/// quotes; quotes and '=' in it are replaced.
std::string hub_word(std::string_view key, std::string_view value);

}  // namespace damiera
