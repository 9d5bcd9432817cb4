#include "generator/write/for_each_value.h"

#include <tbb/task_arena.h>

#include "tests/data/fixtures.h"

namespace damiera {
namespace {

// The error names the first damaged block, whichever thread meets its damaged block first.
TEST(ForEachValue, TellsTheFirstBlockThatIsDamaged) {
  constexpr TableId id{Variant::english, {2, 0, 2, 0}, Metric::wdl};
  const TemporaryFolder folder;
  write_table(folder.path(), id, random_outcomes(positions_of(id), 20, 60, 1));
  const auto sound = Table::open(folder.path(), id);
  ASSERT_TRUE(sound);
  ASSERT_GT(sound->blocks(), 2u);
  Bytes bytes = bytes_of(sound->path());
  for (std::size_t at = 200; at + 200 < bytes.size(); at += 50) bytes[at] ^= std::byte{1};
  std::filesystem::remove(sound->path());
  overwrite(sound->path(), bytes);
  const auto table = Table::open(folder.path(), id);
  ASSERT_TRUE(table);
  std::uint64_t first = 0, damaged = 0;
  for (std::uint64_t n = table->blocks(); n-- > 0;)
    if (!table->check(n)) first = n, ++damaged;
  ASSERT_GT(damaged, 1u);
  const SliceIndex<english> slice{id.material};
  tbb::task_arena alone{1};
  for (int i = 0; i < 20; ++i) {
    const auto read = [&] {
      return for_each_value<english, Value>(*table, slice, [](Index, Value) {});
    };
    const auto result = i == 0 ? alone.execute(read) : read();
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("block " + std::to_string(first) + ":"),
              std::string::npos)
        << result.error().message;
  }
}

}  // namespace
}  // namespace damiera
