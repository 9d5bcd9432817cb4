#include "data/memory/buffer.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <numeric>
#include <string>

#include "tests/data/fixtures.h"
#include "tests/data/mapped_bytes.h"

namespace damiera {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

/// Bytes of this process that are mapped to files in a folder, deleted ones included.
std::uint64_t mapped_to_files_in(const std::filesystem::path& folder) {
  std::ifstream maps{"/proc/self/maps"};
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find(folder.string() + "/") == std::string::npos) continue;
    const auto dash = line.find('-');
    bytes += std::stoull(line.substr(dash + 1), nullptr, 16) - std::stoull(line, nullptr, 16);
  }
  return bytes;
}

bool is_zero(const Buffer& buffer) {
  return std::ranges::all_of(buffer.as<std::uint64_t>(), [](std::uint64_t w) { return w == 0; });
}

TEST(Memory, KeepsItsBound) {
  const TemporaryFolder folder;
  Memory memory{2 * mebi, folder.path()};
  EXPECT_TRUE(memory.fits(2 * mebi));
  EXPECT_FALSE(memory.fits(2 * mebi + 1));
  const auto held = memory.allocate(mebi);
  ASSERT_TRUE(held);
  EXPECT_EQ(mapped_to_files_in(folder.path()), 0u);
  EXPECT_TRUE(memory.fits(mebi));
  EXPECT_FALSE(memory.fits(mebi + 1));
}

TEST(Memory, KeepsFreeWhatIsReserved) {
  const TemporaryFolder folder;
  Memory memory{3 * mebi, folder.path()};
  memory.reserve(mebi);
  memory.reserve(2 * mebi);  // replaces the reservation before
  EXPECT_TRUE(memory.fits(mebi));
  EXPECT_FALSE(memory.fits(mebi + 1));
  const auto held = memory.allocate(mebi);
  const auto beyond = memory.allocate(mebi);
  ASSERT_TRUE(held && beyond);
  EXPECT_EQ(mapped_to_files_in(folder.path()), mebi);
}

TEST(Memory, KeepsInFilesWhatIsBeyondItsBound) {
  const TemporaryFolder folder;
  Memory memory{mebi, folder.path()};
  {
    const auto buffer = memory.allocate(3 * mebi);
    ASSERT_TRUE(buffer) << buffer.error().message;
    EXPECT_EQ(mapped_to_files_in(folder.path()), 3 * mebi);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // nothing to clean up after a kill
    EXPECT_TRUE(memory.fits(mebi));                         // files are not counted
  }
  EXPECT_EQ(mapped_to_files_in(folder.path()), 0u);
  EXPECT_TRUE(memory.fits(mebi));
}

TEST(Memory, PagesOfFilesFillWhatIsFree) {
  const TemporaryFolder folder;
  Memory memory{16 * mebi, folder.path()};
  const auto held = memory.allocate(8 * mebi);
  const auto in_file = memory.allocate(12 * mebi);
  ASSERT_TRUE(held && in_file);
  const std::size_t before = mapped_bytes();
  std::ranges::fill(in_file->as<std::uint64_t>(), 1);
  EXPECT_TRUE(falls_below(before + 8 * mebi));
}

TEST(Buffer, IsCopiedWithoutBeingMapped) {
  const TemporaryFolder folder;
  Memory bounded{1, folder.path()}, unbounded{0, {}};
  for (Memory* memory : {&bounded, &unbounded}) {
    const auto buffer = memory->allocate(4 * mebi);
    ASSERT_TRUE(buffer);
    EXPECT_EQ(buffer->is_in_file(), memory == &bounded);
    const auto numbers = buffer->as<std::uint32_t>();
    std::iota(numbers.begin(), numbers.end(), 0U);
    if (buffer->is_in_file()) madvise(numbers.data(), numbers.size_bytes(), MADV_DONTNEED);
    const std::size_t before = mapped_bytes();
    for (std::uint32_t n = 0; n < numbers.size(); n += 4096) {
      std::uint32_t found = 0;
      buffer->copy(n * sizeof n, std::as_writable_bytes(std::span{&found, 1}));
      EXPECT_EQ(found, n);
    }
    EXPECT_LT(mapped_bytes(), before + mebi);
  }
}

