#include "generator/solver_memory.h"

#include "generator/lanes/lane_words.h"
#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

constexpr std::uint64_t mib = 1 << 20;

BuildOptions with_memory(std::uint64_t bytes) {
  BuildOptions options;
  options.threads = 4;
  options.memory = bytes;
  return options;
}

TEST(SolverMemory, BatchesTakeNoMoreThanMemoryLeavesFree) {
  for (const Keep keep : {Keep::distances, Keep::values})
    for (const SlicePair& pair : pairs_of(5)) {
      const BuildOptions unbounded = with_memory(0);
      const SolverMemory<english> all{unbounded, pair, keep};
      EXPECT_EQ(all.bytes(), all.most());
      EXPECT_LE(all.least(), all.most());
      EXPECT_LE(all.most(), all.least() + 4 * most_batch_bytes);
      std::uint64_t before = 0;
      for (std::uint64_t bytes = all.least(); bytes < all.least() + 256 * mib; bytes += 3 * mib) {
        const BuildOptions bounded = with_memory(bytes);
        const SolverMemory<english> some{bounded, pair, keep};
        ASSERT_LE(some.bytes(), all.least() + (bytes - all.least()) / 4) << name(pair.first);
        ASSERT_GE(some.bytes(), before) << name(pair.first);
        before = some.bytes();
      }
      EXPECT_EQ(before, all.most()) << name(pair.first);
    }
}

TEST(SolverMemory, BatchesAreSmallerWhereMemoryIs) {
  const SlicePair pair = pair_named("KKMvKM");
  const BuildOptions unbounded = with_memory(0);
  const std::uint64_t least = SolverMemory<english>{unbounded, pair, Keep::values}.least();
  const auto batch_at = [&](std::uint64_t bytes) {
    const BuildOptions options = with_memory(bytes);
    return batch_size<english>(pair.first,
                               SolverMemory<english>{options, pair, Keep::values}.batch_bytes());
  };
  EXPECT_EQ(batch_at(least - 1), 1U);
  EXPECT_EQ(batch_at(least), 1U);
  EXPECT_EQ(batch_at(least + 1024 * mib), has_lane_vectors() ? 8U : 1U);
}

}  // namespace
}  // namespace damiera
