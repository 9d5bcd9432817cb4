#include <gtest/gtest.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "generator/build.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "tests/data/fixtures.h"

#ifdef NDEBUG  // a minute; builds with asserts and sanitizers would take half an hour

namespace damiera {
namespace {

/// The longest win in plies to the end of the game, of the pieces of the side to move against
/// others.
struct Record {
  const char* slice;
  int plies;
};

// Published by M. Grimminck for international draughts, by men and kings of the winner v the loser.
constexpr Record records[]{{"MvM", 17},   {"KvM", 7},    {"MMvM", 23},  {"KMvM", 11},
                           {"KKvM", 9},   {"MMvK", 7},   {"KMvK", 9},   {"KKvK", 7},
                           {"MvMM", 33},  {"KvMM", 27},  {"MMvMM", 39}, {"KMvMM", 27},
                           {"KKvMM", 25}, {"MMMvM", 23}, {"MMMvK", 13}, {"KMMvK", 29},
                           {"KKMvK", 31}, {"KKKvK", 15}, {"MvMMM", 43}};

/// Over all positions, with and without captures.
int longest_win(const Tablebase& tables, const Material& material) {
  const SliceIndex<international> slice{material};
  using Range = tbb::blocked_range<std::uint64_t>;
  return tbb::parallel_reduce(
      Range{0, slice.size(), 4096}, 0,
      [&](const Range& range, int longest) {
        for (std::uint64_t i = range.begin(); i < range.end(); ++i) {
          const auto ending = tables.ending(slice.position(Index{i}));
          if (!ending) return -1;
          if (ending->value == Value::win) longest = std::max(longest, ending->plies);
        }
        return longest;
      },
      [](int a, int b) { return a < 0 || b < 0 ? -1 : std::max(a, b); });
}

TEST(DtwRecords, OfInternationalDraughtsAreThePublishedOnes) {
  const TemporaryFolder folder;
  BuildOptions options;
  options.variant = Variant::international;
  options.folder = folder.path();
  options.dtw = true;
  for (const Record& record : records) options.slices.push_back(*parse_material(record.slice));
  const auto built = build(options, {});
  ASSERT_TRUE(built) << built.error().message;
  const auto tables = Tablebase::open(Variant::international, {folder.path()}, {.shipped = false});
  ASSERT_TRUE(tables) << tables.error().message;
  for (const auto& [slice, plies] : records)
    EXPECT_EQ(longest_win(*tables, *parse_material(slice)), plies) << slice;
}

}  // namespace
}  // namespace damiera

#endif
