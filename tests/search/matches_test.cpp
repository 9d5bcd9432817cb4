// Whole games of the player against simple opponents.

#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <random>

#include "rules/value_at_end.h"
#include "search/player.h"

namespace damiera {
namespace {

using Mover = std::function<Move(const Position&, std::span<const Position>)>;

/// Plays a game; returns its value for the side that begins, a draw after 300 plies. `at_end` is
/// the value of a position without a move.
template <Rules R>
Value play(const Mover& first, const Mover& second, Value at_end) {
  std::vector<Position> played;
  Position pos = initial_position<R>();
  for (int ply = 0; ply < 300; ++ply) {
    if (legal_moves<R>(pos).empty()) return ply % 2 == 0 ? at_end : -at_end;
    const Move move = (ply % 2 == 0 ? first : second)(pos, played);
    played.push_back(pos);
    pos = after<R>(pos, move);
  }
  return Value::draw;
}

template <Rules R>
Mover random_mover(std::mt19937_64& random) {
  return [&](const Position& pos, auto) {
    const Moves moves = legal_moves<R>(pos);
    return moves[random() % moves.size()];
  };
}

/// Looks one ply ahead, and takes what leaves it the most: a man is worth `man`, a king thrice
/// that.
template <Rules R>
Mover material_mover(std::mt19937_64& random, int man = 1) {
  return [&random, man](const Position& pos, auto) {
    const auto material = [man](const Position& p) {
      return man * (p.their_men.count() + 3 * p.their_kings.count() - p.my_men.count() -
                    3 * p.my_kings.count());
    };
    Moves best;
    int most = INT_MIN;
    for (const Move& m : legal_moves<R>(pos)) {
      const int left = material(after<R>(pos, m));
      if (left > most) best.clear();
      most = std::max(most, left);
      if (left == most) best.push_back(m);
    }
    return best[random() % best.size()];
  };
}

/// The number of `games` that the player wins; it begins every second game.
template <Rules R>
int wins(const Mover& opponent, int games, Variant game = R.id) {
  const auto tables = *Tablebase::open(game, {});
  const Value at_end = value_at(game);
  int won = 0;
  for (int i = 0; i < games; ++i) {
    Player player{tables, 1 << 20};
    const Mover self = [&](const Position& pos, std::span<const Position> played) {
      return player.choose(pos, played, {.nodes = 2048}, [](const Choice&) { return true; })->move;
    };
    won += i % 2 == 0 ? play<R>(self, opponent, at_end) == Value::win
                      : play<R>(opponent, self, at_end) == Value::loss;
  }
  return won;
}

// DAMIERA_GAMES sets another number, such as 100.
int games() {
  const char* number = std::getenv("DAMIERA_GAMES");
  return number ? std::atoi(number) : 10;
}

TEST(Matches, PlayerBeatsARandomMover) {
  std::mt19937_64 random{1};
  EXPECT_EQ(wins<english>(random_mover<english>(random), games()), games());
}

// To lose one's men is the aim there. Without tables some games do not end within 300 plies.
TEST(Matches, PlayerBeatsARandomMoverWhereWhoHasNoMoveWins) {
  std::mt19937_64 random{3};
  with_moves(Variant::english_giveaway, [&]<Rules R>() {
    const Mover mover = random_mover<R>(random);
    EXPECT_GE(wins<R>(mover, games(), Variant::english_giveaway), games() * 8 / 10);
  });
}

TEST(Matches, PlayerBeatsWhoLooksOnePlyAhead) {
  std::mt19937_64 random{2};
  EXPECT_EQ(wins<english>(material_mover<english>(random), games()), games());
}

}  // namespace
}  // namespace damiera
