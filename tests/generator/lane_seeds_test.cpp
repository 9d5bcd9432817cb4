#include "generator/lanes/lane_seeds.h"

#include "generator/plan/plan.h"
#include "tests/generator/lane_positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// The results of the conversions of one position, by the rules.
struct Seed {
  bool has_capture = false, has_man_move = false, has_king_move = false;
  Value best = Value::loss;  ///< of the conversions
};

template <Rules R>
Seed seed_of(const Position& pos, const KnownValues<R>& known) {
  Seed seed;
  for (const Move& move : legal_moves<R>(pos)) {
    if (!move.is_conversion()) {
      seed.has_king_move = true;
      continue;
    }
    (move.is_capture() ? seed.has_capture : seed.has_man_move) = true;
    seed.best = std::max(seed.best, -known.value(after<R>(pos, move)));
  }
  return seed;
}

template <Rules R>
void expect_equal(const LanePosition& p, const LaneSeeds& seeds, Bitboard king_moves,
                  const KnownValues<R>& known) {
  const Bitboard any = seeds.capture | seeds.man_move;
  ASSERT_TRUE((any & ~p.lanes).empty());
  ASSERT_TRUE(((seeds.capture_win | seeds.capture_loss) & ~seeds.capture).empty());
  ASSERT_TRUE(((seeds.man_win | seeds.man_draw) & ~seeds.man_move).empty());
  for (Square lane : p.lanes) {
    const Position pos = with_king(p, lane);
    const Seed seed = seed_of<R>(pos, known);
    ASSERT_EQ(seeds.capture.contains(lane), seed.has_capture) << text<R>(pos);
    ASSERT_EQ(seeds.man_move.contains(lane), seed.has_man_move) << text<R>(pos);
    if (!seed.has_capture) {
      ASSERT_EQ(king_moves.contains(lane), seed.has_king_move) << text<R>(pos);
    }
    if (seed.has_capture) {
      ASSERT_EQ(seeds.capture_win.contains(lane), seed.best == Value::win) << text<R>(pos);
      ASSERT_EQ(seeds.capture_loss.contains(lane), seed.best == Value::loss) << text<R>(pos);
    } else if (seed.has_man_move) {
      ASSERT_EQ(seeds.man_win.contains(lane), seed.best == Value::win) << text<R>(pos);
      if (seed.best != Value::win) {  // where a man move wins, draws do not matter
        ASSERT_EQ(seeds.man_draw.contains(lane), seed.best == Value::draw) << text<R>(pos);
      }
    }
  }
}

/// On random positions of a pair. Only the slices of looked_up() are known. They have random
/// values, so that a wrong lookup is likely to be noticed.
template <Rules R>
void expect_equal(const SlicePair& pair, Value at_end, int samples) {
  KnownValues<R> known{at_end};
  auto slices = looked_up(pair);
  slices.insert({pair.first, pair.second});
  for (const Material& m : slices) add_random(known, m);
  std::mt19937_64 random{1};
  LaneSeeder<R> seeder{known};
  for (const Material& m : {pair.first, pair.second}) {
    const SliceIndex<R>& slice = *known.slice(m).index;
    for (int k = 0; k < samples; ++k) {
      const auto p = without_king<R>(slice.position(Index{random() % slice.size()}), random);
      if (!p) continue;
      const auto steps = man_steps<R>(m, men_of(p->rest), known);
      const Position rest = without_runs(p->rest), seen = flipped<R>(rest);
      seeder.begin(rest, seen, p->lane_is_mine, p->lanes);
      expect_equal<R>(*p, seeder.conversions(steps, turned_but_lane_king<R>(p->rest.their_run)),
                      LaneSeeder<R>::king_moves(p->rest, p->lane_is_mine), known);
    }
  }
}

class LaneSeedsTest : public VariantTest {};

TEST_P(LaneSeedsTest, AreWhatTheConversionsOfEachLaneSay) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    constexpr int most = R.width == 8 && thorough ? 4 : 3;
    for (int pieces = 2; pieces <= most; ++pieces)
      for (const SlicePair& pair : pairs_of(pieces))
        expect_equal<R>(pair, value_at(GetParam()), thorough ? 1'000 : 50);
  });
}

// Captures of several pieces, in competition.
TEST_P(LaneSeedsTest, AreWhatTheConversionsOfEachLaneSayFivePieces) {
  if (!thorough || rules_of(GetParam()).width > 8) GTEST_SKIP() << "too large for this build";
  test::with_few_moves(GetParam(), []<Rules R>() {
    for (const char* pair : {"KMvMMM", "KKvKMM"})
      expect_equal<R>(pair_named(pair), value_at(GetParam()), 5'000);
  });
}

TEST(LaneSeeds, AreWhatTheConversionsOfEachLaneSayWhereKingsAreLimited) {
  for (const char* pair : {"KMvM", "KMvK", "KMvKM", "KKMvM", "KKMvK", "KMMvK", "KMMvM"})
    expect_equal<frisian>(pair_named(pair), value_at(frisian.goal), thorough ? 1'000 : 50);
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneSeedsTest, testing::ValuesIn(test::few_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
