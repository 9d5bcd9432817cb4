// Tables of one side of each pair, with the other side's values derived, give the same answers as
// tables of both sides.

#include <gtest/gtest.h>

#include <random>

#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "generator/build.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// Which side of a pair is searched: of the two materials.
enum class Searched { lesser, greater };

bool is_searched(const Material& m, Searched side) {
  return side == Searched::lesser ? m < m.flipped() : m > m.flipped();
}

/// Copies a table as it is, or writes it without values, so that they are searched.
void put(const std::filesystem::path& from, const std::filesystem::path& to, const TableId& id,
         Searched side) {
  if (is_searched(id.material, side)) {
    const auto done = pack_searched(*Table::open(from, id), to);
    ASSERT_TRUE(done) << done.error().message;
    return;
  }
  std::filesystem::create_directories(table_path(to, id).parent_path());
  std::filesystem::copy_file(table_path(from, id), table_path(to, id));
}

class OneSide : public testing::TestWithParam<std::tuple<Variant, Searched>> {
 protected:
  static Variant variant() { return std::get<0>(GetParam()); }

  /// From the shipped tables of 2 to 4 pieces.
  OneSide() {
    const Tablebase shipped = *Tablebase::open(variant(), {});
    for (const TableId& id : shipped.tables())
      if (id.material.total() <= 4 && !is_counted(id.metric))
        put(*shipped.folder_of(id), folder_.path(), id, std::get<1>(GetParam()));
    tables_ = Tablebase::open(variant(), {folder_.path()}, {.shipped = false});
    both_ = Tablebase::open(variant(), {});
  }

  /// Compares the answers of `tables_` and `both_` for one position in `every` of all slices of
  /// `pieces` pieces.
  void compare(int pieces, std::uint64_t every) const {
    test::with_sample_moves(variant(), [&]<Rules R>() {
      for (const Material& m : slices_of(pieces)) {
        const SliceIndex<R> slice{m};
        for (std::uint64_t i = 0; i < slice.size(); i += every) {
          const Position pos = slice.position(Index{i});
          const auto one = tables_->probe(pos);
          ASSERT_TRUE(one) << one.error().message;
          ASSERT_EQ(*one, *both_->probe(pos));
          ASSERT_EQ(*tables_->wdl(pos), one->value);
        }
      }
    });
  }

  TemporaryFolder folder_;
  Result<Tablebase> tables_ = Error{}, both_ = Error{};
};

// All positions of two games, one in 17 of the others.
TEST_P(OneSide, SaysTheSameOfPositionsOfTwoAndThreePieces) {
  const bool all = variant() == Variant::italian || variant() == Variant::russian;
  for (const int pieces : {2, 3}) compare(pieces, all ? 1 : 17);
}

// For all games it takes minutes: run it with --gtest_also_run_disabled_tests when probing or
// packing changes.
TEST_P(OneSide, DISABLED_SaysTheSameOfAllPositionsOfFourPieces) { compare(4, 1); }

TEST_P(OneSide, SaysTheSameOfPositionsOfFourPieces) {
  std::mt19937_64 random{1};
  test::with_sample_moves(variant(), [&]<Rules R>() {
    for (int i = 0; i < 60; ++i) {
      const Position pos = test::random_position<R>(random, 4);
      const auto one = tables_->probe(pos);
      ASSERT_TRUE(one) << one.error().message;
      ASSERT_EQ(*one, *both_->probe(pos));
      ASSERT_EQ(*tables_->wdl(pos), one->value);
      ASSERT_EQ(*tables_->probe(pos, Reading::in_memory), *one);
    }
  });
  if (variant() == Variant::italian && std::get<1>(GetParam()) == Searched::lesser) compare(4, 17);
}

