// Damaged tables are built again with the same bytes, and no other file is written.

#include "generator/repair.h"

#include <sys/stat.h>

#include <optional>

#include "data/folder/catalogue.h"
#include "data/folder/manifest.h"
#include "data/pack.h"
#include "tests/data/fixtures.h"
#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

/// Shows whether a file was written: a new file has a different inode.
struct Written {
  Bytes bytes;
  ino_t inode;
  timespec time;
};

class RepairTest : public testing::Test {
 protected:
  RepairTest() {
    BuildOptions options;
    options.variant = Variant::russian;
    for (int pieces = 2; pieces <= 3; ++pieces)
      for (const Material& m : slices_of(pieces)) options.slices.push_back(m);
    options.folder = folder_.path();
    options.count = 2;
    options.dtw = true;
    const auto report = build(options, {});
    EXPECT_TRUE(report) << report.error().message;
  }

  fs::path file(const char* table) const { return folder_.path() / "russian" / table; }

  void flip_bit(const char* table, std::size_t byte) {
    Bytes bytes = bytes_of(file(table));
    bytes.at(byte) ^= std::byte{4};
    fs::remove(file(table));
    overwrite(file(table), bytes);
  }

  std::map<std::string, Written> files() const {
    std::map<std::string, Written> found;
    for (const auto& entry : fs::recursive_directory_iterator{folder_.path()})
      if (entry.is_regular_file()) {
        struct stat status {};
        ::stat(entry.path().c_str(), &status);
        found[entry.path().filename().string()] = {bytes_of(entry.path()), status.st_ino,
                                                   status.st_mtim};
      }
    return found;
  }

  RepairOptions options() const {
    RepairOptions repair;
    repair.variant = Variant::russian;
    repair.folder = folder_.path();
    return repair;
  }

  /// Repairs what `damage` did; exactly the files of `tables` may be written.
  RepairReport expect_repaired(const std::set<std::string>& tables,
                               const std::function<void()>& do_damage) {
    const auto sound = files();
    do_damage();
    const auto damaged = files();
    const auto report = repair(options(), {});
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return {};
    std::set<std::string> repaired, found;
    for (const TableId& id : report->repaired) repaired.insert(name(id).substr(8));
    for (const Damage& d : report->damaged) found.insert(name(d.id).substr(8));
    EXPECT_EQ(repaired, tables);
    EXPECT_EQ(found, tables);
    EXPECT_TRUE(report->unlisted.empty());
    const auto after = files();
    for (const auto& [name, before] : sound) {
      EXPECT_TRUE(after.contains(name)) << name;
      if (!after.contains(name)) continue;
      EXPECT_EQ(after.at(name).bytes, before.bytes) << name;
      if (tables.contains(name) || name == "checksums.txt") continue;
      EXPECT_EQ(after.at(name).inode, damaged.at(name).inode) << name;
      EXPECT_EQ(after.at(name).time.tv_nsec, damaged.at(name).time.tv_nsec) << name;
    }
    EXPECT_EQ(after.size(), sound.size() + report->set_aside.size());
    EXPECT_FALSE(fs::exists(folder_.path() / ".repair"));
    return *report;
  }

  TemporaryFolder folder_;
};

TEST_F(RepairTest, LeavesSoundTablesAlone) {
  EXPECT_EQ(expect_repaired({}, [] {}).tables, 5 * 16u);
}

// In a header, in a block, in a directory.
TEST_F(RepairTest, MakesThreeDamagedTablesAgain) {
  expect_repaired({"KvK.wdl", "KKvM.dtc", "MvKM.wdl"}, [&] {
    flip_bit("KvK.wdl", 60);
    flip_bit("KKvM.dtc", 300);
    flip_bit("MvKM.wdl", fs::file_size(file("MvKM.wdl")) - 1);
  });
}

TEST_F(RepairTest, MakesCountsAndDtwAgain) {
  expect_repaired({"KvM.wdl2", "KMvK.dtc2", "KKvK.dtw"}, [&] {
    flip_bit("KvM.wdl2", 3);
    flip_bit("KMvK.dtc2", 100);
    flip_bit("KKvK.dtw", 200);
  });
}

TEST_F(RepairTest, MakesWhatIsMissingAgain) {
  expect_repaired({"KvK.dtc", "KKvM.wdl", "MvKK.wdl"}, [&] {
    fs::remove(file("KvK.dtc"));  // known by the list
    fs::remove(file("KKvM.wdl"));
    fs::remove(file("MvKK.wdl"));
  });
  expect_repaired({"MvM.wdl", "KvKM.dtw"}, [&] {
    fs::resize_file(file("MvM.wdl"), 50);
    fs::remove(file("KvKM.dtw"));  // known by the other side of the pair
    fs::remove(file("checksums.txt"));
  });
}

