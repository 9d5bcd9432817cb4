#include "search/move_list.h"

#include <gtest/gtest.h>

#include "search/zobrist.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

template <Rules R>
std::vector<Move> listed(const Position& pos) {
  const auto list = MoveList::of<R>(pos);
  EXPECT_TRUE(list.is_complete());
  std::vector<Move> moves;
  for (std::size_t i = 0; i < list.size(); ++i) moves.push_back(list[i]);
  return moves;
}

TEST(MoveList, HoldsTheLegalMoves) {
  for (const Variant variant : built<all_variants>)
    with_moves(variant, [&]<Rules R>() {
      std::mt19937_64 random{1};
      for (int i = 0; i < 2000; ++i) {
        const Position pos = test::random_position<R>(random, 2 + i % 15);
        EXPECT_EQ(listed<R>(pos), legal_moves<R>(pos));
      }
    });
}

TEST(MoveList, SaysWhenMovesAreLeftOut) {
  const Position pos{{}, Bitboard{0x2492492492492}, {}, {}};
  const auto all = legal_moves<international>(pos);
  const auto list = MoveList::of<international>(pos);
  EXPECT_EQ(list.is_complete(), all.size() <= MoveList::capacity);
  EXPECT_EQ(list.size(), std::min(all.size(), MoveList::capacity));
}

TEST(Zobrist, TellsThePositionsOfASliceApart) {
  std::vector<std::uint64_t> keys;
  test::for_each_position<english>(2,
                                   [&](const Position& pos) { keys.push_back(zobrist.key(pos)); });
  const std::size_t all = keys.size();
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  EXPECT_EQ(keys.size(), all);
}

}  // namespace
}  // namespace damiera