INSTANTIATE_TEST_SUITE_P(Games, OneSide,
                         testing::Combine(testing::Values(Variant::italian, Variant::english,
                                                          Variant::international, Variant::russian,
                                                          Variant::brazilian),
                                          testing::Values(Searched::lesser, Searched::greater)),
                         [](const auto& c) {
                           return std::string{name(std::get<0>(c.param))} +
                                  (std::get<1>(c.param) == Searched::lesser ? "Lesser" : "Greater");
                         });

/// Italian tables of two and three pieces with all metrics, a side of which is searched.
class OneSideOfAll : public testing::Test {
 protected:
  OneSideOfAll() {
    for (const TableId& id : built().tables())
      if (is_counted(id.metric))
        std::filesystem::copy_file(table_path(built_.folder(), id), table_path(folder(), id));
      else
        put(built_.folder(), folder(), id, Searched::lesser);
  }
  Tablebase built() const {
    return *Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
  }
  Tablebase one() const {
    return *Tablebase::open(Variant::italian, {folder()}, {.shipped = false});
  }
  const std::filesystem::path& folder() const { return folder_.path(); }

  test::BuiltTables built_{Variant::italian, 3, {.count = 5, .dtw = true}};
  TemporaryFolder folder_;
};

TEST_F(OneSideOfAll, EndingsAndCountsAreTheSame) {
  const Tablebase both = built(), searched = one();
  for (int pieces : {2, 3})
    test::for_each_position<italian>(pieces, [&](const Position& pos) {
      const auto ending = searched.ending(pos);
      ASSERT_TRUE(ending) << ending.error().message;
      ASSERT_EQ(*ending, *both.ending(pos));
    });
  std::mt19937_64 random{1};
  for (int i = 0; i < 5000; ++i) {
    const Position pos = test::random_position<italian>(random, 3);
    const auto counted = searched.probe(pos, Count{5});
    ASSERT_TRUE(counted) << counted.error().message;
    ASSERT_EQ(*counted, *both.probe(pos, Count{5}));
  }
}

// Probing all values and packing them gives the same bytes as packing the table.
TEST_F(OneSideOfAll, SearchedTablesPackToTheSameBytes) {
  const Tablebase searched = one();
  const auto asked = [&](const Position& pos) -> Result<std::uint16_t> {
    const auto value = searched.wdl(pos);
    if (!value) return value.error();
    return cell_of(*value);
  };
  const TemporaryFolder a, b;
  const TableId id{Variant::italian, {1, 0, 0, 1}, Metric::wdl};
  ASSERT_TRUE(is_searched(id.material, Searched::lesser) !=
              is_searched(id.material.flipped(), Searched::lesser));
  for (const Material& m : {id.material, id.material.flipped()}) {
    const TableId side{id.variant, m, Metric::wdl};
    const auto table = *Table::open(built_.folder(), side);
    ASSERT_TRUE(pack(table, table, a.path(), Profile::small));
    ASSERT_TRUE(pack_asked(table.info(), asked, b.path(), Profile::small));
    EXPECT_EQ(bytes_of(table_path(a.path(), side)), bytes_of(table_path(b.path(), side)));
  }
}

TEST_F(OneSideOfAll, TheMissingSideIsNamed) {
  const TableId id{Variant::italian, {1, 0, 0, 1}, Metric::wdl};
  std::uint64_t i = 0;
  const SliceIndex<italian> slice{
      is_searched(id.material, Searched::lesser) ? id.material : id.material.flipped()};
  while (has_capture<italian>(slice.position(Index{i}))) ++i;
  const Position pos = slice.position(Index{i});
  const TableId stored{id.variant, slice.material().flipped(), Metric::wdl};
  std::filesystem::remove(table_path(folder(), stored));
  auto asked = one().wdl(pos);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Error::Code::missing_table);
  EXPECT_NE(asked.error().message.find(name(stored.material)), std::string::npos);
  // Searching both would not end.
  ASSERT_TRUE(pack_searched(*Table::open(built_.folder(), stored), folder()));
  asked = one().wdl(pos);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Error::Code::corrupt);
  EXPECT_NE(asked.error().message.find(name(stored.material)), std::string::npos);
}

