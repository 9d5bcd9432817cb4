// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "rules/games/on_100_squares.h"
#include "rules/games/on_64_squares.h"

namespace damiera {

/// A game in the list of all games: its rules and its names.
struct ListedGame {
  Rules rules;
  std::string_view name;                        ///< as a user types it; also a folder's name
  std::array<std::string_view, 3> other_names;  ///< in lower case; unused ones are empty
  int shipped_pieces;  ///< the largest number of pieces in the tables that come with the program
};

/// The only list of games: help, messages, tests and tables follow from it. CMake reads it too, so
/// each game has one line. A renamed game shares its tables with the game whose rules it has.
inline constexpr std::array listed_games{
    ListedGame{italian, "italian", {"dama", "it"}, 5},
    ListedGame{english, "english", {"american", "checkers", "en"}, 5},
    ListedGame{international, "international", {"standard", "10x10", "normal"}, 5},
    ListedGame{russian, "russian", {"shashki", "ru"}, 5},
    ListedGame{brazilian, "brazilian", {"br"}, 5},
    ListedGame{spanish, "spanish", {"es"}, 4},
    ListedGame{renamed(Variant::portuguese, spanish), "portuguese", {"pt"}, 4},
    ListedGame{czech, "czech", {"cz"}, 4},
    ListedGame{pool, "pool", {"american-pool"}, 4},
    ListedGame{thai, "thai", {"makhos"}, 4},
    ListedGame{killer, "killer", {}, 4},
    ListedGame{breakthrough, "breakthrough", {"bt"}, 4},
    ListedGame{antidraughts, "antidraughts", {"losing"}, 4},
    ListedGame{frisian, "frisian", {}, 4},
    ListedGame{renamed(Variant::frysk, frisian_with_five_men), "frysk", {"frysk!"}, 4},
    ListedGame{russian_giveaway, "russian_giveaway", {"poddavki"}, 4},
    ListedGame{english_giveaway, "english_giveaway", {"suicide"}, 4},
    ListedGame{brazilian_giveaway, "brazilian_giveaway", {}, 4},
    ListedGame{renamed(Variant::jamaican, mirrored_pool), "jamaican", {}, 4},
    ListedGame{renamed(Variant::filipino, mirrored_brazilian), "filipino", {}, 5},
    ListedGame{renamed(Variant::ivorian, mirrored_international), "ivorian", {"paraguayan"}, 5}};

inline constexpr auto all_variants = [] {
  std::array<Variant, listed_games.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = listed_games[i].rules.id;
  return all;
}();

/// The place of a game in the list.
constexpr std::size_t place_of(Variant id) {
  std::size_t at = 0;
  while (all_variants[at] != id) ++at;
  return at;
}

/// True if two games have the same positions, moves and values: they differ at most in name,
/// initial position and notation.
constexpr bool same_play(const Rules& a, Rules b) {
  b.id = a.id;
  b.squares = a.squares;
  b.mirrored = a.mirrored;
  b.first_to_move = a.first_to_move;
  b.rows_of_men = a.rows_of_men;
  return a == b;
}

/// True if two games have the same positions and moves. They may differ in the fields that
/// same_play() ignores, and in whether a side without a move loses or wins. A giveaway game differs
/// from its original game only in these.
constexpr bool same_moves(const Rules& a, Rules b) {
  if (a.kings_play() == b.kings_play()) b.goal = a.goal;
  return same_play(a, b);
}

/// True if two games have the same board and, while a game goes on, the same has_capture().
constexpr bool same_first_jumps(const Rules& a, const Rules& b) {
  return a.width == b.width && a.top_left_is_dark == b.top_left_is_dark &&
         a.flying_kings == b.flying_kings && a.men_capture_backward == b.men_capture_backward &&
         a.men_capture_kings == b.men_capture_kings &&
         a.captures_orthogonally == b.captures_orthogonally && a.king_limit == b.king_limit;
}

/// The place in the list of the first game that is `alike` to the one at place `n`.
template <class Alike>
constexpr std::size_t first_alike(std::size_t n, const Alike& alike) {
  std::size_t at = 0;
  while (!alike(listed_games[at].rules, listed_games[n].rules)) ++at;
  return at;
}

/// The game whose tables hold the values of this one: the first in the list with the same play.
constexpr Variant tables_of(Variant id) {
  return all_variants[first_alike(place_of(id), same_play)];
}
static_assert(tables_of(Variant::portuguese) == Variant::spanish);

}  // namespace damiera
