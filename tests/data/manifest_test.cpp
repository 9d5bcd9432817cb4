#include "data/folder/manifest.h"

#include <gtest/gtest.h>

#include <array>

#include "data/file/checksum.h"
#include "data/folder/catalogue.h"
#include "data/folder/leftovers.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

const ChecksumList three_tables{{"italian/KvK.dtc", {0, 0}},
                                {"italian/KvK.wdl", {1234, 0x0123456789abcdef}},
                                {"russian/MvM.wdl15", {UINT64_MAX, UINT64_MAX}}};

std::string text_of(const std::filesystem::path& path) {
  const Bytes bytes = bytes_of(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(ChecksumList, IsTheTextThatTheFormatSays) {
  const std::string body =
      "damiera checksums 1\n"
      "0000000000000000 0 italian/KvK.dtc\n"
      "0123456789abcdef 1234 italian/KvK.wdl\n"
      "ffffffffffffffff 18446744073709551615 russian/MvM.wdl15\n";
  const std::string text = to_text(three_tables);
  EXPECT_EQ(text.substr(0, body.size() + 4), body + "end ");
  EXPECT_EQ(std::stoull(text.substr(body.size() + 4), nullptr, 16),
            checksum(std::as_bytes(std::span{body})));
}

TEST(ChecksumList, IsReadAsItWasWritten) {
  for (const ChecksumList& list : {three_tables, ChecksumList{}}) {
    const auto read = parse_checksums(to_text(list), "list");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, list);
  }
}

TEST(ChecksumList, AnyChangeIsFound) {
  const std::string good = to_text(three_tables);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
      const auto read = parse_checksums(bad, "list");
      ASSERT_FALSE(read) << bad;
      EXPECT_TRUE(read.error().message.starts_with("list: line ")) << read.error().message;
    }
    EXPECT_FALSE(parse_checksums(good.substr(0, i), "list")) << i;
    EXPECT_FALSE(parse_checksums(good + good.substr(0, i + 1), "list")) << i;
  }
}

TEST(ChecksumList, MissingFileIsAnError) {
  const TemporaryFolder folder;
  const auto read = read_checksums(folder.path() / "none.txt");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Error::Code::missing_table);
}

class ManifestTest : public testing::Test {
 protected:
  static TableId id(std::string_view slice, Metric metric = Metric::wdl) {
    return {Variant::english, *parse_material(slice), metric};
  }
  void write(const TableId& table, unsigned seed) {
    write_table(folder_.path(), table, random_outcomes(positions_of(table), 100, 50, seed));
  }
  Manifest open() const {
    auto manifest = Manifest::open(folder_.path(), Variant::english);
    EXPECT_TRUE(manifest) << manifest.error().message;
    return *std::move(manifest);
  }
  /// What the files are, worked out here.
  ChecksumList truth() const {
    ChecksumList list;
    for (const auto& entry : std::filesystem::directory_iterator{folder_.path() / "english"})
      if (entry.path() != path_) {
        const Bytes bytes = bytes_of(entry.path());
        list["english/" + entry.path().filename().string()] = {bytes.size(), checksum(bytes)};
      }
    return list;
  }
  void expect_truth() const { EXPECT_EQ(text_of(path_), to_text(truth())); }

  TemporaryFolder folder_;
  std::filesystem::path path_ = manifest_path(folder_.path(), Variant::english);
};

TEST_F(ManifestTest, OfNothingIsNoFile) {
  EXPECT_TRUE(open().list().empty());
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ManifestTest, DropsTheLastTable) {
  write(id("KvK"), 1);
  EXPECT_EQ(open().list().size(), 1u);
  std::filesystem::remove(table_path(folder_.path(), id("KvK")));
  EXPECT_TRUE(open().list().empty());
  expect_truth();
}

TEST_F(ManifestTest, ListsWhatIsAdded) {
  Manifest manifest = open();
  write(id("KvK"), 1);
  write(id("KvM"), 2);
  ASSERT_TRUE(manifest.add(std::array{id("KvK"), id("KvM")}));
  expect_truth();
  write(id("KvK"), 3);  // replaced
  write(id("KvM", Metric::dtc), 4);
  ASSERT_TRUE(manifest.add(std::array{id("KvK"), id("KvM", Metric::dtc)}));
  expect_truth();
  EXPECT_EQ(manifest.list().size(), 3u);
}

