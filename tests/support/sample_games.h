// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "rules/rules.h"

namespace damiera::test {

/// Games that have every property of Rules between them, but that of Goal::first_king_wins, which
/// leaves no kings. For tests of what is done in the same way for all games: with each game more
/// they would take longer to compile and to run, and find nothing more.
inline constexpr std::array sample_variants_of_all{
    Variant::italian,   Variant::english, Variant::international, Variant::russian,
    Variant::brazilian, Variant::thai,    Variant::killer,        Variant::english_giveaway};
inline constexpr auto sample_variants = built<sample_variants_of_all>;

/// The same without those whose properties others have: English giveaway has the moves of the
/// English game, and the Brazilian one captures as the international one does, on the board of the
/// Russian one. For tests that compile code of their own for each game.
inline constexpr std::array few_variants_of_all{Variant::italian, Variant::international,
                                                Variant::russian, Variant::thai,
                                                Variant::killer,  Variant::english_giveaway};
inline constexpr auto few_variants = built<few_variants_of_all>;

/// A game on each size of board, and one with flying kings where others have short ones. For tests
/// of code that is the same whatever is captured and how.
inline constexpr std::array board_variants_of_all{Variant::italian, Variant::russian,
                                                  Variant::international};
inline constexpr auto board_variants = built<board_variants_of_all>;

/// The games of this build that are not played as another one is: for tests to which names and
/// squares are all one.
inline std::vector<Variant> played_variants() {
  std::vector<Variant> played;
  for (Variant v : all_variants)
    if (tables_of(v) == v && in_build(v)) played.push_back(v);
  return played;
}

/// Calls f.operator()<R>() for one of `games`, with the rules of the first game that is `alike`.
/// Any other game ends the test program.
template <const auto& games, auto alike, std::size_t N = 0, class F>
decltype(auto) with_rules_among(Variant id, F&& f) {
  constexpr Rules rules = listed_games[first_alike(place_of(games[N]), alike)].rules;
  if constexpr (N + 1 < games.size())
    if (id != games[N]) return with_rules_among<games, alike, N + 1>(id, f);
  if (id != games[N]) std::abort();
  return f.template operator()<rules>();
}
/// with_rules() for one of the sample.
template <class F>
decltype(auto) with_sample_rules(Variant id, F&& f) {
  return with_rules_among<sample_variants, same_play>(id, f);
}
/// with_moves() for one of the few.
template <class F>
decltype(auto) with_few_moves(Variant id, F&& f) {
  return with_rules_among<few_variants, same_moves>(id, f);
}

/// with_moves() for one of the games that stand for boards.
template <class F>
decltype(auto) with_board_moves(Variant id, F&& f) {
  return with_rules_among<board_variants, same_moves>(id, f);
}

}  // namespace damiera::test
