#include "rules/perft.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "rules/notation/fen.h"

namespace damiera {
namespace {

/// Published counts from the initial position, from depth 1 on; captures with equal results count
/// once.
struct Perft {
  Variant variant;
  std::vector<std::uint64_t> counts;
};
void PrintTo(const Perft& p, std::ostream* out) { *out << name(p.variant); }

class PerftTest : public testing::TestWithParam<Perft> {};

TEST_P(PerftTest, CountsEqualThePublishedOnes) {
#ifdef NDEBUG
  constexpr std::uint64_t most = 7'000'000;
#else
  constexpr std::uint64_t most = 200'000;  // with sanitizers a count takes long
#endif
  with_rules(GetParam().variant, [&]<Rules R>() {
    for (int depth = 1; const std::uint64_t count : GetParam().counts) {
      if (count > most) break;
      EXPECT_EQ(perft<R>(initial_setup(GetParam().variant).pos, depth), count) << "depth " << depth;
      ++depth;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(
    Variants, PerftTest,
    testing::Values(Perft{Variant::italian, {7, 49, 302, 1469, 7361, 36473, 177532, 828783}},
                    Perft{Variant::english, {7, 49, 302, 1469, 7361, 36768, 179740, 845931}},
                    Perft{Variant::russian, {7, 49, 302, 1469, 7482, 37986, 190146, 929899}},
                    Perft{Variant::brazilian, {7, 49, 302, 1469, 7473, 37628, 187302, 907830}},
                    Perft{Variant::international,
                          {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961}},
                    Perft{Variant::spanish, {7, 49, 302, 1469, 7361, 36473}},
                    Perft{Variant::portuguese, {7, 49, 302, 1469, 7361, 36473}},
                    Perft{Variant::czech, {7, 49, 302, 1469, 7361, 36768}},
                    Perft{Variant::pool, {7, 49, 302, 1469, 7482, 37986}},
                    Perft{Variant::thai, {7, 49, 392, 3136, 26592, 218695}},
                    Perft{Variant::killer, {9, 81, 658, 4265, 27117, 167140}},
                    Perft{Variant::breakthrough, {9, 81, 658, 4265, 27117, 167140}},
                    Perft{Variant::antidraughts, {9, 81, 658, 4265, 27117, 167140}},
                    Perft{Variant::frisian, {9, 81, 658, 3874, 21265, 102431}},
                    Perft{Variant::frysk, {9, 81, 657, 5329, 41829, 328329}},
                    Perft{Variant::russian_giveaway, {7, 49, 302, 1469, 7482, 37986}},
                    Perft{Variant::english_giveaway, {7, 49, 302, 1469, 7361, 36768}},
                    Perft{Variant::brazilian_giveaway, {7, 49, 302, 1469, 7473, 37628}},
                    Perft{Variant::jamaican, {7, 49, 302, 1469, 7482, 37986}},
                    Perft{Variant::filipino, {7, 49, 302, 1469, 7473, 37628}},
                    Perft{Variant::ivorian, {9, 81, 658, 4265, 27117, 167140}}),
    [](const auto& suite) { return std::string{name(suite.param.variant)}; });

// A position with many kings, in which Killer differs from the international game from the fourth
// ply on. Source: dctl, Random178.
TEST(Perft, OfKillerDiffersWhereKingsCaptureKings) {
  const auto setup =
      parse_fen(Variant::killer, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
  ASSERT_TRUE(setup) << setup.error().message;
  const std::vector<std::uint64_t> counts{14, 55, 1168, 5165, 84326, 573965};
  for (int depth = 1; const std::uint64_t count : counts)
    EXPECT_EQ(perft<killer>(setup->pos, depth++), count);
  EXPECT_NE(perft<international>(setup->pos, 4), counts[3]);
}

TEST(Perft, OfNoPliesIsOne) { EXPECT_EQ(perft<english>(initial_position<english>(), 0), 1u); }

}  // namespace
}  // namespace damiera
