// Tests of the estimates of what packing takes.

#include "data/packing_cost.h"

#include <gtest/gtest.h>

#include "data/file/cell_order.h"
#include "data/folder/catalogue.h"

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

// The values of this slice of 9e9 positions take 4.8 GB, all but 64 MiB of which may lie in a file.
TEST(PackingMemory, IsDividedBetweenValuesAndOthers) {
  const TableId large{Variant::italian, *parse_material("KKKMvKKKM"), Metric::wdl};
  const PackingMemory memory = packing_memory(large, Profile::small);
  EXPECT_EQ(memory.values, CellOrder(italian, large.material, {}).cells() / 4 + 8);
  EXPECT_EQ(memory.most(), memory.values + memory.others);
  EXPECT_EQ(memory.least(), memory.others + (64 << 20));
  EXPECT_EQ(memory.bound_within(memory.most()), 0u);
  EXPECT_EQ(memory.bound_within(memory.most() - 1), memory.values - 1);
  EXPECT_EQ(memory.bound_within(1), 64u << 20);
  EXPECT_GT(packing_memory(large, Profile::fast).others, memory.others);

  const TableId tiny{Variant::italian, *parse_material("KvK"), Metric::wdl};
  EXPECT_EQ(packing_memory(tiny, Profile::small).least(),
            packing_memory(tiny, Profile::small).most());
}

INSTANTIATE_TEST_SUITE_P(Forms, PackingCost,
                         testing::Values(std::pair{Profile::small, Metric::wdl},
                                         std::pair{Profile::small, Metric::dtc},
                                         std::pair{Profile::fast, Metric::wdl},
                                         std::pair{Profile::fast, Metric::dtc}));

}  // namespace
}  // namespace damiera
