#include "generator/endings/lane_keys.h"

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class LaneKeysTest : public VariantTest {};

// Random keys on random squares: for every square, the best key that a king reaches from there.
TEST_P(LaneKeysTest, FindsTheBestKingMoveOfEverySquare) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    using B = Board<R>;
    std::mt19937_64 random{1};
    for (int round = 0; round < 200; ++round) {
      const Bitboard pieces = B::all & Bitboard{random() & random() & random()};
      std::array<LaneKeys<R>, 3> cells{};  // before a cell all keys are none; a cell is after it
      LaneKeys<R>& to = cells[1];
      for (Square sq : B::all & ~pieces)
        key_at<R>(to, sq) = static_cast<EndingKey>(1 + random() % 0x7fff);
      LaneKeys<R> best{};
      LaneKingMoves<R>{to}.add_to(best);
      for (Square sq : B::all & ~pieces) {
        EndingKey expected = ending_key::none;
        for (Square end : king_reach<R>(sq, B::all & ~pieces))
          expected = std::max(expected, key_at<R>(to, end));
        ASSERT_EQ(key_at<R>(best, sq), expected) << text<R>({{}, Bitboard::of(sq), pieces, {}});
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneKeysTest, testing::ValuesIn(test::board_variants),
                         variant_name);

// One after the other, and eight at once, give the same.
TEST(EightKeys, AreAsOneKey) {
  const auto one = [](EightKeys keys) { return keys[0]; };
  for (const Value v : {Value::loss, Value::draw, Value::win})
    for (const int plies : {0, 1, 2, 100, Outcome::max_plies}) {
      if (v == Value::draw && plies != 0) continue;
      const EndingKey key = v == Value::draw  ? ending_key::draw
                            : v == Value::win ? ending_key::win(plies)
                                              : ending_key::loss(plies);
      EXPECT_EQ(ending_key::ending(key), (Ending{v, plies}));
      EXPECT_EQ(one(of_moves_to(eight(key))), ending_key::of_move_to(v, plies));
      EXPECT_EQ(ending_key::ending(ending_key::of_move_to(v, plies)), (Ending{v, plies}.before()));
    }
  EXPECT_EQ(one(of_moves_to(eight(ending_key::none))), ending_key::none);
}

TEST(EightKeys, NoKingMovesWhereACaptureIsForced) {
  const EndingKey forced = ending_key::loss(4) | ending_key::forced;
  const EightKeys king_move = eight(ending_key::win(1)), at_end = eight(ending_key::loss(0));
  EXPECT_EQ(best_of(eight(forced), king_move, at_end)[0], ending_key::loss(4));
  EXPECT_EQ(best_of(eight(ending_key::loss(4)), king_move, at_end)[0], ending_key::win(1));
}

// A side without a move has lost, or won.
TEST(EightKeys, EndWhereThereIsNoMove) {
  const EightKeys nothing = eight(ending_key::loss(0));
  for (const EndingKey at_end : {ending_key::loss(0), ending_key::win(0)}) {
    EXPECT_EQ(best_of(nothing, EightKeys{}, eight(at_end))[0], at_end);
    EXPECT_EQ(best_of(eight(ending_key::loss(1)), EightKeys{}, eight(at_end))[0],
              ending_key::loss(1));
  }
}

}  // namespace
}  // namespace damiera
