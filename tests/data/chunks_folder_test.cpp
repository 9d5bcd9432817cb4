#include "data/folder/chunks_folder.h"

#include "data/folder/leftovers.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

const Material pair_of_test{1, 2, 0, 1};  // KKMvK

TEST(ChunksFolder, HasANameForEachChunk) {
  const LevelChunk one{12, 12, 2, 4}, some{8, 23};
  EXPECT_EQ(chunk_path("t", Variant::italian, pair_of_test, one),
            std::filesystem::path{"t/italian/.KKMvK.L12.2of4"});
  EXPECT_EQ(name(some), "L8-23.1of1");
  for (const LevelChunk& chunk : {one, some}) {
    const auto found = parse_chunk_name("KKMvK." + name(chunk));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->material, pair_of_test);
    EXPECT_EQ(found->chunk, chunk);
  }
  for (const char* other :
       {"KKMvK.L12.0of4", "KKMvK.L12.5of4", "KKMvK.L12", "KKMvK.L.1of1", "KKMvK.L8-7.1of1",
        "KKMvK.L08.1of1", "KKMvK.L8-8.1of1", "KKMvK.L8.1of", "KMKvK.L8.1of1", ".L8.1of1", "KKMvK",
        "KKMvK.levels", "KKMvK.L8.1of1x", "KKMvK.L-1.1of1", "L8.1of1", ""})
    EXPECT_FALSE(parse_chunk_name(other)) << other;
}

TEST(ChunksFolder, ListsAndLosesChunksAndNothingElse) {
  const TemporaryFolder folder;
  const auto tables = folder.path() / "italian";
  EXPECT_EQ(*remove_chunks(folder.path(), Variant::italian), 0) << "no folder";
  std::filesystem::create_directories(tables);
  for (const char* name : {".KKMvK.L1.2of2", ".KKMvK.L0.1of1", ".KMvK.L0.1of1",
                           ".KKMvK.L1.1of2.17-0123abcd.part", ".KKMvK.L1.2of2.lock"})
    overwrite(tables / name, {});
  for (const char* name : {"KKMvK.L1.2of2", ".KKMvK.levels", "KKMvK.wdl"})
    overwrite(tables / name, {});
  EXPECT_EQ(*list_chunks(folder.path(), Variant::italian, pair_of_test),
            (std::vector<LevelChunk>{{0, 0, 1, 1}, {1, 1, 2, 2}}));
  EXPECT_EQ(*remove_leftovers(folder.path(), Variant::italian), 1);
  EXPECT_EQ(*remove_chunks(folder.path(), Variant::italian, pair_of_test), 2);
  EXPECT_EQ(*remove_chunks(folder.path(), Variant::italian), 1);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{tables}, {}), 3);
}

}  // namespace
}  // namespace damiera
