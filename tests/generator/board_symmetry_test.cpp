#include "generator/lanes/board_symmetry.h"

#include <set>

#include "generator/lanes/king_images.h"
#include "generator/lanes/lanes.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class BoardSymmetryTest : public VariantTest {};

/// The squares that a king on one of `set` can reach on the empty board.
template <Rules R>
Bitboard reached_from(Bitboard set) {
  using Words = LaneWords<LaneWord<R>, 1>;
  const auto word = [](Bitboard b) { return static_cast<LaneWord<R>>(b.bits()); };
  LaneArray<R, 1> reached;
  spread<R>(Words{word(set)}, Words{word(Board<R>::all)}).store(reached);
  return Bitboard{reached[0]};
}

TEST_P(BoardSymmetryTest, MapsTheBoardAndItsDiagonalsToThemselves) {
  test::with_board_moves(GetParam(), []<Rules R>() {
    using Symmetry = BoardSymmetry<R>;
    for (int symmetry = 0; symmetry < Symmetry::count; ++symmetry) {
      EXPECT_EQ(Symmetry::image(symmetry, Board<R>::all), Board<R>::all);
      for (Square sq : Board<R>::all) {
        const Bitboard set = Bitboard::of(sq), image = Symmetry::image(symmetry, set);
        EXPECT_EQ(image.count(), 1);
        EXPECT_EQ(Symmetry::image(symmetry, image), set);
        EXPECT_EQ(Symmetry::image(symmetry, reached_from<R>(set)), reached_from<R>(image));
      }
    }
    EXPECT_EQ(Symmetry::image(2, Board<R>::my_last_row), Board<R>::their_last_row);
    EXPECT_NE(Symmetry::image(1, Board<R>::my_last_row), Board<R>::my_last_row);
  });
}

// Every placement is solved itself, or is the image of a solved one under one symmetry for all
// pieces.
TEST_P(BoardSymmetryTest, ImagesOfPlacementsAreThoseOfTheirPieces) {
  test::with_board_moves(GetParam(), []<Rules R>() {
    using Symmetry = BoardSymmetry<R>;
    for (const char* name : {"KvK", "KKvK", "KKvKK", "KKvKKK"}) {
      const Material m = *parse_material(name);
      if (m.total() > (R.width == 8 && thorough ? 5 : 3)) continue;
      const SliceIndex<R> slice{m};
      std::vector<std::uint64_t> from(slice.size());
      for (std::uint64_t n = 0; n < from.size(); ++n) from[n] = n;
      for_each_image<R>(slice.kings(), [&](std::uint64_t a, std::uint64_t b) { from[b] = a; });
      for (std::uint64_t n = 0; n < from.size(); ++n) {
        const Position pos = slice.position(Index{n}), image = slice.position(Index{from[n]});
        const bool lane_is_mine = slice.kings().lane() == LaneSide::mine;
        const auto least = Symmetry::least(lane_is_mine ? pos.their_kings : pos.my_kings);
        ASSERT_EQ(image.my_kings, Symmetry::image(least.symmetry, pos.my_kings));
        ASSERT_EQ(image.their_kings, Symmetry::image(least.symmetry, pos.their_kings));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, BoardSymmetryTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
