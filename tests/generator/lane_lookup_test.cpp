#include "generator/lanes/lane_lookup.h"

#include "tests/generator/lane_positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

template <Rules R>
void expect_equal_to_single_lookups(LaneLookup<R>& lookup, const KnownValues<R>& known,
                                    const LanePosition& p) {
  const LaneValues found = lookup(p.rest, p.lane_is_mine, p.lanes);
  LaneValues expected;
  for (Square lane : p.lanes) {
    const Value v = known.value(with_king(p, lane));
    ASSERT_EQ(lookup.value(with_king(p, lane)), v) << text<R>(p.rest);
    if (v == Value::win) expected.win = expected.win.with(lane);
    if (v == Value::loss) expected.loss = expected.loss.with(lane);
  }
  ASSERT_EQ(found.win, expected.win) << text<R>(p.rest);
  ASSERT_EQ(found.loss, expected.loss) << text<R>(p.rest);
}

/// The lane king may be of either side, alone or one of several.
template <Rules R>
void expect_equal_to_single_lookups(const Material& m, Value at_end, int samples) {
  KnownValues<R> known{at_end};
  add_random(known, m);
  const SliceIndex<R>& slice = *known.slice(m).index;
  std::mt19937_64 random{1};
  LaneLookup<R> lookup{known};
  for (int k = 0; k < samples; ++k) {
    const auto p = without_king<R>(slice.position(Index{random() % slice.size()}), random);
    if (p) expect_equal_to_single_lookups<R>(lookup, known, *p);
  }
}

class LaneLookupTest : public VariantTest {};

TEST_P(LaneLookupTest, FindsTheValueOfEachLane) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    constexpr int most = R.width == 8 && thorough ? 4 : 3;
    for (int pieces = 2; pieces <= most; ++pieces)
      for (const Material& m : slices_of(pieces))
        expect_equal_to_single_lookups<R>(m, value_at(GetParam()), thorough ? 5'000 : 500);
  });
}

// Three kings in addition to the lane king, on its side or against it.
TEST_P(LaneLookupTest, FindsTheValueOfEachLaneAmongManyKings) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    for (const char* slice : {"KKKKvM", "KKKvK", "KvKKK", "KKKMvK", "MvKKKK", "KKvKK", "KKKvKK"})
      if (const Material m = *parse_material(slice);
          m.total() < 5 || (thorough && (R.width == 8 || m.kings() == 3)))
        expect_equal_to_single_lookups<R>(m, value_at(GetParam()), thorough ? 20'000 : 500);
  });
}

// All runs of both sides: of the lane king, of its fellows, of kings against it.
TEST(LaneLookup, FindsTheValueOfEachLaneWithRuns) {
  for (const char* slice : {"KMvM", "MvKM", "KMvK", "KMvKM", "KKMvM", "KKMvK", "KMvKK"})
    expect_equal_to_single_lookups<frisian>(*parse_material(slice), value_at(frisian.goal),
                                            thorough ? 20'000 : 500);
}

TEST_P(LaneLookupTest, WhoHasNothingLeftHasLostOrInGiveawayWon) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    const KnownValues<R> known{value_at(GetParam())};
    const LaneValues found = LaneLookup<R>{known}({}, false, Board<R>::all);
    const bool wins = rules_of(GetParam()).goal == Goal::no_move_wins;
    EXPECT_EQ(wins ? found.win : found.loss, Board<R>::all);
    EXPECT_TRUE((wins ? found.loss : found.win).empty());
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneLookupTest, testing::ValuesIn(test::few_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
