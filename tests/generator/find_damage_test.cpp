#include "generator/find_damage.h"

#include "data/pack.h"
#include "tests/data/fixtures.h"
#include "tests/support/no_descriptors.h"

namespace damiera {
namespace {

class FindDamage : public testing::Test {
 protected:
  static constexpr TableId wdl{Variant::english, {0, 1, 0, 1}, Metric::wdl};
  static constexpr TableId dtc{Variant::english, {0, 1, 0, 1}, Metric::dtc};
  static constexpr TableId counted{Variant::english, {0, 1, 0, 1}, Metric::counted_wdl, 50};

  void write(const TableId& id) {
    write_table(folder_.path(), id, random_outcomes(positions_of(id), 5, 20, 1));
  }
  void damage(const TableId& id, std::size_t from_end) const {
    const auto path = table_path(folder_.path(), id);
    Bytes bytes = bytes_of(path);
    bytes.at(bytes.size() - from_end) ^= std::byte{1};
    std::filesystem::remove(path);
    overwrite(path, bytes);
  }
  void find(const std::vector<TableId>& tables) {
    const auto damaged =
        find_damage(folder_.path(), tables, blocked_, [](const TableId&, auto) { return true; });
    ASSERT_TRUE(damaged) << damaged.error().message;
    for (const Damage& d : *damaged) found_.push_back(d.id);
  }

  TemporaryFolder folder_;
  std::vector<TableId> found_, blocked_;
};

// The name of the one file is the beginning of the other's, and of the messages about it.
TEST_F(FindDamage, ATableOfACountIsNotBlockedByTheValuesBesideIt) {
  for (const TableId& id : {wdl, counted}) {
    write(id);
    damage(id, 1);
  }
  find({wdl, counted});
  EXPECT_EQ(found_, (std::vector{wdl, counted}));
  EXPECT_TRUE(blocked_.empty());
}

// Nothing is known of the table then, and a repair must not replace it.
TEST_F(FindDamage, ATableThatCannotBeOpenedIsNotDamaged) {
  write(wdl);
  const test::NoDescriptors none;
  const auto damaged =
      find_damage(folder_.path(), {wdl}, blocked_, [](const TableId&, auto) { return true; });
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, Error::Code::io);
  EXPECT_NE(damaged.error().message.find("Too many open files"), std::string::npos);
}

TEST_F(FindDamage, DistancesOfRunsAreNotBlocked) {
  for (const TableId& id : {wdl, dtc}) {
    write(id);
    damage(id, 1);
  }
  find({wdl, dtc});
  EXPECT_EQ(found_, (std::vector{wdl, dtc}));
  EXPECT_TRUE(blocked_.empty());
}

TEST_F(FindDamage, DistancesPackedSmallAreBlockedByTheValuesBesideThem) {
  for (const TableId& id : {wdl, dtc}) write(id);
  const TemporaryFolder packed;
  for (const TableId& id : {wdl, dtc})
    ASSERT_TRUE(pack(*Table::open(folder_.path(), id), *Table::open(folder_.path(), wdl),
                     packed.path(), Profile::small));
  std::filesystem::copy(
      packed.path(), folder_.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  damage(wdl, 1);
  find({wdl, dtc});
  EXPECT_EQ(found_, std::vector{wdl});
  EXPECT_EQ(blocked_, std::vector{dtc});
  std::filesystem::remove(table_path(folder_.path(), wdl));
  find({dtc});
  EXPECT_EQ(found_, std::vector{wdl});
  EXPECT_EQ(blocked_, (std::vector{dtc, dtc}));
}

}  // namespace
}  // namespace damiera
