#include "generator/planes/planes_on_demand.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "data/memory/buffer.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

const TableId values_of_slice{Variant::italian, {1, 2, 0, 2}, Metric::wdl};
constexpr std::size_t frame_size = PlanesFile::frame_bytes;

/// Three frames and a part of a fourth, in a file.
class PlanesOnDemandTest : public testing::Test {
 protected:
  PlanesOnDemandTest() {
    std::mt19937 random{1};
    for (std::byte& b : content) b = std::byte(random());
    EXPECT_TRUE(write_planes(file, values_of_slice, content));
  }
  std::unique_ptr<PlanesOnDemand> planes() {
    return std::make_unique<PlanesOnDemand>(
        *PlanesFile::open(file, values_of_slice, content.size()), memory(), cache);
  }
  std::span<std::byte> memory() const { return buffer.as<std::byte>(); }
  std::uint64_t frames_in_memory() const { return cache.bytes() / frame_size; }
  /// Whether the bytes from `begin` to before `end` are those of the file.
  bool is_there(std::size_t begin, std::size_t end) const {
    return std::ranges::equal(memory().subspan(begin, end - begin),
                              std::span{content}.subspan(begin, end - begin));
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / ".KKMvKK.planes";
  Bytes content = Bytes(3 * frame_size + 1000);
  Memory given{0, folder.path()};
  const Buffer buffer = *given.allocate_sparse(content.size(), 0);
  PlanesCache cache;
};

TEST_F(PlanesOnDemandTest, ReadsTheFramesThatAreNeeded) {
  const auto planes = this->planes();
  EXPECT_EQ(frames_in_memory(), 0u);
  planes->need(frame_size, frame_size);
  EXPECT_EQ(frames_in_memory(), 0u) << "no bytes";
  planes->need(2 * frame_size - 1, 2 * frame_size);
  EXPECT_EQ(frames_in_memory(), 1u);
  EXPECT_TRUE(is_there(frame_size, 2 * frame_size));
  EXPECT_FALSE(is_there(0, 1000));
  planes->need(2 * frame_size - 1, 2 * frame_size + 1);
  EXPECT_EQ(frames_in_memory(), 2u);
  EXPECT_TRUE(is_there(frame_size, 3 * frame_size));
  planes->need(3 * frame_size + 999, content.size());
  planes->need(0, content.size());
  EXPECT_EQ(frames_in_memory(), 4u);
  EXPECT_TRUE(is_there(0, content.size()));
  EXPECT_FALSE(planes->is_damaged());
}

TEST_F(PlanesOnDemandTest, ReadsEachFrameOnce) {
  const auto planes = this->planes();
  planes->need(0, 1);
  memory()[0] ^= std::byte{1};
  planes->need(0, frame_size);
  EXPECT_FALSE(is_there(0, 1)) << "it was read again";
}

// Whoever needs a frame finds it complete when need() returns.
TEST_F(PlanesOnDemandTest, ServesManyThreads) {
  for (int run = 0; run < 20; ++run) {
    const auto planes = this->planes();
    std::atomic<int> incomplete = 0;
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (std::size_t n = 0; n < 4; ++n) {
          const std::size_t begin = (n + t / 2) % 4 * frame_size;
          const std::size_t end = std::min(begin + frame_size, content.size());
          planes->need(begin, end);
          incomplete += !is_there(begin, end);
        }
      });
    threads.clear();
    EXPECT_EQ(incomplete, 0);
    cache.set_bound(0);
    cache.trim();
    EXPECT_EQ(frames_in_memory(), 0u);
    EXPECT_FALSE(is_there(0, 1000));
  }
}

TEST_F(PlanesOnDemandTest, ForgetsWhatWasNeededLeastRecently) {
  const auto planes = this->planes();
  EXPECT_FALSE(cache.is_bounded());
  planes->need(0, content.size());
  cache.trim();
  EXPECT_EQ(frames_in_memory(), 4u) << "there is no bound";
  cache.set_bound(4 * frame_size);
  EXPECT_TRUE(cache.is_bounded());
  cache.trim();
  EXPECT_EQ(frames_in_memory(), 4u);
  planes->need(frame_size, 2 * frame_size);
  planes->need(3 * frame_size, content.size());
  cache.set_bound(2 * frame_size);
  cache.trim();
  EXPECT_EQ(frames_in_memory(), 2u);
  EXPECT_TRUE(is_there(frame_size, 2 * frame_size));
  EXPECT_TRUE(is_there(3 * frame_size, content.size()));
  EXPECT_FALSE(is_there(0, 1000));
  planes->need(0, content.size());
  EXPECT_TRUE(is_there(0, content.size())) << "they are read again";
}

TEST_F(PlanesOnDemandTest, SeesDamageWhereItIsNeeded) {
  Bytes wrong = bytes_of(file);
  wrong.back() ^= std::byte{1};  // of the last frame
  overwrite(file, wrong);
  const auto planes = this->planes();
  planes->need(0, 3 * frame_size);
  EXPECT_FALSE(planes->is_damaged());
  planes->need(0, 3 * frame_size + 1);
  EXPECT_TRUE(planes->is_damaged());
  EXPECT_TRUE(is_there(0, 3 * frame_size));
}

}  // namespace
}  // namespace damiera
