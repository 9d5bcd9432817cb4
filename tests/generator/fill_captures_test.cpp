#include "generator/write/fill_captures.h"

#include "generator/plan/plan.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// All that captures lead to has random values; so has the slice itself, until it is filled.
template <Rules R>
void expect_filled(const Material& m, Value at_end = value_at(R.goal)) {
  KnownValues<R> known{at_end};
  for (const Material& below : looked_up(pair_of(m)))
    if (below.total() < m.total()) add_random(known, below);
  add_random(known, m);
  auto& slice = known.slice(m);
  const SliceIndex<R>& index = *slice.index;
  std::vector<Value> before;
  for (std::uint64_t i = 0; i < index.size(); ++i)
    before.push_back(slice.planes.value(i / index.block_size(), i % index.block_size()));
  fill_captures<R>(known, slice);
  for (std::uint64_t i = 0; i < index.size(); ++i) {
    const Position pos = index.position(Index{i});
    Value expected = Value::loss;
    const bool captures = visit_captures<R>(pos, [&](const CaptureLine& c) {
      expected = std::max(expected, -known.value(after<R>(pos, c.move)));
    });
    if (!captures) expected = before[i];
    ASSERT_EQ(slice.planes.value(i / index.block_size(), i % index.block_size()), expected)
        << text<R>(pos);
  }
}

class FillCapturesTest : public VariantTest {};

TEST_P(FillCapturesTest, GivesPositionsWithACaptureTheBestOfTheirCaptures) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    const int most = R.width == 8 && thorough ? 4 : 3;
    for (int pieces = 2; pieces <= most; ++pieces)
      for (const Material& m : slices_of(pieces)) {
        if (R.width > 8 && !thorough && m.men() > 1) continue;
        expect_filled<R>(m, value_at(GetParam()));
        if (testing::Test::HasFatalFailure()) return;
      }
  });
}

TEST(FillCaptures, KeepsTheRunsOfTheOpponentsKings) {
  for (const char* slice : {"KMvM", "KvKM"}) expect_filled<frisian>(*parse_material(slice));
}

#ifdef NDEBUG
TEST(FillCaptures, KeepsTheRunsOfTheOpponentsKingsInLargerSlices) {
  for (const char* slice : {"KMvK", "KKMvM", "KMvKK"})
    expect_filled<frisian>(*parse_material(slice));
}
#endif

INSTANTIATE_TEST_SUITE_P(Variants, FillCapturesTest, testing::ValuesIn(test::few_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