TEST(Memory, WithoutBoundNeedsNoFolder) {
  Memory memory{0, "/nowhere"};
  EXPECT_TRUE(memory.allocate(64 * mebi));
}

TEST(Memory, IsZeroedAndKeepsWhatIsWritten) {
  const TemporaryFolder folder;
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1}}) {
    Memory memory{limit, folder.path()};
    for (int round = 0; round < 2; ++round) {  // the second may reuse what the first dirtied
      const auto buffer = memory.allocate(mebi);
      ASSERT_TRUE(buffer);
      const auto words = buffer->as<std::uint64_t>();
      ASSERT_EQ(words.size(), mebi / 8);
      EXPECT_TRUE(is_zero(*buffer));
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = i + 1;
      for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], i + 1);
    }
  }
}

TEST(Memory, IsGivenBackWhereTheBufferEnds) {
  const TemporaryFolder folder;
  Memory memory{2 * mebi, folder.path()};
  {
    Buffer outer;
    {
      Buffer inner = std::move(*memory.allocate(mebi));
      outer = std::move(inner);
    }
    EXPECT_FALSE(memory.fits(2 * mebi));  // moved, not ended
    const Buffer last{std::move(outer)};
    EXPECT_FALSE(memory.fits(2 * mebi));
    EXPECT_EQ(last.as<std::byte>().size(), mebi);
    EXPECT_TRUE(outer.as<std::byte>().empty());
  }
  EXPECT_TRUE(memory.fits(2 * mebi));
}

TEST(Memory, OfNoBytesIsEmpty) {
  const TemporaryFolder folder;
  Memory memory{mebi, folder.path()};
  const auto buffer = memory.allocate(0);
  ASSERT_TRUE(buffer);
  EXPECT_TRUE(buffer->as<int>().empty());
}

TEST(Memory, MoreThanThereCanBeIsAnError) {
  Memory memory{0, {}};
  const auto buffer = memory.allocate(std::uint64_t{1} << 60);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, Error::Code::out_of_memory);
  EXPECT_NE(buffer.error().message.find(std::to_string(std::uint64_t{1} << 60)), std::string::npos);
}

TEST(Memory, FolderThatIsNotThereIsAnErrorThatNamesIt) {
  Memory memory{1, "/nowhere"};
  const auto buffer = memory.allocate(mebi);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, Error::Code::io);
  EXPECT_NE(buffer.error().message.find("/nowhere/"), std::string::npos);
}

// A limit on the size of files stands for a full disk: found when allocating, not when writing.
TEST(Memory, DiskWithoutRoomIsAnError) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const TemporaryFolder folder;
  Memory memory{1, folder.path()};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto buffer = memory.allocate(mebi);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, Error::Code::io);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Memory, CountsWhatASparseBufferUses) {
  const TemporaryFolder folder;
  Memory memory{8 * mebi, folder.path()};
  {
    const auto sparse = memory.allocate_sparse(1024 * mebi, 6 * mebi);
    ASSERT_TRUE(sparse);
    EXPECT_FALSE(sparse->is_in_file());
    EXPECT_EQ(sparse->as<std::byte>().size(), 1024 * mebi);
    EXPECT_EQ(sparse->as<std::byte>()[1000 * mebi], std::byte{});
    EXPECT_EQ(memory.left(), 2 * mebi);
    EXPECT_TRUE(memory.allocate(3 * mebi)->is_in_file());
    EXPECT_EQ(memory.left(), 2 * mebi);
  }
  EXPECT_EQ(memory.left(), 8 * mebi);
  memory.reserve(9 * mebi);
  EXPECT_EQ(memory.left(), 0u);
  EXPECT_EQ((Memory{0, folder.path()}.left()), std::nullopt);
}

TEST(BytesTouched, AreWholePages) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(bytes_touched(3, 1), 6 * page);
  EXPECT_EQ(bytes_touched(1, 10 * page), 12 * page);
}

}  // namespace
}  // namespace damiera
