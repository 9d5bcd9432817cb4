#include "generator/plan/uses.h"

#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

TEST(Uses, AreThoseOfLaterPairs) {
  const std::vector pairs{pair_named("KvK"), pair_named("KvM"), pair_named("KKvK"),
                          pair_named("KKvM")};
  Uses uses{pairs, [](const SlicePair& pair) { return looked_up(pair); }};
  const Material kings = *parse_material("KvK");  // KvM looks it up, and the others do
  uses.begin(pairs[0]);
  EXPECT_EQ(uses.next(kings), 1u);
  uses.begin(pairs[1]);
  EXPECT_EQ(uses.next(kings), 2u);
  EXPECT_EQ(uses.next(*parse_material("KKvK")), 3u);  // a man of KKvM is crowned
  uses.begin(pairs[3]);
  EXPECT_EQ(uses.next(kings), Uses::never);
  EXPECT_EQ(uses.next(*parse_material("KKKvK")), Uses::never);
}

}  // namespace
}  // namespace damiera
