#include "rules/perft.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "rules/notation/fen.h"

namespace damiera {
namespace {

/// Published counts from the initial position, from depth 1 on; captures with equal results count
/// once. Source: dctl, test/src/algo/traversal; for Frysk!, lidraughts. Mirrored boards have the
/// counts of the games that they mirror.
struct Perft {
  Variant variant;
  std::vector<std::uint64_t> counts;
};
void PrintTo(const Perft& p, std::ostream* out) { *out << name(p.variant); }

class PerftTest : public testing::TestWithParam<Perft> {};

#ifdef NDEBUG
constexpr std::uint64_t most = 7'000'000;
#else
constexpr std::uint64_t most = 200'000;  // with sanitizers a count takes long
#endif

/// Checks each count that is at most `largest`.
void expect_counts(Variant variant, const Position& pos, const std::vector<std::uint64_t>& counts,
                   std::uint64_t largest) {
  with_moves(variant, [&]<Rules R>() {
    for (int depth = 1; const std::uint64_t count : counts) {
      if (count > largest) break;
      EXPECT_EQ(perft<R>(pos, depth), count) << "depth " << depth;
      ++depth;
    }
  });
}

TEST_P(PerftTest, CountsEqualThePublishedOnes) {
  const auto& [variant, counts] = GetParam();
  expect_counts(variant, initial_setup(variant).pos, counts, most);
}

// Minutes for each game, so by hand: --gtest_also_run_disabled_tests --gtest_filter=*DISABLED*
TEST_P(PerftTest, DISABLED_CountsEqualThePublishedOnesToTheEnd) {
  const auto& [variant, counts] = GetParam();
  expect_counts(variant, initial_setup(variant).pos, counts, counts.back());
}

INSTANTIATE_TEST_SUITE_P(
    Variants, PerftTest,
    testing::Values(
        Perft{Variant::italian,
              {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058,
               367911475, 1655211086}},
        Perft{Variant::english,
              {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128,
               388617999, 1766564893}},
        Perft{Variant::russian,
              {7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032, 110917189,
               544770444, 2673979569}},
        Perft{Variant::brazilian,
              {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257,
               511882477, 2481546396}},
        Perft{Variant::international,
              {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
        Perft{Variant::spanish,
              {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200,
               365728331, 1637958247}},
        Perft{Variant::portuguese,
              {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200,
               365728331, 1637958247}},
        Perft{Variant::czech,
              {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210,
               386262109, 1749707352}},
        Perft{Variant::pool,
              {7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955, 110833952,
               544005148, 2668385616}},
        Perft{Variant::thai, {7, 49, 392, 3136, 26592, 218695}},
        Perft{Variant::killer,
              {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
        Perft{Variant::breakthrough, {9, 81, 658, 4265, 27117, 167140}},
        Perft{Variant::antidraughts, {9, 81, 658, 4265, 27117, 167140}},
        Perft{Variant::frisian,
              {9, 81, 658, 3874, 21265, 102431, 540126, 2825779, 15605069, 85817725, 491186430}},
        Perft{Variant::frysk, {9, 81, 657, 5329, 41829, 328329}},
        Perft{Variant::russian_giveaway, {7, 49, 302, 1469, 7482, 37986}},
        Perft{Variant::english_giveaway, {7, 49, 302, 1469, 7361, 36768}},
        Perft{Variant::brazilian_giveaway, {7, 49, 302, 1469, 7473, 37628}},
        Perft{Variant::jamaican,
              {7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955, 110833952,
               544005148, 2668385616}},
        Perft{Variant::filipino,
              {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257,
               511882477, 2481546396}},
        Perft{
            Variant::ivorian,
            {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}}),
    [](const auto& suite) { return std::string{name(suite.param.variant)}; });

/// Positions whose counts are published. In the first one, with many kings, Killer differs from the
/// international game from the fourth ply on; the last has 12 men in place of the Thai 8. Source:
/// dctl, Random178, Woldouby, and its Thai game.
struct Placed {
  const char* name;
  Variant variant;
  const char* fen;
  std::vector<std::uint64_t> counts;
};
void PrintTo(const Placed& placed, std::ostream* out) { *out << placed.name; }

class PerftOfPositions : public testing::TestWithParam<Placed> {
 protected:
  void expect(std::uint64_t largest) const {
    const auto setup = parse_fen(GetParam().variant, GetParam().fen);
    ASSERT_TRUE(setup) << setup.error().message;
    expect_counts(GetParam().variant, setup->pos, GetParam().counts, largest);
  }
};
TEST_P(PerftOfPositions, EqualsThePublishedOne) { expect(most); }
TEST_P(PerftOfPositions, DISABLED_EqualsThePublishedOneToTheEnd) {
  expect(GetParam().counts.back());
}

INSTANTIATE_TEST_SUITE_P(
    Dctl, PerftOfPositions,
    testing::Values(Placed{"random178",
                           Variant::killer,
                           "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
                           {14, 55, 1168, 5165, 84326, 573965, 8476150, 78944517, 1133545351,
                            12070611997}},
                    Placed{"woldouby",
                           Variant::killer,
                           "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
                           {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339, 1908829,
                            9850540, 58116971, 343968214, 2251657424, 14783093851}},
                    Placed{"thai_with_12_men",
                           Variant::thai,
                           "B:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32",
                           {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523,
                            84892793, 385713660, 1745666630}}),
    [](const auto& position) { return std::string{position.param.name}; });

TEST(Perft, OfKillerDiffersWhereKingsCaptureKings) {
  const auto setup =
      parse_fen(Variant::killer, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
  ASSERT_TRUE(setup) << setup.error().message;
  EXPECT_NE(perft<international>(setup->pos, 4), perft<killer>(setup->pos, 4));
}

TEST(Perft, OfNoPliesIsOne) { EXPECT_EQ(perft<english>(initial_position<english>(), 0), 1u); }

}  // namespace
}  // namespace damiera
