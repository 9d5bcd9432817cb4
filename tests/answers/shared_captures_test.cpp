// Captures that are found for many positions at once equal those found for each position.

#include "answers/verification/shared_captures.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "rules/notation/fen.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// Many positions that differ only in the square of one king.
struct KingApart {
  Position rest;
  bool mine;
  Bitboard squares;

  Position with(Square sq) const {
    Position pos = rest;
    Bitboard& kings = mine ? pos.my_kings : pos.their_kings;
    kings = kings.with(sq);
    return pos;
  }
};

/// Takes a king out of a position that has one; its squares are some of those that are empty.
template <Rules R>
KingApart without_king(Position pos, std::mt19937_64& random) {
  const Bitboard kings = pos.kings();
  const Square sq = kings.nth(static_cast<int>(random() % std::uint64_t(kings.count())));
  const bool mine = pos.my_kings.contains(sq);
  pos.my_kings = pos.my_kings.without(sq);
  pos.their_kings = pos.their_kings.without(sq);
  Bitboard squares = Board<R>::all & ~pos.occupied();
  if (random() % 4 == 0) squares &= Bitboard{random()};
  return {pos, mine, squares};
}

/// The positions that the legal captures lead to.
template <Rules R>
std::set<Position> best_captures(const Position& pos) {
  std::set<Position> found;
  visit_captures<R>(pos, [&](const CaptureLine& c) { found.insert(after<R>(pos, c.move)); });
  return found;
}

template <Rules R>
void expect_captures_of_each(const KingApart& many) {
  std::vector<SharedCapture> all;
  SharedCaptures<R>{many.rest, many.mine}.find(many.squares, all);
  std::array<std::set<Position>, 64> found;
  const Bitboard capturing = each_best(all, many.squares, [&](const SharedCapture& c, Bitboard at) {
    for (const Square sq : at) {
      Position next = c.after;
      Bitboard& kings = many.mine ? next.their_kings : next.my_kings;
      if (c.king_stands) kings = kings.with(Board<R>::turned(sq));
      found[static_cast<std::size_t>(sq)].insert(next);
    }
  });
  for (const Square sq : many.squares) {
    const Position pos = many.with(sq);
    ASSERT_EQ(found[static_cast<std::size_t>(sq)], best_captures<R>(pos))
        << fen(R.id, {pos, Color::white});
    ASSERT_EQ(capturing.contains(sq), has_capture<R>(pos));
  }
}

class SharedCapturesTest : public testing::TestWithParam<Variant> {};

TEST_P(SharedCapturesTest, AreTheCapturesOfEachPosition) {
  with_moves(GetParam(), []<Rules R>() {
    if constexpr (R.kings_play()) {
      std::mt19937_64 random{1};
      for (int i = 0; i < 2000; ++i) {
        const Position pos = without_runs(test::random_position<R>(random, 2 + i % 9));
        if (pos.kings().any()) expect_captures_of_each<R>(without_king<R>(pos, random));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, SharedCapturesTest, testing::ValuesIn(test::played_variants()),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
