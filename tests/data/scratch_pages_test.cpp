#include "data/memory/scratch_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>

#include "data/file/file_descriptor.h"
#include "tests/data/fixtures.h"
#include "tests/data/mapped_bytes.h"

namespace damiera {
namespace {

constexpr std::size_t mebibyte = 1 << 20;

/// 32 MiB that are mapped into memory.
class Mapping {
 public:
  /// Maps a file.
  explicit Mapping(const std::filesystem::path& folder) {
    std::string name = (folder / "scratch.XXXXXX").string();
    const FileDescriptor file{mkstemp(name.data())};
    EXPECT_EQ(ftruncate(file.get(), static_cast<off_t>(size)), 0);
    map(nullptr, MAP_SHARED, file.get());
  }
  /// Maps memory without a file, at an address where nothing is mapped.
  explicit Mapping(std::byte* at) {
    map(at, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1);
  }
  Mapping(const Mapping&) = delete;
  ~Mapping() { munmap(bytes_.data(), size); }

  std::span<std::byte> bytes() const { return bytes_; }
  /// Writes to each page.
  void fill(std::byte value) const {
    for (std::size_t at = 0; at < size; at += page) bytes_[at] = value;
  }
  bool holds(std::byte value) const {
    for (std::size_t at = 0; at < size; at += page)
      if (bytes_[at] != value) return false;
    return true;
  }

 private:
  static constexpr std::size_t size = 32 * mebibyte, page = 4096;

  void map(void* wanted, int flags, int file) {
    void* at = mmap(wanted, size, PROT_READ | PROT_WRITE, flags, file, 0);
    EXPECT_NE(at, MAP_FAILED);
    bytes_ = {static_cast<std::byte*>(at), size};
  }

  std::span<std::byte> bytes_;
};

TEST(ScratchPages, BeyondTheBoundAreUnmappedAndKeepWhatTheyHold) {
  const TemporaryFolder folder;
  const Mapping first{folder.path()}, second{folder.path()};
  const std::size_t before = mapped_bytes();
  ScratchPages pages;
  pages.set_bound(8 * mebibyte);
  pages.add(first.bytes());
  pages.add(second.bytes());
  for (const std::byte value : {std::byte{1}, std::byte{2}}) {
    first.fill(value);
    second.fill(value);
    EXPECT_TRUE(falls_below(before + 12 * mebibyte));
    EXPECT_TRUE(first.holds(value));
    EXPECT_TRUE(second.holds(value));
  }
}

TEST(ScratchPages, WithinTheBoundStay) {
  const TemporaryFolder folder;
  const Mapping scratch{folder.path()};
  const std::size_t before = mapped_bytes();
  ScratchPages pages;
  pages.set_bound(64 * mebibyte);
  pages.add(scratch.bytes());
  scratch.fill(std::byte{1});
  std::this_thread::sleep_for(std::chrono::milliseconds{50});
  EXPECT_GE(mapped_bytes(), before + 30 * mebibyte);
  pages.set_bound(mebibyte);
  EXPECT_TRUE(falls_below(before + 4 * mebibyte));
}

// As while tables are read, which nothing unmaps.
TEST(ScratchPages, AreUnmappedThoughOtherFilesFillTheBound) {
  const TemporaryFolder folder;
  const Mapping table{folder.path()}, scratch{folder.path()};
  const std::size_t before = mapped_bytes();
  ScratchPages pages;
  pages.set_bound(16 * mebibyte);
  pages.add(scratch.bytes());
  scratch.fill(std::byte{1});
  ASSERT_TRUE(falls_below(before + 20 * mebibyte));  // the pages are watched from here on
  table.fill(std::byte{1});
  std::this_thread::sleep_for(std::chrono::milliseconds{50});
  // Less than a quarter of the bound is new.
  std::ranges::fill(scratch.bytes().first(3 * mebibyte), std::byte{2});
  EXPECT_TRUE(falls_below(before + 33 * mebibyte));
  EXPECT_EQ(scratch.bytes()[mebibyte], std::byte{2});
}

// A later mapping may get the address of one that has ended. It maps no file, so unmapping its
// pages would lose them.
TEST(ScratchPages, AreLeftAloneAfterTheyWereRemoved) {
  const TemporaryFolder folder;
  const std::size_t before = mapped_bytes();
  ScratchPages pages;
  const Mapping stays{folder.path()};
  pages.add(stays.bytes());
  std::byte* at = nullptr;
  {
    const Mapping ends{folder.path()};
    pages.add(ends.bytes());
    ends.fill(std::byte{1});
    pages.remove(ends.bytes());
    at = ends.bytes().data();
  }
  const Mapping later{at};
  later.fill(std::byte{2});
  stays.fill(std::byte{3});
  EXPECT_TRUE(falls_below(before + 4 * mebibyte));
  EXPECT_TRUE(later.holds(std::byte{2}));
  EXPECT_TRUE(stays.holds(std::byte{3}));
}

}  // namespace
}  // namespace damiera
