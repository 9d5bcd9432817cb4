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
  test::with_board_moves(GetParam(), [&]<Rules R>() {
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
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < rounds; ++i) {
      const Bitboard universe = most_squares(Board<R>::all, i % 4);
      const ValuePlanes::Run run{random_(), random_()};
      const LaneValues values = deposited<R>(run, universe);
      ASSERT_EQ(values.win, deposited<R>(run.win, universe));
      ASSERT_EQ(values.loss, deposited<R>(run.loss, universe));
    }
  });
}

// With the sets of several boards at once, each result must be the same as for one set alone.
template <Rules R, std::size_t N, class Sample>
void expect_spread(int rounds, const Sample& sample) {
  using Words = LaneWords<LaneWord<R>, N>;
  for (int i = 0; i < rounds; ++i) {
    LaneArray<R, N> to, free, found, expected{};
    for (std::size_t b = 0; b < N; ++b) {
      const auto [to_set, free_set] = sample();
      to[b] = static_cast<LaneWord<R>>(to_set.bits());
      free[b] = static_cast<LaneWord<R>>(free_set.bits());
      for (Square from : free_set)
        if ((king_reach<R>(from, free_set.without(from)) & to_set).any())
          expected[b] |= LaneWord<R>{1} << int(from);
    }
    spread<R>(Words::load(to), Words::load(free)).store(found);
    ASSERT_EQ(found, expected);
  }
}

TEST_P(LanesTest, SpreadIsWhereAKingCanMoveFrom) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    int i = 0;
    const auto sample = [&] {
      const Bitboard free = most_squares(Board<R>::all, 1 + ++i % 4);
      return std::pair{free & Bitboard{i % 2 == 0 ? random_() & random_() & random_() : random_()},
                       free};
    };
    expect_spread<R, 1>(rounds, sample);
    expect_spread<R, 4>(rounds / 4, sample);
    expect_spread<R, 8>(rounds / 8, sample);
  });
}

/// Each operation on N sets at once must give what it gives on each set alone.
template <class Word, std::size_t N>
void expect_words() {
  using Words = LaneWords<Word, N>;
  using Array = std::array<Word, N>;
  std::mt19937_64 random{1};
  for (int i = 0; i < 1000; ++i) {
    Array a, b;
    for (std::size_t n = 0; n < N; ++n) {
      a[n] = random() % 3 == 0 ? Word{} : static_cast<Word>(random());
      b[n] = static_cast<Word>(random());
    }
    const auto same = [&](const Words& words, const auto& of_each) {
      Array found, expected;
      words.store(found);
      for (std::size_t n = 0; n < N; ++n) expected[n] = static_cast<Word>(of_each(a[n], b[n]));
      return found == expected;
    };
    const Words wa = Words::load(a), wb = Words::load(b);
    EXPECT_TRUE(same(wa & wb, [](Word x, Word y) { return x & y; }));
    EXPECT_TRUE(same(wa | wb, [](Word x, Word y) { return x | y; }));
    EXPECT_TRUE(same(~wa, [](Word x, Word) { return ~x; }));
    EXPECT_TRUE(same(wa.template shifted<5>(), [](Word x, Word) { return x << 5; }));
    EXPECT_TRUE(same(wa.template shifted<-3>(), [](Word x, Word) { return x >> 3; }));
    EXPECT_TRUE(same(wa.where_empty(), [](Word x, Word) { return x == 0 ? ~Word{} : Word{}; }));
    Words joined = wa;
    EXPECT_TRUE(same(joined |= wb, [](Word x, Word y) { return x | y; }));
    EXPECT_TRUE(same(joined &= wa, [](Word x, Word) { return x; }));
    EXPECT_TRUE(same(Words{b[0]}, [&](Word, Word) { return b[0]; }));
    EXPECT_EQ(wa.any(), a != Array{});
  }
  EXPECT_FALSE(Words{}.any());
  for (std::size_t n = 0; n < N; ++n)
    for (const Word bit : {Word{1}, static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1))}) {
      Array one{};
      one[n] = bit;
      EXPECT_TRUE(Words::load(one).any());
    }
}

TEST(LaneWords, TreatEachSetAsIfItWereAlone) {
  expect_words<std::uint32_t, 1>();
  expect_words<std::uint32_t, 8>();
  expect_words<std::uint64_t, 1>();
  expect_words<std::uint64_t, 4>();
}

INSTANTIATE_TEST_SUITE_P(Variants, LanesTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
