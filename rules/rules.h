// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rules/listed_games.h"
#include "rules/result.h"

namespace damiera {

/// True if `number` is one of the games.
constexpr bool is_variant(int number) {
  for (Variant v : all_variants)
    if (static_cast<int>(v) == number) return true;
  return false;
}

/// True if code for the game is compiled in: always, unless DAMIERA_GAMES names a few games, as in
/// builds with sanitizers, which take long to compile.
constexpr bool in_build([[maybe_unused]] Variant id) {
#ifdef DAMIERA_GAMES
  constexpr std::string_view built = " " DAMIERA_GAMES " ";
  const std::string_view wanted = listed_games[place_of(tables_of(id))].name;
  // The name of a game may be a part of another's: `english` of `english_giveaway`.
  for (std::size_t at = built.find(wanted); at != built.npos; at = built.find(wanted, at + 1))
    if (built[at - 1] == ' ' && built[at + wanted.size()] == ' ') return true;
  return false;
#else
  return true;
#endif
}

namespace detail {

/// Ends the program with a message: it was built without the game.
[[noreturn]] void not_in_build(Variant id);

// Tries the games from place N on. A game that is `alike` to an earlier one calls the code of the
// earlier one, so that this code is compiled once.
template <auto alike, std::size_t N, class F>
auto with_first_alike(Variant id, F& f)
    -> decltype(f.template operator()<listed_games[0].rules>()) {
  constexpr Rules rules = listed_games[first_alike(N, alike)].rules;
  if constexpr (N + 1 < listed_games.size())
    if (listed_games[N].rules.id != id) return with_first_alike<alike, N + 1>(id, f);
  if constexpr (in_build(listed_games[N].rules.id)) return f.template operator()<rules>();
  not_in_build(id);  // names and headers admit no id that is not in the list
}

}  // namespace detail

/// Calls f.operator()<R>() with the rules of the game with this id. R has its board and its moves,
/// but may be another game: English draughts for English giveaway. So do not take the name, the
/// notation or the goal from R, but from rules_of(id). This is the only switch over games.
template <class F>
decltype(auto) with_moves(Variant id, F&& f) {
  return detail::with_first_alike<same_moves, 0>(id, f);
}

/// Like with_moves(), for an `f` that needs only the board and has_capture() of positions that
/// tables hold. It is compiled for fewer games.
template <class F>
decltype(auto) with_first_jumps(Variant id, F&& f) {
  return detail::with_first_alike<same_first_jumps, 0>(id, f);
}

/// The games of an array for which code is compiled in.
template <const auto& games>
inline constexpr auto built = [] {
  constexpr auto count = std::ranges::count_if(games, in_build);
  std::array<Variant, count> kept{};
  std::ranges::copy_if(games, kept.begin(), in_build);
  return kept;
}();

/// The rules of a game as a run-time value.
constexpr const Rules& rules_of(Variant id) { return listed_games[place_of(id)].rules; }

/// The name a user types: "italian".
constexpr std::string_view name(Variant id) { return listed_games[place_of(id)].name; }

/// Other usual names of a game, in lower case: "american", "checkers". parse_variant() also accepts
/// the GameType number, which is not listed here.
std::span<const std::string_view> other_names(Variant id);

/// The game with this name(), other name or GameType number; upper and lower case are the same.
/// Error bad_notation, which lists the names, for any other text.
Result<Variant> parse_variant(std::string_view text);

/// The names of all games: "italian, english, ..." in the order of the list.
std::string names_of_games();

}  // namespace damiera
