#include "rules/board/geometry.h"

#include <gtest/gtest.h>

#include <random>

namespace damiera {
namespace {

/// Calls f.operator()<R>() for every game.
template <class F>
void for_every_game(const F& f) {
  for (Variant v : all_variants) {
    SCOPED_TRACE(name(v));
    with_moves(v, f);
  }
}

TEST(Geometry, StepsToTheDiagonalNeighbourAndNowhereElse) {
  for_every_game([]<Rules R>() {
    using B = Board<R>;
    for (Square a : B::all)
      for (Direction d : all_directions) {
        Bitboard expected;
        for (Square b : B::all)
          if (B::row(b) == B::row(a) + (is_up(d) ? -1 : 1) &&
              B::column(b) == B::column(a) + (is_left(d) ? -1 : 1))
            expected = expected.with(b);
        EXPECT_EQ(B::step(Bitboard::of(a), d), expected) << static_cast<int>(a);
      }
  });
}

TEST(Geometry, StepsOfASetAreTheStepsOfItsSquares) {
  std::mt19937_64 random{1};
  for_every_game([&]<Rules R>() {
    using B = Board<R>;
    for (int i = 0; i < 200; ++i) {
      const Bitboard set = Bitboard{random() & random()} & B::all;
      for (Direction d : all_directions) {
        Bitboard expected;
        for (Square sq : set) expected |= B::step(Bitboard::of(sq), d);
        EXPECT_EQ(B::step(set, d), expected);
      }
    }
  });
}

TEST(Geometry, OppositeStepsLeadBack) {
  for_every_game([]<Rules R>() {
    using B = Board<R>;
    for (Direction d : all_directions)
      for (Square sq : B::all)
        for (Square next : B::step(Bitboard::of(sq), d))
          EXPECT_EQ(B::step(Bitboard::of(next), opposite(d)), Bitboard::of(sq));
  });
}

TEST(Geometry, TurningTheBoardTurnsTheDirections) {
  for_every_game([]<Rules R>() {
    using B = Board<R>;
    for (Square sq : B::all) {
      EXPECT_EQ(B::turned(B::turned(sq)), sq);
      EXPECT_EQ(B::turned(Bitboard::of(sq)), Bitboard::of(B::turned(sq)));
      for (Direction d : all_directions)
        EXPECT_EQ(B::turned(B::step(Bitboard::of(sq), d)),
                  B::step(Bitboard::of(B::turned(sq)), opposite(d)));
    }
    EXPECT_EQ(B::turned(B::my_last_row), B::their_last_row);
  });
}

TEST(Geometry, ADarkCornerIsWhereTheRulesPutIt) {
  using Italian = Board<italian>;
  using English = Board<english>;
  EXPECT_EQ(Italian::column(Square(0)), 0);  // FID Art. 2.3: dark at the near right
  EXPECT_EQ(Italian::column(Square(31)), 7);
  EXPECT_EQ(English::column(Square(0)), 1);  // WCDF 1.4: dark at the near left
  EXPECT_EQ(English::column(Square(28)), 0);
}

TEST(Geometry, BoardsHaveHalfOfTheirSquaresInPlay) {
  EXPECT_EQ(Board<english>::all.count(), 32);
  EXPECT_EQ(Board<international>::all.count(), 50);
}

}  // namespace
}  // namespace damiera