// If a table is missing, the positions whose search needs it are not covered.
TEST_F(OneSideOfAll, CoverageCountsWhatASearchLooksAt) {
  const auto material = [](const char* slice) { return *parse_material(slice); };
  const auto covers = [&](const char* slice, Metric metric) {
    return one().is_covered(material(slice), metric);
  };
  const auto remove = [&](const char* slice, Metric metric) {
    const auto path = table_path(folder(), {Variant::italian, material(slice), metric});
    ASSERT_TRUE(std::filesystem::remove(path)) << path;
  };
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw})
    EXPECT_EQ(one().max_pieces(metric), 3);
  EXPECT_EQ(one().max_pieces(Metric::counted_dtc, 5), 3);
  for (const char* slice : {"KvKM", "MvKM"})
    ASSERT_TRUE(is_searched(material(slice), Searched::lesser));
  remove("KMvK", Metric::dtw);  // the flip of KvKM, and of what MvKM is when its man is crowned
  for (const char* slice : {"KMvK", "KvKM", "MvKM"}) {
    EXPECT_FALSE(covers(slice, Metric::dtw)) << slice;
    EXPECT_TRUE(covers(slice, Metric::dtc)) << slice;
  }
  for (const char* slice : {"KMvM", "MvKK", "KvMM", "KvK"})
    EXPECT_TRUE(covers(slice, Metric::dtw)) << slice;
  remove("KMvK", Metric::wdl);
  for (const Metric metric : {Metric::wdl, Metric::dtc}) {
    EXPECT_FALSE(covers("MvKM", metric));
    EXPECT_TRUE(covers("KMvM", metric));
    EXPECT_EQ(one().max_pieces(metric), 2);
  }
  EXPECT_FALSE(one().is_covered(material("KvKM"), Metric::counted_wdl, 5));
  EXPECT_TRUE(one().is_covered(material("KvMM"), Metric::counted_wdl, 5));
}

TEST_F(OneSideOfAll, NothingIsBuiltUponThem) {
  const BuildOptions options{
      .variant = Variant::italian, .slices = slices_of(4), .folder = folder(), .also_read = {}};
  const auto done = build(options, [](const BuildProgress&) { return true; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Error::Code::missing_table);
  EXPECT_NE(done.error().message.find("expected tables of both sides"), std::string::npos);
}

TEST_F(OneSideOfAll, WhereTheyAreOnlyReadWhatIsMissingIsBuilt) {
  const TemporaryFolder to;
  const BuildOptions options{.variant = Variant::italian,
                             .slices = {*parse_material("MMvMM")},
                             .folder = to.path(),
                             .also_read = {folder()}};
  const auto done = build(options, [](const BuildProgress&) { return true; });
  ASSERT_TRUE(done) << done.error().message;
  const auto holds = [&](const char* slice) {
    return has_table(to.path(), {Variant::italian, *parse_material(slice), Metric::wdl});
  };
  EXPECT_TRUE(holds("MMvMM"));
  EXPECT_FALSE(holds("KvK"));  // stored there
  EXPECT_TRUE(holds("KMvM"));  // on one side only
}

// Distances along a tree are decoded together with values.
TEST_F(OneSideOfAll, SmallDistancesNeedValuesThatAreThere) {
  const TableId dtc{Variant::italian, {1, 0, 0, 1}, Metric::dtc},
      wdl{Variant::italian, {1, 0, 0, 1}, Metric::wdl};
  const TemporaryFolder to;
  const auto values = *Table::open(built_.folder(), wdl);
  ASSERT_TRUE(pack(*Table::open(built_.folder(), dtc), values, to.path(), Profile::small));
  ASSERT_TRUE(pack_searched(values, to.path()));
  const auto opened = Table::open(to.path(), dtc);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Error::Code::missing_table);
}

}  // namespace
}  // namespace damiera
