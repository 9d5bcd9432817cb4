#include "generator/planes/planes_file.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/data/fixtures.h"

namespace damiera {
namespace {

const TableId some_values{Variant::italian, {1, 2, 0, 2}, Metric::wdl};

/// Bytes like the bit planes of a slice: more than one frame, some of which do not compress.
Bytes content_of(std::size_t size) {
  Bytes content(size);
  std::mt19937 random{1};
  for (std::size_t i = 0; i < size; ++i)
    content[i] = std::byte(i % 100'000 < 30'000 ? random() % 256 : i / 1000 % 3);
  return content;
}

class PlanesFileTest : public testing::Test {
 protected:
  PlanesFileTest() { EXPECT_TRUE(write_planes(file, some_values, content)); }

  /// The content that is read from the file; nothing if the file is found to be damaged.
  std::optional<Bytes> read() const {
    const auto planes = PlanesFile::open(file, some_values, content.size());
    Bytes found(content.size());
    if (!planes || !planes->read(found)) return {};
    return found;
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / ".KKMvKK.planes";
  const Bytes content = content_of(500'001);
};

TEST_F(PlanesFileTest, GivesBackWhatWasWritten) {
  EXPECT_EQ(read(), content);
  EXPECT_LT(std::filesystem::file_size(file), content.size() / 2);
}

TEST_F(PlanesFileTest, HasTheSameBytesAgain) {
  const Bytes first = bytes_of(file);
  ASSERT_TRUE(write_planes(file, some_values, content));
  EXPECT_EQ(bytes_of(file), first);
}

TEST_F(PlanesFileTest, HoldsLittle) {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{1} << 16, (std::size_t{1} << 16) + 1}) {
    const Bytes few = content_of(size);
    ASSERT_TRUE(write_planes(file, some_values, few));
    const auto planes = PlanesFile::open(file, some_values, size);
    ASSERT_TRUE(planes);
    Bytes found(size);
    EXPECT_TRUE(planes->read(found));
    EXPECT_EQ(found, few);
  }
}

TEST_F(PlanesFileTest, IsThatOfItsValuesOnly) {
  TableId other = some_values;
  other.variant = Variant::english;
  EXPECT_FALSE(PlanesFile::open(file, other, content.size()));
  other = some_values;
  other.material = other.material.flipped();
  EXPECT_FALSE(PlanesFile::open(file, other, content.size()));
  other = {Variant::italian, some_values.material, Metric::counted_wdl, 40};
  EXPECT_FALSE(PlanesFile::open(file, other, content.size()));
  EXPECT_FALSE(PlanesFile::open(file, some_values, content.size() - 1));
  EXPECT_FALSE(PlanesFile::open(folder.path(), some_values, content.size()));
  EXPECT_TRUE(PlanesFile::open(file, some_values, content.size()));
}

TEST_F(PlanesFileTest, SeesThatAByteIsWrong) {
  const Bytes whole = bytes_of(file);
  for (std::size_t at = 0; at < whole.size(); at += at < 400 ? 1 : 997) {
    Bytes wrong = whole;
    wrong[at] ^= std::byte{1};
    overwrite(file, wrong);
    EXPECT_FALSE(read()) << "byte " << at;
  }
}

TEST_F(PlanesFileTest, SeesThatItIsShorter) {
  const Bytes whole = bytes_of(file);
  for (const std::size_t left :
       {whole.size() - 1, whole.size() / 2, std::size_t{60}, std::size_t{20}, std::size_t{0}}) {
    overwrite(file, std::span{whole}.first(left));
    EXPECT_FALSE(read()) << left << " bytes";
  }
}

TEST_F(PlanesFileTest, LeavesNothingWhereItCannotBeWritten) {
  EXPECT_FALSE(write_planes(folder.path() / "none" / ".KvK.planes", some_values, content));
  const auto taken = folder.path() / "taken";  // by a folder, so that it cannot be renamed
  std::filesystem::create_directories(taken / "it");
  EXPECT_FALSE(write_planes(taken, some_values, content));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{folder.path()})
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1u) << "the one that was written before";
}

}  // namespace
}  // namespace damiera
