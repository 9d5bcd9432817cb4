// A table read in place must not give a wrong value if the file changes after it has been read.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "data/file/file_descriptor.h"
#include "data/pack.h"
#include "tests/data/fixtures.h"
#include "tests/support/thorough.h"

namespace damiera {
namespace {

class ChangedInPlace : public testing::Test {
 protected:
  ChangedInPlace() {
    write_table(built_.path(), id_, random_outcomes(positions_of(id_), 8, 60, 1));
    const auto built = Table::open(built_.path(), id_);
    EXPECT_TRUE(pack(*built, *built, folder_.path(), Profile::fast));
    table_.emplace(*Table::open(folder_.path(), id_));
    EXPECT_EQ(table_->coding(), Coding::spans);
    for (std::uint64_t n = 0; n < values_in(*table_); ++n) sound_.push_back(*table_->value(n));
  }

  static std::uint64_t values_in(const Table& table) {
    return (table.blocks() - 1) * table.block_positions() + table.positions_in(table.blocks() - 1);
  }
  /// Writes into the mapped file, like a program that overwrites a part of it.
  void write(std::uint64_t at, std::byte byte) const {
    const FileDescriptor file{::open(table_->path().c_str(), O_WRONLY)};
    ASSERT_EQ(::pwrite(file.get(), &byte, 1, static_cast<off_t>(at)), 1);
  }
  /// Reads every seventh value; returns how many are an error. None may be wrong.
  std::uint64_t count_errors() const {
    std::uint64_t errors = 0;
    for (std::uint64_t n = 0; n < sound_.size(); n += 7) {
      const auto value = table_->value(n);
      if (value) {
        EXPECT_EQ(*value, sound_[n]) << n;
        continue;
      }
      EXPECT_EQ(value.error().code, Error::Code::corrupt);
      EXPECT_TRUE(value.error().message.starts_with(table_->path().string() + ": "));
      ++errors;
    }
    return errors;
  }

  TableId id_{Variant::english, {1, 1, 1, 0}, Metric::wdl};
  TemporaryFolder built_, folder_;
  std::optional<Table> table_;
  std::vector<unsigned> sound_;
};

TEST_F(ChangedInPlace, BytesGiveAnErrorAndNoWrongValue) {
  const Bytes bytes = bytes_of(table_->path());
  std::mt19937 random{1};
  constexpr unsigned changes = thorough ? 25 : 2;
  std::uint64_t errors = 0;
  for (unsigned n = 0; n < changes; ++n) {
    const std::uint64_t at = random() % bytes.size();
    write(at, bytes[at] ^ std::byte(1 << random() % 8));
    errors += count_errors();
    write(at, bytes[at]);
  }
  EXPECT_GT(errors, changes);
  EXPECT_EQ(count_errors(), 0u);  // they are as they were
}

TEST_F(ChangedInPlace, ABlockReadAsAWholeIsAnErrorAsWell) {
  std::vector<Value> values(table_->positions_in(0));
  ASSERT_TRUE(table_->read(0, std::span{values}));
  const Bytes bytes = bytes_of(table_->path());
  for (std::uint64_t at = 200; at < bytes.size(); at += 50) {
    write(at, ~bytes[at]);
    bool failed = false;
    for (std::uint64_t n = 0; n < table_->blocks(); ++n) {
      values.resize(table_->positions_in(n));
      failed |= !table_->read(n, std::span{values});
    }
    write(at, bytes[at]);
    if (failed) return;
  }
  FAIL() << "no block noticed it";
}

// Lines are compared, not the time of the file, so that nothing is lost by it.
TEST_F(ChangedInPlace, WritingTheSameBytesIsNoError) {
  const Bytes bytes = bytes_of(table_->path());
  for (std::uint64_t at = 0; at < bytes.size(); at += 100) write(at, bytes[at]);
  EXPECT_EQ(count_errors(), 0u);
}

}  // namespace
}  // namespace damiera