// Jobs of a cluster list what they made in files of their own: none of them reads other tables to
// list them, nor waits for others.
TEST_F(ManifestTest, TakesOverWhatJobsListedApart) {
  write(id("KvK"), 1);
  write(id("KvK", Metric::dtc), 2);
  ASSERT_TRUE(list_apart(folder_.path(), Variant::english, "KvK", std::array{id("KvK")}));
  ASSERT_TRUE(
      list_apart(folder_.path(), Variant::english, "KvK.dtc", std::array{id("KvK", Metric::dtc)}));
  EXPECT_FALSE(std::filesystem::exists(path_));
  const auto folder = folder_.path() / "english";
  const auto values = read_checksums(folder / "checksums.KvK.txt");
  const auto distances = read_checksums(folder / "checksums.KvK.dtc.txt");
  ASSERT_TRUE(values && distances);
  // With a different sum, the test sees that the entry is used as it is and the table is not read.
  ChecksumList wrong = *values;
  wrong["english/KvK.wdl"].checksum ^= 1;
  const std::string text = to_text(wrong);
  overwrite(folder / "checksums.KvK.txt", std::as_bytes(std::span{text}));
  open();
  EXPECT_FALSE(std::filesystem::exists(folder / "checksums.KvK.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder / "checksums.KvK.dtc.txt"));
  wrong.insert(distances->begin(), distances->end());
  EXPECT_EQ(text_of(path_), to_text(wrong));
}

// Two processes that build different pairs in one folder.
TEST_F(ManifestTest, KeepsWhatOthersListMeanwhile) {
  Manifest one = open(), other = open();
  write(id("KvK"), 1);
  ASSERT_TRUE(one.add(std::array{id("KvK")}));
  write(id("KvM"), 2);
  ASSERT_TRUE(other.add(std::array{id("KvM")}));
  expect_truth();
}

// Each process writes its own file and renames it, because the lock of the list may not work on all
// machines.
TEST_F(ManifestTest, IsWrittenAside) {
  write(id("KvK"), 1);
  const auto part = folder_.path() / "english" / ".checksums.txt.part";
  overwrite(part, {});
  open();
  EXPECT_TRUE(std::filesystem::exists(part));
  EXPECT_TRUE(remove_leftovers(folder_.path(), Variant::english));
  EXPECT_FALSE(std::filesystem::exists(part));
  expect_truth();
}

// A job that builds a table again lists it in its own file. The table may have the same size as
// before.
TEST_F(ManifestTest, BelievesTheListOfAJobMoreThanTheOldOne) {
  write(id("KvK"), 1);
  open();
  const ChecksumList old = truth();
  Bytes bytes = bytes_of(table_path(folder_.path(), id("KvK")));
  bytes.back() ^= std::byte{1};
  overwrite(table_path(folder_.path(), id("KvK")), bytes);
  ASSERT_TRUE(list_apart(folder_.path(), Variant::english, "KvK", std::array{id("KvK")}));
  open();
  expect_truth();
  EXPECT_NE(truth(), old);
}

TEST_F(ManifestTest, IsMadeAgainWhereItIsLostDamagedOrOutOfDate) {
  write(id("KvK"), 1);
  write(id("KvM"), 2);
  open();
  expect_truth();
  std::filesystem::remove(path_);
  open();
  expect_truth();
  std::string text = text_of(path_);
  text[30] ^= 1;
  overwrite(path_, std::as_bytes(std::span{text}));
  open();
  expect_truth();
  write(id("MvM"), 3);
  std::filesystem::remove(table_path(folder_.path(), id("KvM")));
  open();
  expect_truth();
  std::filesystem::remove(table_path(folder_.path(), id("MvM")));
  write(id("MvM"), 4);  // with a different size
  open();
  expect_truth();
}

}  // namespace
}  // namespace damiera
