#include "generator/lanes/lanes.h"

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class LanesTest : public VariantTest {
 protected:
  static constexpr int rounds = thorough ? 20'000 : 2'000;

  /// Squares of the board, each with probability 1 - 2 ** -sparse.
  Bitboard most_squares(Bitboard board, int sparse) {
    Bitboard left_out = board;
    for (int k = 0; k < sparse; ++k) left_out &= Bitboard{random_()};
    return board & ~left_out;
  }
  std::mt19937_64 random_{1};
};

TEST_P(LanesTest, DepositedPutsBitsOnTheSquaresInOrder) {
  test::with_sample_rules(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < rounds; ++i) {
      const Bitboard universe = most_squares(Board<R>::all, i % 4);
      const std::uint64_t run = random_();  // what is beyond the universe does not count
      Bitboard expected;
      for (int k = 0; Square sq : universe)
        if (run >> k++ & 1) expected = expected.with(sq);
      ASSERT_EQ(deposited<R>(run, universe), expected);
    }
  });
}

TEST_P(LanesTest, DepositedPutsBothRunsOfValuesOnTheSquares) {
  test::with_sample_rules(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < rounds; ++i) {
      const Bitboard universe = most_squares(Board<R>::all, i % 4);
      const ValuePlanes::Run run{random_(), random_()};
      const LaneValues values = deposited<R>(run, universe);
      ASSERT_EQ(values.win, deposited<R>(run.win, universe));
      ASSERT_EQ(values.loss, deposited<R>(run.loss, universe));
    }
  });
}

TEST_P(LanesTest, SpreadIsWhereAKingCanMoveFrom) {
  test::with_sample_rules(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < rounds; ++i) {
      const Bitboard free = most_squares(Board<R>::all, 1 + i % 4);
      const Bitboard to =
          free & Bitboard{i % 2 == 0 ? random_() & random_() & random_() : random_()};
      Bitboard expected;
      for (Square from : free)
        if ((king_reach<R>(from, free.without(from)) & to).any()) expected = expected.with(from);
      ASSERT_EQ(spread<R>(to, free), expected);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LanesTest, testing::ValuesIn(test::sample_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
