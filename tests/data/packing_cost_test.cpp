// Tests of the estimates of what packing takes.

#include "data/packing_cost.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TableId table(std::string_view slice, Metric metric) {
  return {Variant::english, *parse_material(slice), metric};
}

class PackingCost : public testing::TestWithParam<std::pair<Profile, Metric>> {
 protected:
  double seconds(std::string_view slice, int effort = Effort::usual) const {
    const auto [profile, metric] = GetParam();
    return packing_seconds(table(slice, metric), profile, {effort});
  }
};

TEST_P(PackingCost, GrowsWithTheEffort) {
  for (int effort = Effort::least; effort < Effort::most; ++effort)
    EXPECT_LT(seconds("KKMvKMM", effort), seconds("KKMvKMM", effort + 1)) << effort;
  EXPECT_EQ(seconds("KvK", Effort::least), seconds("KvK", Effort::most));  // always the most
}

// Apart from training, each position takes the same time in all large slices.
TEST_P(PackingCost, OfTrainingDoesNotGrowWithTheSlice) {
  const auto positions = [](std::string_view slice) {
    return static_cast<double>(positions_of(table(slice, Metric::wdl)));
  };
  const double of_position =
      (seconds("KKMMvKKMM") - seconds("KKMvKMM")) / (positions("KKMMvKKMM") - positions("KKMvKMM"));
  const auto training = [&](std::string_view slice) {
    return seconds(slice) - of_position * positions(slice);
  };
  EXPECT_GT(training("KKMvKMM"), 0.1);
  EXPECT_NEAR(training("KKMMvKMM"), training("KKMvKMM"), 0.01);
  EXPECT_LT(training("KKvK"), training("KKMvKMM"));
}

INSTANTIATE_TEST_SUITE_P(Forms, PackingCost,
                         testing::Values(std::pair{Profile::small, Metric::wdl},
                                         std::pair{Profile::small, Metric::dtc},
                                         std::pair{Profile::fast, Metric::wdl},
                                         std::pair{Profile::fast, Metric::dtc}));

}  // namespace
}  // namespace damiera
