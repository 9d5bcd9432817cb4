// Both profiles give the same answer for every position, through the library that engines use.

#include <gtest/gtest.h>

#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "tests/data/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class PackedTables : public testing::TestWithParam<Variant> {
 protected:
  // Packs what probe() reads: the shipped tables of up to three pieces.
  Tablebase packed(const char* name, Profile profile) const {
    const auto shipped = Tablebase::open(GetParam(), {});
    for (const TableId& id : shipped->tables()) {
      if (id.material.total() > 3 || (id.metric != Metric::wdl && id.metric != Metric::dtc))
        continue;
      const auto from = *shipped->folder_of(id);
      const auto done =
          pack(*Table::open(from, id), *Table::open(from, {id.variant, id.material, Metric::wdl}),
               folder_.path() / name, profile);
      EXPECT_TRUE(done) << done.error().message;
    }
    return *Tablebase::open(GetParam(), {folder_.path() / name}, {.shipped = false});
  }

  TemporaryFolder folder_;
};

TEST_P(PackedTables, SayTheSame) {
  const Tablebase shipped = *Tablebase::open(GetParam(), {});
  const Tablebase small = packed("small", Profile::small), fast = packed("fast", Profile::fast);
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    for (int pieces = 2; pieces <= 3; ++pieces)
      for (const Material& m : slices_of(pieces)) {
        const SliceIndex<R> slice{m};
        for (std::uint64_t i = 0; i < slice.size(); ++i) {
          const Position pos = slice.position(Index{i});
          const auto a = shipped.probe(pos), b = small.probe(pos), c = fast.probe(pos);
          ASSERT_TRUE(a && b && c) << name(m) << " " << i;
          ASSERT_EQ(*a, *b) << name(m) << " " << i;
          ASSERT_EQ(*a, *c) << name(m) << " " << i;
        }
      }
    // With almost no cache, a block is decoded for every probe.
    const Tablebase none = *Tablebase::open(GetParam(), {folder_.path() / "small"},
                                            {.cache_bytes = 0, .shipped = false});
    const SliceIndex<R> slice{*parse_material("KKvK")};
    for (std::uint64_t i = 0; i < slice.size(); i += 97) {
      const Position pos = slice.position(Index{i});
      ASSERT_EQ(*small.probe(pos), *none.probe(pos));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, PackedTables,
                         testing::Values(Variant::italian, Variant::international,
                                         Variant::russian),
                         [](const auto& game) { return std::string{name(game.param)}; });

}  // namespace
}  // namespace damiera
