#include "generator/endings/king_rays.h"

#include <set>

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class KingRaysTest : public VariantTest {};

// With pieces in the way, and from every placement of two kings.
TEST_P(KingRaysTest, AreTheKingMoves) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    const KingRays<R> rays{2};
    ASSERT_EQ(rays.size(), choose(Board<R>::size, 2));
    std::mt19937_64 random{1};
    for (std::size_t n = 0; n < rays.size(); ++n) {
      const Bitboard kings = rays.set(n);
      ASSERT_EQ(KingRays<R>::number(kings), n);
      const Bitboard pieces = Board<R>::all & ~kings & Bitboard{random() & random()};
      std::multiset<std::size_t> expected, found;
      for_each_king_move<R>({{}, kings, {}, pieces}, [&](const Move& m) {
        expected.insert(KingRays<R>::number(kings.without(m.from).with(m.to)));
      });
      rays.for_each_ray(n, pieces, [&](const auto& stops) {
        for (const auto& stop : stops) {
          found.insert(stop.to);
          EXPECT_EQ(rays.set(stop.to) & ~kings, Bitboard::of(Square(stop.square)));
        }
      });
      ASSERT_EQ(found, expected) << text<R>({{}, kings, {}, pieces});
    }
  });
}

// A king may pass only squares that lie before its target.
TEST_P(KingRaysTest, BeginWithTheNearestStop) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    const KingRays<R> rays{1};
    for (std::size_t n = 0; n < rays.size(); ++n)
      rays.for_each_ray(n, {}, [&](const auto& stops) {
        Bitboard last = rays.set(n);
        for (const auto& stop : stops) {
          const Bitboard next = rays.set(stop.to);
          EXPECT_TRUE(std::ranges::any_of(
              all_directions, [&](Direction d) { return Board<R>::step(last, d) == next; }));
          last = next;
        }
      });
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, KingRaysTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
