#include "generator/plan/plan.h"

#include <algorithm>

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// Random positions of a slice.
template <Rules R, class Visit>
void sample(const Material& m, int count, const Visit& visit) {
  const SliceIndex<R> slice{m};
  std::mt19937_64 random{1};
  for (int k = 0; k < count; ++k) visit(slice.position(Index{random() % slice.size()}));
}

/// Calls visit(move, material) for the moves of random positions of both slices of a pair, with
/// the material that they lead to; moves that take the last piece lead to none.
template <Rules R, class Visit>
void sample_moves(const SlicePair& pair, int count, const Visit& visit) {
  for (const Material& m : std::set{pair.first, pair.second})
    sample<R>(m, count, [&](const Position& pos) {
      for (const Move& move : legal_moves<R>(pos)) {
        const Position next = after<R>(pos, move);
        if (next.mine().any()) visit(move, material_of(next));
      }
    });
}

TEST(SlicePair, IsTheSameForASliceAndItsFlip) {
  for (int pieces = 2; pieces <= 6; ++pieces)
    for (const Material& m : slices_of(pieces)) {
      const SlicePair pair = pair_of(m);
      EXPECT_EQ(pair, pair_of(m.flipped()));
      EXPECT_EQ(pair.second, pair.first.flipped());
      EXPECT_GE(pair.first, pair.second);
      EXPECT_TRUE(pair.first == m || pair.second == m);
      EXPECT_EQ(pair.is_one_slice(), m == m.flipped());
      EXPECT_EQ(pair.slices(), m == m.flipped() ? 1 : 2);
    }
}

TEST(Plan, OfAllSlicesHasEachPairOnce) {
  for (int pieces = 2; pieces <= 6; ++pieces) {
    std::set<SlicePair> expected;
    for (int n = 2; n <= pieces; ++n) expected.merge(pairs_of(n));
    const auto pairs = plan(pairs_of(pieces));
    EXPECT_EQ(std::set(pairs.begin(), pairs.end()), expected);
    EXPECT_EQ(pairs.size(), expected.size());
  }
}

TEST(Plan, HoldsNothingThatIsNotNeeded) {
  EXPECT_TRUE(plan({}).empty());
  EXPECT_EQ(plan({pair_named("KvK")}), std::vector{pair_named("KvK")});
  const std::vector expected{pair_named("KvK"), pair_named("KvM"), pair_named("KKvK"),
                             pair_named("KKvM")};
  EXPECT_EQ(plan({pair_named("MvKK")}), expected);
}

// What is below a pair of the plan is in the plan as well.
TEST(Plan, IsClosed) {
  const auto pairs = plan({pair_named("KMMvKM"), pair_named("KKKvKMM")});
  for (const SlicePair& pair : pairs)
    for (const SlicePair& below : plan({pair})) EXPECT_EQ(std::ranges::count(pairs, below), 1);
}

TEST(LookedUp, IsSolvedBefore) {
  for (const SlicePair& pair : pairs_of(5)) {
    const auto pairs = plan({pair});
    ASSERT_EQ(pairs.back(), pair);
    for (const Material& m : looked_up(pair)) {
      EXPECT_NE(pair_of(m), pair);
      EXPECT_EQ(std::ranges::count(pairs, pair_of(m)), 1) << name(m);
    }
  }
}

// One move takes pieces of one side, and then the other side is to move.
TEST(LookedUp, HoldsOnlyWhatOneMoveLeadsTo) {
  const auto named = [](std::initializer_list<std::string_view> names) {
    std::set<Material> slices;
    for (const auto text : names) slices.insert(*parse_material(text));
    return slices;
  };
  EXPECT_EQ(looked_up(pair_named("KvK")), named({}));
  EXPECT_EQ(looked_up(pair_named("KMvK")), named({"KvKK", "KvK", "MvK"}));
  EXPECT_EQ(looked_up(pair_named("MMvM")), named({"MvKM", "MMvK", "MvM", "MvK"}));
  EXPECT_EQ(looked_up(pair_named("MMvM"), false), named({"MvM"}));
}

TEST(LookedUp, IsReadWithWhatItsCapturesLeadTo) {
  for (const SlicePair& pair : pairs_of(5)) {
    const auto read = read_for(pair);
    for (const Material& m : looked_up(pair)) EXPECT_TRUE(read.contains(m)) << name(m);
    for (const Material& m : read)
      for (const Material& below : captured_to(m)) {
        EXPECT_TRUE(read.contains(below)) << name(m) << " to " << name(below);
        EXPECT_LT(below.total(), m.total());
      }
  }
}

// Memory is scarce when slices are largest: looked-up slices of the same size have one man less.
TEST(LookedUp, HoldsOnlyDirectPromotionsOfAsManyPieces) {
  for (const SlicePair& pair : pairs_of(5))
    for (const Material& m : looked_up(pair))
      if (m.total() == 5) {
        EXPECT_EQ(m.men(), pair.first.men() - 1);
      }
}

class PlanTest : public VariantTest {};

// A quiet king move leads to the pair's other slice, and so does a man move without promotion.
// All other moves lead to pairs that come before.
TEST_P(PlanTest, EveryPairComesAfterAllThatItsMovesLeadTo) {
  test::with_few_moves(GetParam(), [&]<Rules R>() {
    std::set<SlicePair> before;
    for (const SlicePair& pair : plan(pairs_of(R.width == 8 ? 6 : 5))) {
      sample_moves<R>(pair, thorough ? 500 : 50, [&](const Move& move, const Material& m) {
        if (move.is_capture() || move.crowned)
          ASSERT_TRUE(before.contains(pair_of(m))) << name(pair.first) << " to " << name(m);
        else
          ASSERT_EQ(pair_of(m), pair);
      });
      before.insert(pair);
    }
  });
}

TEST_P(PlanTest, ConversionsLeadToWhatIsLookedUp) {
  test::with_few_moves(GetParam(), [&]<Rules R>() {
    for (int pieces = 2; pieces <= 5; ++pieces)
      for (const SlicePair& pair : pairs_of(pieces)) {
        const auto known = looked_up(pair);
        sample_moves<R>(pair, thorough ? 1000 : 100, [&](const Move&, const Material& m) {
          ASSERT_TRUE(known.contains(m) || pair_of(m) == pair)
              << name(pair.first) << " to " << name(m);
        });
      }
  });
}

// Looking through captures leads to slices that further captures lead to.
TEST_P(PlanTest, CapturesAfterConversionsLeadToWhatIsRead) {
  test::with_few_moves(GetParam(), [&]<Rules R>() {
    for (const SlicePair& pair : pairs_of(5)) {
      const auto known = read_for(pair);
      sample<R>(pair.first, thorough ? 1000 : 100, [&](const Position& pos) {
        for (const Move& move : legal_moves<R>(pos))
          if (move.is_conversion())
            resolve<R>(after<R>(pos, move), value_at(GetParam()), [&](const Position& quiet) {
              const Material m = material_of(quiet);
              EXPECT_TRUE(known.contains(m) || pair_of(m) == pair) << name(m);
              return Value::draw;
            });
      });
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, PlanTest, testing::ValuesIn(test::few_variants), variant_name);

}  // namespace
}  // namespace damiera
