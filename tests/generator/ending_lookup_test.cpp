#include "generator/endings/ending_lookup.h"

#include "tests/generator/lane_positions.h"

namespace damiera {
namespace {

// For a lane king of either side, either order of the two sides, and all squares of the other kings
// of its side.
TEST(LanePlacements, AreThoseOfThePositions) {
  std::mt19937_64 random{1};
  for (const char* name :
       {"KvK", "KKvK", "KvKK", "KKvKKK", "KKKvKK", "KKMvKKM", "KvKMM", "KKKvMM"}) {
    const Material m = *parse_material(name);
    const SliceIndex<russian> slice{m};
    for (int round = 0; round < 100; ++round) {
      const Position pos = slice.position(Index{random() % slice.size()});
      const auto lanes = without_king<russian>(pos, random);
      ASSERT_TRUE(lanes);
      const Bitboard free = SliceIndex<russian>::free_squares(men_of(pos));
      Bitboard visited;
      LanePlacements{slice.kings(), free, lanes->rest.my_kings, lanes->rest.their_kings,
                     lanes->lane_is_mine}
          .for_each(lanes->lanes, [&](Square sq, std::uint64_t placement) {
            const Position there = with_king(*lanes, sq);
            EXPECT_EQ(placement, slice.kings().rank({there.my_kings, there.their_kings}, free))
                << text<russian>(there);
            visited = visited.with(sq);
          });
      EXPECT_EQ(visited, lanes->lanes);
    }
  }
}

}  // namespace
}  // namespace damiera
