#include "generator/levels/chunk_file.h"

#include <gtest/gtest.h>

#include "tests/data/fixtures.h"
#include "tests/support/no_descriptors.h"

namespace damiera {
namespace {

/// Blocks of up to `most` bytes. Every third is half as large, as a block with one side is.
class ChunkBlocks {
 public:
  ChunkBlocks(std::size_t count, std::size_t most, bool filled) : blocks_(count) {
    for (std::size_t place = 0; place < count; ++place) {
      blocks_[place].resize(place % 3 == 0 ? most / 2 : most);
      for (std::size_t i = 0; filled && i < blocks_[place].size(); ++i)
        blocks_[place][i] = std::byte((i * i >> 5) + place + 1);
    }
  }
  PartsOfBlock parts() {
    return [this](std::uint64_t place) {
      const std::span block{blocks_[place]};
      return BlockParts{block.first(block.size() / 5), block.subspan(block.size() / 5)};
    };
  }
  bool operator==(const ChunkBlocks&) const = default;

 private:
  std::vector<std::vector<std::byte>> blocks_;
};

class ChunkFileTest : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "chunk";
  const ChunkId id{Variant::italian, *parse_material("KKvKM"), Keep::values, {1, 1, 1, 2}};
};

TEST_F(ChunkFileTest, GivesBackBlocksOfAnySize) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{1000}, frame_of_blocks_bytes / 2 + 1, frame_of_blocks_bytes,
        frame_of_blocks_bytes + 1, 5 * frame_of_blocks_bytes - 7}) {
    SCOPED_TRACE(bytes);
    ChunkBlocks filled{10, bytes, true}, empty{10, bytes, false};
    ASSERT_TRUE(write_chunk(file, id, 10, bytes, filled.parts(), {1, 2, 3, 4}));
    const auto opened = ChunkFile::open(file, id);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->blocks(), 10);
    EXPECT_TRUE(opened->check());
    ASSERT_TRUE(opened->read(empty.parts()));
    EXPECT_EQ(empty, filled);
    std::filesystem::remove(file);
  }
}

// Who is told that it is damaged may remove it.
TEST_F(ChunkFileTest, ThatCannotBeOpenedIsNotCalledDamaged) {
  ChunkBlocks filled{10, 1, true};
  ASSERT_TRUE(write_chunk(file, id, 10, 1, filled.parts(), {}));
  const auto opened = [&] {
    const test::NoDescriptors none;
    return ChunkFile::open(file, id);
  }();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Error::Code::io);
  EXPECT_EQ(opened.error().message, file.string() + ": open: Too many open files");
  EXPECT_EQ(ChunkFile::open(file.string() + "x", id).error().code, Error::Code::missing_table);
}

TEST_F(ChunkFileTest, OfNoBlocksIsRead) {
  ChunkBlocks none{0, 0, true};
  ASSERT_TRUE(write_chunk(file, id, 0, 0, none.parts(), {}));
  EXPECT_TRUE(ChunkFile::open(file, id)->read(none.parts()));
}

}  // namespace
}  // namespace damiera
