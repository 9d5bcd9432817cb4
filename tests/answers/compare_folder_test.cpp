#include "answers/verification/compare_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

/// Italian tables of two pieces, and the list of their checksums.
class CompareFolder : public testing::Test {
 protected:
  CompareFolder() {
    const auto tables = *list_tables(built_.folder(), Variant::italian);
    std::ofstream{list_} << to_text(*sum_files(built_.folder(), tables));
  }
  static TableId id(std::string_view slice) {
    return {Variant::italian, *parse_material(slice), Metric::wdl};
  }
  std::filesystem::path file(std::string_view slice) const {
    return table_path(built_.folder(), id(slice));
  }
  Result<FolderComparison> compare(const VerifyRequest& request = {.slices = {}},
                                   bool goes_on = true) const {
    return compare_folder(built_.folder(), Variant::italian, list_, request,
                          [=] { return goes_on; });
  }

  test::BuiltTables built_{Variant::italian, 2, {.dtc = false}};
  TemporaryFolder folder_;
  std::filesystem::path list_ = folder_.path() / "list";
};

TEST_F(CompareFolder, TellsWhatDiffers) {
  const auto same = compare();
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_EQ(same->equal, 4U);
  EXPECT_FALSE(same->has_wrong());
  Bytes bytes = bytes_of(file("KvK"));
  bytes.back() ^= std::byte{1};
  overwrite(file("KvK"), bytes);
  std::filesystem::remove(file("MvM"));
  std::filesystem::copy(file("KvM"), file("KKvM"));
  const auto other = compare();
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->equal, 2U);
  EXPECT_EQ(other->different, std::vector<std::string>{"italian/KvK.wdl"});
  EXPECT_EQ(other->missing, std::vector<std::string>{"italian/MvM.wdl"});
  EXPECT_EQ(other->extra, std::vector<std::string>{"italian/KKvM.wdl"});
  EXPECT_TRUE(other->has_wrong());
  EXPECT_FALSE(other->is_stopped());
  const auto one = compare({.slices = {id("KvM").material}});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->equal, 1U);
  EXPECT_FALSE(one->has_wrong());
}

TEST_F(CompareFolder, MayBeStopped) {
  const auto stopped = compare({.slices = {}}, false);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->equal, 0U);
  EXPECT_EQ(stopped->not_compared, 4U);
  EXPECT_TRUE(stopped->is_stopped());
  EXPECT_FALSE(stopped->has_wrong());
}

TEST_F(CompareFolder, NeedsWhatIsWanted) {
  EXPECT_EQ(compare({.slices = {id("KvK").material, id("KKvK").material}}).error().message,
            list_.string() + ": it has no table of KKvK");
  EXPECT_EQ(compare({.slices = {}, .pieces = 1}).error().message,
            list_.string() + ": it has no such tables of italian");
  std::filesystem::remove(list_);
  EXPECT_EQ(compare().error().code, Error::Code::missing_table);
}

}  // namespace
}  // namespace damiera
