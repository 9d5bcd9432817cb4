#include "data/effort.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(SampleRate, IsWhatGivesAtMostThatMany) {
  EXPECT_EQ(SampleRate::at_most(1000, 999).every, 1u);
  EXPECT_EQ(SampleRate::at_most(1000, 999).samples, 999u);
  for (const std::uint64_t values : {1'000u, 1'001u, 123'456u, 4'000'000'000u}) {
    const SampleRate rate = SampleRate::at_most(1000, values);
    EXPECT_LE(rate.samples, 1000u) << values;
    EXPECT_GE(rate.samples, 499u) << values;
    EXPECT_EQ(rate.samples, values / rate.every) << values;
  }
}

TEST(SampleRate, IsReducedOnlyWhereValuesGiveTooManySamples) {
  const SampleRate rate{3, 600'000};
  const auto few = rate.reduced_to(600'000, 500'000);
  EXPECT_EQ(few.every, 3u);
  EXPECT_EQ(few.samples, 500'000u);
  EXPECT_EQ(rate.reduced_to(600'000, 0).every, 3u);  // no value at all
  const auto many = rate.reduced_to(600'000, 6'000'000);
  EXPECT_EQ(many.every, 30u);
  EXPECT_EQ(many.samples, 600'000u);
}

TEST(TreeEffort, LimitsGuessesBelowTheLastLevel) {
  constexpr std::uint64_t cells =
      100'000'000;  // a large slice, for which the level stays as requested
  for (int level = 1; level < Effort::most; ++level) {
    const auto of = tree_effort({level}, cells), next = tree_effort({level + 1}, cells);
    EXPECT_GT(of.guesses, 0u) << level;
    EXPECT_LE(of.samples, next.samples) << level;
    if (level + 1 < Effort::most) {
      EXPECT_LE(of.guesses, next.guesses) << level;
    }
  }
  EXPECT_EQ(tree_effort({Effort::most}, cells).guesses, 0u);
}

}  // namespace
}  // namespace damiera