TEST_F(RepairTest, KeepsOtherTablesUnderAnotherName) {
  const Bytes aside = bytes_of(file("MvK.wdl"));
  const auto report = expect_repaired({"KvM.wdl", "MvK.wdl"}, [&] {
    fs::rename(file("KvM.wdl"), file("x"));  // swapped
    fs::rename(file("MvK.wdl"), file("KvM.wdl"));
    fs::rename(file("x"), file("MvK.wdl"));
  });
  EXPECT_EQ(report.set_aside, (std::vector{file("KvM.wdl.foreign"), file("MvK.wdl.foreign")}));
  EXPECT_EQ(bytes_of(file("KvM.wdl.foreign")), aside);
}

// Tables come back in the coding that they had; distances packed small cannot be read without the
// WDL table, and are sound all the same.
TEST_F(RepairTest, KeepsTheCoding) {
  const TableId wdl{Variant::russian, *parse_material("KvKM"), Metric::wdl};
  TableId dtc = wdl;
  dtc.metric = Metric::dtc;
  const TemporaryFolder built;
  fs::copy(folder_.path(), built.path(), fs::copy_options::recursive);
  for (const TableId& id : {wdl, dtc}) {
    const auto table = Table::open(built.path(), id);
    const auto values = Table::open(built.path(), wdl);
    ASSERT_TRUE(table && values);
    ASSERT_TRUE(pack(*table, *values, folder_.path(), Profile::small));
  }
  ASSERT_TRUE(Manifest::open(folder_.path(), Variant::russian));
  expect_repaired({"KvKM.wdl"}, [&] { flip_bit("KvKM.wdl", fs::file_size(file("KvKM.wdl")) / 2); });
  expect_repaired({"KvKM.dtc"}, [&] { flip_bit("KvKM.dtc", fs::file_size(file("KvKM.dtc")) / 2); });
}

// If a table's values are derived from moves, only its header is written.
TEST_F(RepairTest, KeepsWhatIsOnlyAHeader) {
  const TableId id{Variant::russian, *parse_material("KvKM"), Metric::wdl};
  const TemporaryFolder built;
  fs::copy(folder_.path(), built.path(), fs::copy_options::recursive);
  ASSERT_TRUE(pack_searched(*Table::open(built.path(), id), folder_.path()));
  ASSERT_TRUE(Manifest::open(folder_.path(), Variant::russian));
  expect_repaired({"KvKM.wdl"}, [&] { flip_bit("KvKM.wdl", 50); });
  expect_repaired({"KvKM.wdl"}, [&] { fs::remove(file("KvKM.wdl")); });
  // The table of the flipped slice has the values, even if no list says so.
  const Bytes values = bytes_of(file("KMvK.wdl"));
  flip_bit("KMvK.wdl", 50);
  fs::remove(manifest_path(folder_.path(), Variant::russian));
  ASSERT_TRUE(repair(options(), {}));
  EXPECT_EQ(bytes_of(file("KMvK.wdl")), values);
}

TEST_F(RepairTest, GoesOnWhereItWasStopped) {
  const auto sound = files();
  flip_bit("KvK.wdl", 60);
  flip_bit("KKvM.dtc", 300);
  int left = 82;  // 80 tables are read first
  const auto stopped = repair(options(), [&](const BuildProgress&) { return --left > 0; });
  ASSERT_TRUE(stopped) << stopped.error().message;
  EXPECT_LT(stopped->repaired.size(), 2u);
  const auto rest = repair(options(), {});
  ASSERT_TRUE(rest) << rest.error().message;
  const auto after = files();
  EXPECT_EQ(after.size(), sound.size());
  for (const auto& [name, before] : sound) EXPECT_EQ(after.at(name).bytes, before.bytes) << name;
}

// Files of other games stay: another repair may be writing them.
TEST_F(RepairTest, RemovesWhatAKilledRepairLeftThoughNothingIsDamaged) {
  const fs::path left = folder_.path() / ".repair/russian/small/russian/KvK.wdl";
  const fs::path other = folder_.path() / ".repair/italian/italian/KvK.wdl";
  for (const fs::path& file : {left, other}) {
    fs::create_directories(file.parent_path());
    overwrite(file, {});
  }
  ASSERT_TRUE(repair(options(), {}));
  EXPECT_FALSE(fs::exists(folder_.path() / ".repair/russian"));
  EXPECT_TRUE(fs::exists(other));
  fs::remove_all(folder_.path() / ".repair");
}

TEST(Repair, NeedsSomethingToGoBy) {
  const TemporaryFolder folder;
  RepairOptions options;
  options.variant = Variant::russian;
  options.folder = folder.path();
  const auto report = repair(options, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::missing_table);
}

}  // namespace
}  // namespace damiera
