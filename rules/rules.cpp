#include "rules/rules.h"

#include <algorithm>
#include <string>

namespace damiera {

namespace {

constexpr std::array<std::string_view, 2> italian_names{"dama", "it"};
constexpr std::array<std::string_view, 3> english_names{"american", "checkers", "en"};
constexpr std::array<std::string_view, 3> international_names{"standard", "10x10", "normal"};
constexpr std::array<std::string_view, 2> russian_names{"shashki", "ru"};
constexpr std::array<std::string_view, 1> brazilian_names{"br"};

constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same(std::string_view text, std::string_view in_lower_case) {
  return std::ranges::equal(text, in_lower_case, {}, lower);
}

bool is_called(Variant v, std::string_view text) {
  return is_same(text, name(v)) || text == std::to_string(static_cast<int>(v)) ||
         std::ranges::any_of(other_names(v), [&](auto other) { return is_same(text, other); });
}

}  // namespace

std::span<const std::string_view> other_names(Variant id) {
  switch (id) {
    case Variant::italian:
      return italian_names;
    case Variant::english:
      return english_names;
    case Variant::international:
      return international_names;
    case Variant::russian:
      return russian_names;
    case Variant::brazilian:
      return brazilian_names;
  }
  return {};
}

Result<Variant> parse_variant(std::string_view text) {
  std::string names;
  for (Variant v : all_variants) {
    if (is_called(v, text)) return v;
    names += (names.empty() ? "" : ", ") + std::string{name(v)};
  }
  return Error{Error::Code::bad_notation,
               "game '" + std::string{text.substr(0, 40)} + "': expected one of " + names};
}

}  // namespace damiera
