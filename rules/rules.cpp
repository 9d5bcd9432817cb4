#include "rules/rules.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace damiera {

namespace {

constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same(std::string_view text, std::string_view in_lower_case) {
  return std::ranges::equal(text, in_lower_case, {}, lower);
}

bool is_called(Variant v, std::string_view text) {
  return is_same(text, name(v)) || text == std::to_string(static_cast<int>(v)) ||
         std::ranges::any_of(other_names(v), [&](auto other) { return is_same(text, other); });
}

}  // namespace

void detail::not_in_build(Variant id) {
  std::fprintf(stderr, "damiera: built without the %s game\n", std::string{name(id)}.c_str());
  std::abort();
}

std::span<const std::string_view> other_names(Variant id) {
  const auto& names = listed_games[place_of(id)].other_names;
  const auto used = std::ranges::find(names, std::string_view{}) - names.begin();
  return std::span{names}.first(static_cast<std::size_t>(used));
}

Result<Variant> parse_variant(std::string_view text) {
  for (Variant v : all_variants)
    if (is_called(v, text)) return v;
  return Error{Error::Code::bad_notation, "game '" + std::string{text.substr(0, 40)} +
                                              "': expected one of " + names_of_games()};
}

std::string names_of_games() {
  std::string names;
  for (const ListedGame& game : listed_games)
    names += (names.empty() ? "" : ", ") + std::string{game.name};
  return names;
}

}  // namespace damiera
