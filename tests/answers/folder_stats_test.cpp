#include "answers/folder_stats.h"

#include <gtest/gtest.h>

#include "data/folder/catalogue.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

Tablebase open(const test::BuiltTables& built) {
  return *Tablebase::open(Variant::italian, {built.folder()}, {.shipped = false});
}

TEST(FolderStats, SumWhatTheTablesHold) {
  const test::BuiltTables built{Variant::italian, 3, {.dtc = true, .count = 5, .dtw = true}};
  ASSERT_TRUE(built.ok()) << built.error();
  const FolderStats stats = folder_stats(open(built));
  EXPECT_TRUE(stats.errors.empty());
  EXPECT_EQ(stats.counts, std::set{5});
  EXPECT_EQ(stats.slices.size(), slices_of(2).size() + slices_of(3).size());
  EXPECT_EQ(stats.dtw.size(), stats.slices.size());
  EXPECT_EQ(stats.counted.size(), stats.slices.size());
  std::uint64_t positions = 0, bytes = 0;
  int longest = 0;
  for (const Material& m : slices_of(3)) {
    const SliceStats& slice = stats.slices.at(m);
    const Totals& t = slice.totals;
    EXPECT_EQ(t.positions, count_positions(m, rules_of(Variant::italian)));
    EXPECT_EQ(t.wins + t.draws + t.losses, t.positions) << name(m);
    for (const auto& [metric, size] :
         {std::pair{Metric::wdl, slice.wdl_bytes}, std::pair{Metric::dtc, slice.dtc_bytes}})
      EXPECT_EQ(size, std::filesystem::file_size(
                          table_path(built.folder(), {Variant::italian, m, metric})));
    positions += t.positions;
    bytes += slice.wdl_bytes;
    longest = std::max(longest, slice.longest.plies);
  }
  EXPECT_EQ(stats.by_pieces.at(3).totals.positions, positions);
  EXPECT_EQ(stats.by_pieces.at(3).wdl_bytes, bytes);
  EXPECT_EQ(stats.by_pieces.at(3).longest.plies, longest);
  const auto json = to_json(stats, Variant::italian);
  EXPECT_EQ(json["by_pieces"][1]["positions"], positions);
  EXPECT_EQ(json["by_pieces"][1]["wdl_positions_per_byte"], density(positions, bytes));
  EXPECT_EQ(json["slices"].size(), stats.slices.size());
}

TEST(FolderStats, ADamagedTableLeavesTheOthers) {
  const test::BuiltTables built{Variant::italian, 2};
  const auto path = table_path(built.folder(), {Variant::italian, {0, 1, 0, 1}, Metric::wdl});
  std::filesystem::resize_file(path, 40);
  const FolderStats stats = folder_stats(open(built));
  ASSERT_EQ(stats.errors.size(), 1u);
  EXPECT_NE(stats.errors[0].message.find("KvK.wdl"), std::string::npos);
  EXPECT_EQ(stats.slices.at({0, 1, 0, 1}).wdl_bytes, 0u);
  EXPECT_GT(stats.slices.at({1, 0, 1, 0}).totals.positions, 0u);
}

}  // namespace
}  // namespace damiera
