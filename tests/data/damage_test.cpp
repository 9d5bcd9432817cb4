// Damaged files must give an Error: at open for header and directory, at read for a block.

#include <gtest/gtest.h>

#include "data/file/checksum.h"
#include "data/file/header.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

class Damage : public testing::TestWithParam<Metric> {
 protected:
  // Few runs, so that the file is small enough to damage it everywhere.
  Damage() {
    write_table(folder_.path(), id_, random_outcomes(positions_of(id_), 4000, 100, 1));
    good_ = bytes_of(path_);
  }

  Result<Table> open(std::span<const std::byte> bytes) {
    std::filesystem::remove(path_);  // an old mapping must keep its bytes
    overwrite(path_, bytes);
    return Table::open(folder_.path(), id_);
  }
  std::size_t directory_begin() const {
    return good_.size() - decode_header(good_, id_, path_)->directory_bytes;
  }
  // The blocks that can be read.
  std::uint64_t readable(const Table& table) const {
    std::uint64_t count = 0;
    for (std::uint64_t n = 0; n < table.blocks(); ++n) {
      std::vector<Value> wdl(table.positions_in(n));
      std::vector<std::uint16_t> dtc(table.positions_in(n));
      const auto read = id_.metric == Metric::wdl ? table.read(n, wdl) : table.read(n, dtc);
      count += bool(read);
      if (!read) {
        EXPECT_EQ(read.error().code, Error::Code::corrupt);
        EXPECT_TRUE(
            read.error().message.starts_with(path_.string() + ": block " + std::to_string(n)));
      }
    }
    return count;
  }

  TemporaryFolder folder_;
  TableId id_{Variant::english, {2, 0, 2, 0}, GetParam()};
  std::filesystem::path path_ = table_path(folder_.path(), id_);
  Bytes good_;
};

TEST_P(Damage, NoneIsFine) {
  const auto table = open(good_);
  ASSERT_TRUE(table);
  EXPECT_EQ(readable(*table), table->blocks());
  EXPECT_TRUE(table->check());
}

TEST_P(Damage, EveryFlippedBitIsFound) {
  for (std::size_t bit = 0; bit < 8 * good_.size(); ++bit) {
    Bytes bad = good_;
    bad[bit / 8] ^= std::byte(1 << bit % 8);
    const auto table = open(bad);
    if (bit / 8 < header_bytes || bit / 8 >= directory_begin()) {
      ASSERT_FALSE(table) << "bit " << bit;
      EXPECT_TRUE(table.error().message.starts_with(path_.string()));
    } else {
      ASSERT_TRUE(table) << table.error().message;
      EXPECT_EQ(readable(*table), table->blocks() - 1) << "bit " << bit;
      EXPECT_FALSE(table->check());
    }
  }
}

TEST_P(Damage, EveryTruncationIsFound) {
  for (std::size_t size = 0; size < good_.size(); ++size)
    EXPECT_FALSE(open(std::span{good_}.first(size))) << size;
  Bytes longer = good_;
  longer.push_back({});
  EXPECT_FALSE(open(longer));
}

// Sizes that do not fit, though every checksum is right.
TEST_P(Damage, DirectoriesThatLieAreFound) {
  for (const int size : {0, 1, 0x7f, 0x80, 0xff}) {
    Bytes bad = good_;
    bad[directory_begin() + 1] = std::byte(size);  // after the model's, of the first block
    const auto directory = std::span{bad}.subspan(directory_begin());
    Header header = *decode_header(good_, id_, path_);
    header.directory_checksum = checksum(directory);
    std::ranges::copy(encode_header(header), bad.begin());
    const auto table = open(bad);
    ASSERT_FALSE(table) << size;
    EXPECT_NE(table.error().message.find("directory"), std::string::npos);
  }
}

TEST_P(Damage, SwappedFilesAreFound) {
  const TableId other{Variant::english, {0, 2, 0, 2}, GetParam()};
  write_table(folder_.path(), other, random_outcomes(positions_of(other), 4000, 100, 1));
  std::filesystem::copy_file(table_path(folder_.path(), other), path_,
                             std::filesystem::copy_options::overwrite_existing);
  const auto table = Table::open(folder_.path(), id_);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Error::Code::foreign_table);
  EXPECT_EQ(table.error().message, path_.string() + ": material: found KKvKK, expected MMvMM");
}

INSTANTIATE_TEST_SUITE_P(Both, Damage, testing::Values(Metric::wdl, Metric::dtc),
                         [](const auto& metric) { return std::string{name(metric.param)}; });

}  // namespace
}  // namespace damiera
