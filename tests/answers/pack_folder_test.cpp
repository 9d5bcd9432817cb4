// Which folders of tables can be packed.
#include "answers/packing/pack_folder.h"

#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

/// Distances are read beside values with unlimited moves, and under a count beside its values too.
TEST(PackFolder, NamesTheValuesThatDistancesLack) {
  const TableId plain{Variant::italian, *parse_material("KvM"), Metric::wdl};
  TableId counted = plain;
  counted.metric = Metric::counted_wdl;
  counted.count = 5;
  for (const TableId& lost : {plain, counted}) {
    const test::BuiltTables built{Variant::italian, 2, {.dtc = true, .count = 5, .dtw = true}};
    std::filesystem::remove(table_path(built.folder(), lost));
    const TemporaryFolder to;
    const auto report = pack_folder(
        {.variant = Variant::italian, .from = built.folder(), .to = to.path(), .effort = {1}}, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Error::Code::missing_table);
    EXPECT_NE(report.error().message.find(name(lost)), std::string::npos) << report.error().message;
    EXPECT_FALSE(std::filesystem::exists(to.path() / "italian")) << "nothing is packed before";
  }
}

}  // namespace
}  // namespace damiera
