// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "rules/rules.h"

namespace damiera::test {

/// Games that together have every property of Rules, except Goal::first_king_wins, which leaves no
/// kings. For tests of code that works in the same way for all games: more games would only take
/// longer to compile and to run.
inline constexpr std::array sample_variants_of_all{
    Variant::italian,   Variant::english, Variant::international, Variant::russian,
    Variant::brazilian, Variant::thai,    Variant::killer,        Variant::english_giveaway};
inline constexpr auto sample_variants = built<sample_variants_of_all>;

/// The sample without games whose properties others have: English giveaway has the moves of the
/// English game, and Brazilian draughts has the captures of the international game on the board of
/// the Russian one. For tests that compile code of their own for each game.
inline constexpr std::array few_variants_of_all{Variant::italian, Variant::international,
                                                Variant::russian, Variant::thai,
                                                Variant::killer,  Variant::english_giveaway};
inline constexpr auto few_variants = built<few_variants_of_all>;

/// A game on each size of board, and one with flying kings where others have short ones. For tests
/// of code that does not depend on the rules for captures.
inline constexpr std::array board_variants_of_all{Variant::italian, Variant::russian,
                                                  Variant::international};
inline constexpr auto board_variants = built<board_variants_of_all>;

/// The games of this build that have tables of their own: for tests to which names and squares do
/// not matter.
inline std::vector<Variant> played_variants() {
  std::vector<Variant> played;
  for (Variant v : all_variants)
    if (tables_of(v) == v && in_build(v)) played.push_back(v);
  return played;
}

/// with_moves() for one of `games`. Any other game ends the test program.
template <const auto& games, std::size_t N = 0, class F>
decltype(auto) with_moves_among(Variant id, F&& f) {
  constexpr Rules rules = listed_games[first_alike(place_of(games[N]), same_moves)].rules;
  if constexpr (N + 1 < games.size())
    if (id != games[N]) return with_moves_among<games, N + 1>(id, f);
  if (id != games[N]) std::abort();
  return f.template operator()<rules>();
}
/// with_moves() for one of the sample.
template <class F>
decltype(auto) with_sample_moves(Variant id, F&& f) {
  return with_moves_among<sample_variants>(id, f);
}
/// with_moves() for one of the few.
template <class F>
decltype(auto) with_few_moves(Variant id, F&& f) {
  return with_moves_among<few_variants>(id, f);
}

/// with_moves() for one of the games that stand for boards.
template <class F>
decltype(auto) with_board_moves(Variant id, F&& f) {
  return with_moves_among<board_variants>(id, f);
}

}  // namespace damiera::test
