#include "rules/perft.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

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
      EXPECT_EQ(perft<R>(initial_position<R>(), depth), count) << "depth " << depth;
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
                          {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961}}),
    [](const auto& suite) { return std::string{name(suite.param.variant)}; });

TEST(Perft, OfNoPliesIsOne) { EXPECT_EQ(perft<english>(initial_position<english>(), 0), 1u); }

}  // namespace
}  // namespace damiera
