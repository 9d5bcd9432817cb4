#include "generator/lanes/lane_matrix.h"

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class LaneMatrixTest : public VariantTest {};

/// A row of cells in which each placement of the lane side's kings is told once: by the cell whose
/// lane king is the highest, or by that whose lane king is the lowest.
template <Rules R>
void expect_shared(int fellows, bool highest, std::mt19937_64& random) {
  const Bitboard free = Board<R>::all & ~Bitboard{random() & random() & random()};
  const std::uint64_t columns = choose(free.count(), fellows);
  std::vector<LaneCell<R>> row(columns);
  std::vector<typename LaneCell<R>::Word> holds(columns);
  std::set<Bitboard> told;
  for (std::uint64_t n = 0; n < columns; ++n) {
    const Bitboard beside = unrank(n, fellows, free);
    for (Square sq : free & ~beside) {
      const Bitboard below = beside & Bitboard::first(int(sq));
      if (below != (highest ? beside : Bitboard{}) || random() % 2 == 0) continue;
      row[n].open |= typename LaneCell<R>::Word{1} << int(sq);
      holds[n] = row[n].open;
      told.insert(beside.with(sq));
    }
  }
  LaneSharing<R>{free, columns}.share(row, holds);
  for (std::uint64_t n = 0; n < columns; ++n) {
    const Bitboard beside = unrank(n, fellows, free);
    ASSERT_EQ(holds[n], row[n].open);
    for (Square sq : Board<R>::all)
      ASSERT_EQ(row[n].open >> int(sq) & 1,
                !beside.contains(sq) && free.contains(sq) && told.contains(beside.with(sq)));
  }
}

TEST_P(LaneMatrixTest, SharingTellsAllCellsOfAPlacement) {
  test::with_sample_rules(GetParam(), []<Rules R>() {
    std::mt19937_64 random{1};
    for (int fellows = 0; fellows <= (thorough ? 3 : 2); ++fellows)
      for (const bool highest : {false, true}) expect_shared<R>(fellows, highest, random);
  });
}

/// Writes one lane after the other, and expects each outcome at its position's number.
template <Rules R>
void expect_written(const Material& m, int samples) {
  const SliceIndex<R> slice{m};
  std::mt19937_64 random{1};
  for (int k = 0; k < samples; ++k) {
    const Position pos = slice.position(Index{random() % slice.size()});
    const Men men = men_of(pos);
    const Bitboard free = SliceIndex<R>::free_squares(men);
    const bool lane_is_mine = pos.my_kings.any() && (pos.their_kings.empty() || random() % 2 == 0);
    const Bitboard side = lane_is_mine ? pos.my_kings : pos.their_kings;
    const Bitboard other = lane_is_mine ? pos.their_kings : pos.my_kings;
    const Square lane = random() % 2 == 0 ? side.lowest() : side.nth(side.count() - 1);
    std::vector<Outcome> outcomes(slice.block_size());
    const typename BlockPair<R>::Side block{&slice, men, outcomes};
    const LaneWriter<R> writer{block, lane_is_mine, other, side.without(lane), free};
    writer.write(Bitboard::of(lane), Outcome::win(7));
    const auto at = slice.kings().rank({pos.my_kings, pos.their_kings}, free);
    ASSERT_EQ(outcomes[at], Outcome::win(7)) << text<R>(pos);
    ASSERT_EQ(std::ranges::count(outcomes, Outcome{}), std::ssize(outcomes) - 1);
  }
}

TEST_P(LaneMatrixTest, OutcomesAreWrittenWhereTheirPositionsAre) {
  test::with_sample_rules(GetParam(), []<Rules R>() {
    for (const char* slice : {"KvK", "KMvK", "KvKK", "KKvK", "KKKvM", "KKvKK"})
      if (const Material m = *parse_material(slice); m.total() < 4 || R.width == 8)
        expect_written<R>(m, thorough ? 200 : 20);
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneMatrixTest, testing::ValuesIn(test::sample_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
