#include "generator/known_values.h"

#include "tests/generator/fixtures.h"
#include "tests/support/brute_force.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class KnownValuesTest : public VariantTest {};

TEST_P(KnownValuesTest, HoldWhatWasAddedUntilItIsRemoved) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    KnownValues<R> known{value_at(R.goal)};
    const Material m{1, 1, 0, 1};
    EXPECT_FALSE(known.has(m));
    known.add(m, zeroed(KnownValues<R>::bytes_for(m)));
    EXPECT_TRUE(known.has(m));
    EXPECT_FALSE(known.has(m.flipped()));
    known.remove(m);
    EXPECT_FALSE(known.has(m));
  });
}

TEST_P(KnownValuesTest, KnowTheirSizeBeforehand) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    for (int pieces = 2; pieces <= 5; ++pieces)
      for (const Material& m : slices_of(pieces)) {
        const SliceIndex<R> index{m};
        ASSERT_EQ(KnownValues<R>::bytes_for(m),
                  ValuePlanes::bytes_for(index.blocks(), index.block_size()));
      }
  });
}

TEST_P(KnownValuesTest, FindEachPositionsOwnValue) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    KnownValues<R> known{value_at(R.goal)};
    for (const Material& m : slices_of(3)) {
      add_random(known, m);
      const auto& slice = known.slice(m);
      for (std::uint64_t i = 0; i < slice.index->size(); i += thorough ? 1 : 17) {
        const Position pos = slice.index->position(Index{i});
        const std::uint64_t size = slice.index->block_size();
        ASSERT_EQ(known.value(pos), slice.planes.value(i / size, i % size)) << text<R>(pos);
      }
    }
  });
}

TEST_P(KnownValuesTest, WhoHasNoPieceHasLostOrInGiveawayWon) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    const KnownValues<R> known{value_at(GetParam())};
    const Bitboard home = Board<R>::their_last_row;
    const Value nothing =
        rules_of(GetParam()).goal == Goal::no_move_wins ? Value::win : Value::loss;
    EXPECT_EQ(known.value({{}, {}, Board<R>::my_last_row, {}}), nothing);
    EXPECT_EQ(known.value({{}, {}, {}, home}), nothing);
    EXPECT_EQ(known.value({{}, home, {}, {}}), -nothing);
    EXPECT_EQ(known.value({home, {}, {}, {}}), -nothing);
  });
}

// The table stores wrong values for positions with a capture: they must never be read.
TEST_P(KnownValuesTest, ResolvedBelievesNothingStoredForCaptures) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    const int most = R.width == 8 || thorough ? 3 : 2;
    const test::BruteForce truth{GetParam(), most};
    KnownValues<R> known{value_at(GetParam())};
    for (int pieces = 2; pieces <= most; ++pieces)
      for (const Material& m : slices_of(pieces)) {
        const SliceIndex<R> index{m};
        add_slice<R>(known, m, [&](std::uint64_t b, std::uint64_t p) {
          const Position pos = index.position(Index{b * index.block_size() + p});
          const Value v = truth.lookup(pos).value;
          return !has_capture<R>(pos) ? v : v == Value::win ? Value::loss : Value::win;
        });
      }
    for (int pieces = 2; pieces <= most; ++pieces)
      test::for_each_position<R>(pieces, [&](const Position& pos) {
        ASSERT_EQ(known.resolved(pos), truth.lookup(pos).value) << text<R>(pos);
      });
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, KnownValuesTest, testing::ValuesIn(test::few_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
