#include <algorithm>

#include "indexing/material.h"
#include "rules/notation/fen.h"
#include "rules/notation/game.h"
#include "rules/notation/game_type.h"
#include "rules/notation/move_notation.h"
#include "rules/notation/square_name.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

// Calls check(what was read), or looks at the error.
template <class T, class Check>
void expect(const Result<T>& read, const Check& check) {
  if (read)
    check(*read);
  else
    require_readable(read.error());
}

void check_words(std::string_view word) {
  expect(parse_variant(word),
         [&](Variant v) { require(*parse_variant(name(v)) == v, "a game is read by its name"); });
  expect(parse_material(word),
         [&](const Material& m) { require(name(m) == word, "a slice is read by its name"); });
  expect(parse_game_type(word), [](Variant v) {
    const auto again = parse_game_type(game_type(v));
    require(again && *again == v, "a GameType is read as it is written");
  });
  expect(parse_move_number(word), [](const MoveNumber& n) {
    const auto again = parse_move_number(text(n));
    require(again && *again == n, "a move's number is read as it is written");
  });
}

void check_move(Variant variant, const Setup& setup, std::string_view word) {
  expect(parse_move(variant, setup, word), [&](const Move& move) {
    const auto again = parse_move(variant, setup, move_text(variant, setup, move));
    require(again && *again == move, "a move is read as it is written");
    const Moves legal = legal_moves(variant, setup);
    require(std::ranges::find(legal, move) != legal.end(), "a move that is read is legal");
  });
}

// Positions with captures that differ in their path only, with flying kings and without.
constexpr std::array rich_positions{"W:WK1,K4,K32:B6,7,10,14,15,18,19,22,23",
                                    "B:W10,11,14,15,18,19,23:BK1,K3,K30"};

void check_in(Variant variant, std::string_view word) {
  if (const auto sq = parse_square(rules_of(variant), word))
    require(parse_square(rules_of(variant), square_name(rules_of(variant), *sq)) == sq,
            "a square is read as it is written");
  check_move(variant, initial_setup(variant), word);
  for (const char* fen : rich_positions) {
    const auto setup = parse_fen(variant, fen);
    const bool has_kings = rules_of(variant).goal != Goal::first_king_wins;
    require(bool(setup) == has_kings, "a position of every game in which kings play");
    if (!setup) continue;
    check_move(variant, *setup, word);
  }
}

}  // namespace

void notation(Input input) {
  const std::string_view word = text_of(input.first(std::min<std::size_t>(input.size(), 200)));
  check_words(word);
  for (const Variant variant : all_variants) check_in(variant, word);
}

}  // namespace damiera::fuzz
