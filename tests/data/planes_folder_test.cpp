#include "data/folder/planes_folder.h"

#include "data/folder/leftovers.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

const TableId wdl{Variant::italian, {1, 2, 0, 1}, Metric::wdl};
const TableId counted{Variant::italian, {1, 2, 0, 1}, Metric::counted_wdl, 40};

TEST(PlanesFolder, HasANameForTheValuesOfEachTable) {
  EXPECT_EQ(planes_path("t", wdl), std::filesystem::path{"t/italian/.KKMvK.planes"});
  EXPECT_EQ(planes_path("t", counted), std::filesystem::path{"t/italian/.KKMvK.planes40"});
  EXPECT_EQ(parse_planes_name(Variant::italian, "KKMvK.planes"), wdl);
  EXPECT_EQ(parse_planes_name(Variant::italian, "KKMvK.planes40"), counted);
  for (const char* other : {"KKMvK.planes0", "KKMvK.planes400", "KKMvK.planesx", "KKMvK.wdl",
                            "KMKvK.planes", "planes", ".planes", "KKMvK", ""})
    EXPECT_FALSE(parse_planes_name(Variant::italian, other)) << other;
}

TEST(PlanesFolder, LosesPlanesAndNothingElse) {
  const TemporaryFolder folder;
  const auto tables = folder.path() / "italian";
  EXPECT_EQ(*remove_planes(folder.path(), Variant::italian), 0) << "no folder";
  std::filesystem::create_directories(tables);
  for (const char* name : {".KKMvK.planes", ".KKMvK.planes40", ".KvK.planes.17-0123abcd.part"})
    overwrite(tables / name, {});
  for (const char* name : {"KKMvK.planes", ".planes", "KKMvK.wdl", ".KKMvK.levels"})
    overwrite(tables / name, {});
  EXPECT_EQ(*remove_leftovers(folder.path(), Variant::italian, {wdl.material}), 0);
  EXPECT_EQ(*remove_leftovers(folder.path(), Variant::italian), 1);
  EXPECT_EQ(*remove_planes(folder.path(), Variant::italian), 2);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{tables}, {}), 4);
}

}  // namespace
}  // namespace damiera
