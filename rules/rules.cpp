#include "rules/rules.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "rules/notation/ascii.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

bool is_called(Variant v, std::string_view text) {
  return is_same_word(text, name(v)) || text == std::to_string(static_cast<int>(v)) ||
         std::ranges::any_of(other_names(v), [&](auto other) { return is_same_word(text, other); });
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
  return Error{Error::Code::bad_notation,
               "game " + quoted(text) + ": expected one of " + names_of_games()};
}

std::string names_of_games() {
  std::string names;
  for (const ListedGame& game : listed_games)
    names += (names.empty() ? "" : ", ") + std::string{game.name};
  return names;
}

}  // namespace damiera
