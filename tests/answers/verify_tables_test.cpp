// What `damiera verify` does with the tables of a folder.
#include "answers/verification/verify_tables.h"

#include <gtest/gtest.h>

#include "data/folder/catalogue.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

bool all_of_it(const VerifyProgress&) { return true; }

/// Italian tables of two pieces with every metric.
class VerifyTables : public testing::Test {
 protected:
  static TableId id(std::string_view slice, Metric metric = Metric::wdl) {
    return {Variant::italian, *parse_material(slice), metric};
  }
  Findings verify(const VerifyRequest& request) const {
    const auto tables = Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
    return verify_tables(*tables, request, all_of_it);
  }
  /// Changes a byte near the end of a table.
  void damage(const TableId& table) const {
    const auto path = table_path(built_.folder(), table);
    Bytes bytes = bytes_of(path);
    bytes[bytes.size() - 12] ^= std::byte{1};
    overwrite(path, bytes);
  }

  test::BuiltTables built_{Variant::italian, 2, {.dtc = true, .count = 5, .dtw = true}};
};

TEST_F(VerifyTables, SoundOnesAreFine) {
  std::uint64_t last = 0, total = 0;
  const auto tables = Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
  const Findings found = verify_tables(*tables, {.slices = {}}, [&](const VerifyProgress& p) {
    EXPECT_EQ(p.task, "values");
    EXPECT_LE(p.done, p.total);
    last = std::max(last, p.done);
    total = p.total;
    return true;
  });
  EXPECT_TRUE(found.is_fine());
  EXPECT_EQ(found.tables, tables->tables().size());
  EXPECT_EQ(found.slices, 4u);
  EXPECT_EQ(found.positions, total);
  EXPECT_EQ(to_json(found, {.slices = {}}, Variant::italian)["correct"], true);
  Findings stopped;
  stopped.is_stopped = true;
  EXPECT_EQ(to_json(stopped, {.slices = {}}, Variant::italian)["correct"], nullptr);
}

TEST_F(VerifyTables, OnlyWantedSlicesAreChecked) {
  const Findings found = verify({.slices = {id("KvK").material}});
  EXPECT_TRUE(found.is_fine());
  EXPECT_EQ(found.slices, 1u);
  EXPECT_EQ(verify({.slices = {}, .pieces = 1}).tables, 0u);
}

TEST_F(VerifyTables, ASliceWithoutATableIsAnError) {
  const Findings found = verify({.slices = {id("KKvK").material}});
  ASSERT_EQ(found.errors.size(), 1u);
  EXPECT_EQ(found.errors[0].code, Error::Code::missing_table);
  EXPECT_NE(found.errors[0].message.find("KKvK.wdl"), std::string::npos);
  EXPECT_FALSE(found.is_fine());
}

// Distances are checked together with the values, so without these nothing is.
TEST_F(VerifyTables, DistancesWithoutValuesAreAnError) {
  TableId counted = id("KvM", Metric::counted_wdl);
  counted.count = 5;
  for (const TableId& lost : {id("KvK"), counted}) {
    std::filesystem::remove(table_path(built_.folder(), lost));
    for (const VerifyRequest& request :
         {VerifyRequest{}, VerifyRequest{.slices = {}, .sample = {.size = 20, .seed = 1}}}) {
      const Findings found = verify(request);
      ASSERT_FALSE(found.errors.empty()) << name(lost);
      EXPECT_EQ(found.errors.back().code, Error::Code::missing_table);
      EXPECT_EQ(found.errors.back().table, name(lost));
      EXPECT_FALSE(found.is_fine());
    }
  }
}

TEST_F(VerifyTables, AllDamagedOnesAreNamed) {
  damage(id("KvK"));
  damage(id("KvM", Metric::dtw));
  const Findings found = verify({.slices = {}});
  ASSERT_EQ(found.errors.size(), 2u);
  EXPECT_NE((found.errors[0].message + found.errors[1].message).find("KvK.wdl"), std::string::npos);
  EXPECT_NE((found.errors[0].message + found.errors[1].message).find("KvM.dtw"), std::string::npos);
  EXPECT_FALSE(found.is_fine());
}

TEST_F(VerifyTables, ACheckThatIsStoppedIsNotFine) {
  const auto tables = Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
  const Findings found =
      verify_tables(*tables, {.slices = {}}, [](const VerifyProgress&) { return false; });
  EXPECT_TRUE(found.is_stopped);
  EXPECT_FALSE(found.is_fine());
  EXPECT_EQ(to_json(found, {.slices = {}}, Variant::italian)["complete"], false);
}

// No number of positions holds for each table: of some, nothing was compared.
TEST_F(VerifyTables, ASampleThatIsStoppedPromisesNothing) {
  const auto tables = Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
  const VerifyRequest request{.slices = {}, .sample = {.size = 20, .seed = 1}};
  const Findings found =
      verify_tables(*tables, request, [](const VerifyProgress& p) { return p.done < 30; });
  EXPECT_GT(found.positions, 0u);
  EXPECT_GT(found.tables, 0u);
  EXPECT_LT(found.tables, tables->tables().size());
  const Json sample = to_json(found, request, Variant::italian)["sample"];
  EXPECT_EQ(sample["positions_of_each"], 0);
  EXPECT_EQ(sample["fraction_found_with_99_percent"], nullptr);
}

TEST_F(VerifyTables, ASampleComparesSomePositionsOfEachTable) {
  const VerifyRequest request{.slices = {}, .sample = {.size = 20, .seed = 1}};
  const Findings found = verify(request);
  EXPECT_TRUE(found.is_fine());
  ASSERT_TRUE(found.least_sample);
  EXPECT_LE(*found.least_sample, 20u);
  EXPECT_GT(*found.least_sample, 0u);
  EXPECT_EQ(to_json(found, request, Variant::italian)["sample"]["positions_of_each"],
            *found.least_sample);
}

}  // namespace
}  // namespace damiera
