#include "probe/tablebase.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "data/file/header.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "tests/probe/built_tables.h"
#include "tests/support/brute_force.h"
#include "tests/support/positions.h"
#include "tests/support/thorough.h"

namespace damiera {
namespace {

using test::BruteForce;
using test::BuiltTables;

Tablebase opened(Variant variant, const std::filesystem::path& folder,
                 TablebaseOptions options = {}) {
  options.shipped = false;
  return *Tablebase::open(variant, {folder}, options);
}

Probe expected(const BruteForce& solved, const Position& pos) {
  const auto [value, dtc] = solved.lookup(pos);
  return value == Value::draw ? Probe{value, {}} : Probe{value, dtc};
}

Material material(const char* name) { return *parse_material(name); }

/// Changes the first byte of the first block of a table as it was built.
void damage(const std::filesystem::path& folder, const TableId& id) {
  std::fstream file{table_path(folder, id), std::ios::in | std::ios::out | std::ios::binary};
  file.seekg(header_bytes);
  const int byte = file.get();
  file.seekp(header_bytes);
  file.put(static_cast<char>(byte ^ 0x55));
}

class EveryPosition : public testing::TestWithParam<Variant> {};

TEST_P(EveryPosition, OfThreePiecesIsAsByBruteForce) {
  const BuiltTables built{GetParam(), 3};
  ASSERT_TRUE(built.ok());
  const BruteForce solved{GetParam(), 3};
  const Tablebase tables = opened(GetParam(), built.folder());
  with_moves(GetParam(), [&]<Rules R>() {
    for (int pieces : {2, 3})
      test::for_each_position<R>(pieces, [&](const Position& pos) {
        ASSERT_EQ(*tables.probe(pos), expected(solved, pos));
        ASSERT_EQ(*tables.wdl(pos), expected(solved, pos).value);
      });
  });
}

INSTANTIATE_TEST_SUITE_P(Games, EveryPosition,
                         testing::Values(Variant::italian, Variant::english, Variant::russian),
                         [](const auto& game) { return std::string{name(game.param)}; });

/// With the Italian tables of two and three pieces.
class TablebaseTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { built_ = new BuiltTables{Variant::italian, 3}; }
  static void TearDownTestSuite() { delete built_; }
  static const std::filesystem::path& folder() { return built_->folder(); }
  /// What these tables should say.
  static const BruteForce& solved() {
    static const BruteForce solved{Variant::italian, 3};
    return solved;
  }

  /// A folder with the same files, to be damaged.
  class Copy {
   public:
    Copy() {
      std::filesystem::copy(built_->folder(), path_, std::filesystem::copy_options::recursive);
    }
    ~Copy() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }

   private:
    std::filesystem::path path_ = built_->folder().string() + "-copy";
  };

  /// Replaces files of a folder, each in one step as the operating system sees it: in turn by sound
  /// files, by damaged files, by files of other tables, and by nothing.
  class Replacer {
   public:
    Replacer(const std::filesystem::path& sound, const std::filesystem::path& changed,
             unsigned seed)
        : sound_{sound},
          changed_{changed},
          random_{seed},
          ids_(*list_tables(sound, Variant::italian)) {}
    void replace_one() {
      const TableId &id = any(), &other = random_() % 3 == 0 ? any() : id;
      if (random_() % 4 == 0) {
        std::filesystem::remove(table_path(changed_, id));
        return;
      }
      put(other, id, random_() % 3 == 0);
    }
    void restore() {
      for (const TableId& id : ids_) put(id, id, false);
    }

   private:
    const TableId& any() { return ids_[random_() % ids_.size()]; }
    void put(const TableId& from, const TableId& to, bool damaged) {
      const TableId aside{Variant::italian, material("KKKKvK"), Metric::wdl};
      std::filesystem::copy_file(table_path(sound_, from), table_path(changed_, aside),
                                 std::filesystem::copy_options::overwrite_existing);
      if (damaged) damage(changed_, aside);
      std::filesystem::rename(table_path(changed_, aside), table_path(changed_, to));
    }

    std::filesystem::path sound_, changed_;
    std::mt19937_64 random_;
    std::vector<TableId> ids_;
  };

  static bool is_refusal(const Error& error) {
    return error.message.find("italian/") != error.message.npos &&
           (error.code == Error::Code::missing_table || error.code == Error::Code::corrupt ||
            error.code == Error::Code::foreign_table);
  }

  static inline BuiltTables* built_ = nullptr;
  const TableId kkvm{Variant::italian, material("KKvM"), Metric::wdl};
  const Position two_kings_win{{}, Bitboard{0b11}, Bitboard{1 << 20}, {}};
};

TEST_F(TablebaseTest, GivesEveryMoveWithTheProbeOfItsSuccessor) {
  const Tablebase tables = opened(Variant::italian, folder());
  test::for_each_position<italian>(2, [&](const Position& pos) {
    const auto moves = tables.moves(pos);
    ASSERT_TRUE(moves);
    const Moves legal = legal_moves<italian>(pos);
    ASSERT_EQ(moves->size(), legal.size());
    for (std::size_t i = 0; i < legal.size(); ++i) {
      EXPECT_EQ((*moves)[i].move, legal[i]);
      EXPECT_EQ((*moves)[i].position, after<italian>(pos, legal[i]));
      EXPECT_EQ((*moves)[i].probe, *tables.probe(after<italian>(pos, legal[i])));
    }
  });
}

TEST_F(TablebaseTest, KnowsTheEndWithoutTables) {
  const BuiltTables nothing{Variant::italian, 1};
  const Tablebase tables = opened(Variant::italian, nothing.folder());
  const Position alone{Bitboard{1 << 20}, {}, {}, {}};
  EXPECT_EQ(*tables.probe(alone), (Probe{Value::win, 1}));
  EXPECT_EQ(*tables.probe(flipped<italian>(alone)), (Probe{Value::loss, 0}));
  EXPECT_EQ(tables.max_pieces(Metric::wdl), 1);
}

TEST_F(TablebaseTest, NamesAMissingTable) {
  const Tablebase tables = opened(Variant::italian, folder());
  const Position kings{{}, Bitboard{0b11}, {}, Bitboard{0b11u << 30}};
  for (const auto& error : {tables.wdl(kings).error(), tables.probe(kings).error()}) {
    EXPECT_EQ(error.code, Error::Code::missing_table);
    EXPECT_NE(error.message.find("italian/KKvKK.wdl"), std::string::npos) << error.message;
  }
}

TEST_F(TablebaseTest, RefusesWhatIsNoPosition) {
  const Tablebase tables = opened(Variant::italian, folder());
  const Position overlap{Bitboard{1 << 20}, {}, Bitboard{1 << 20}, {}};
  const Position man_on_last_row{Bitboard{1}, {}, Bitboard{1 << 20}, {}};
  const Position off_the_board{{}, Bitboard{std::uint64_t{1} << 40}, Bitboard{1 << 20}, {}};
  for (const Position& pos : {overlap, man_on_last_row, off_the_board}) {
    EXPECT_EQ(tables.wdl(pos).error().code, Error::Code::bad_position);
    EXPECT_EQ(tables.probe(pos).error().code, Error::Code::bad_position);
    EXPECT_EQ(tables.moves(pos).error().code, Error::Code::bad_position);
  }
}

TEST_F(TablebaseTest, NamesFileAndBlockOfDamage) {
  const Copy copy;
  damage(copy.path(), kkvm);
  const Tablebase tables = opened(Variant::italian, copy.path());
  for (int again = 0; again < 2; ++again) {
    const auto damaged = tables.wdl(two_kings_win);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, Error::Code::corrupt);
    EXPECT_NE(damaged.error().message.find("KKvM.wdl"), std::string::npos);
    EXPECT_NE(damaged.error().message.find("block 0"), std::string::npos);
  }
  const Position other{{}, Bitboard{1}, {}, Bitboard{0b11u << 30}};
  EXPECT_TRUE(tables.probe(other));
}

TEST_F(TablebaseTest, MindsADamagedHeaderOnlyWhenAsked) {
  const Copy copy;
  std::filesystem::resize_file(table_path(copy.path(), kkvm), 40);
  const Tablebase tables = opened(Variant::italian, copy.path());
  EXPECT_TRUE(tables.probe(Position{{}, Bitboard{1}, {}, Bitboard{0b11u << 30}}));
  const auto damaged = tables.wdl(two_kings_win);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().message.find("KKvM.wdl"), std::string::npos);
}

TEST_F(TablebaseTest, PrefersTheFirstFolder) {
  const Copy copy;
  damage(copy.path(), kkvm);
  const auto open = [&](const auto& first, const auto& second) {
    return *Tablebase::open(Variant::italian, {first, second}, {.shipped = false});
  };
  EXPECT_TRUE(open(folder(), copy.path()).wdl(two_kings_win));
  EXPECT_FALSE(open(copy.path(), folder()).wdl(two_kings_win));
  EXPECT_EQ(open(copy.path(), folder()).folder_of(kkvm), copy.path());
}

TEST_F(TablebaseTest, RefusesAFolderThatIsNotThere) {
  const auto tables = Tablebase::open(Variant::italian, {folder() / "no"}, {});
  ASSERT_FALSE(tables);
  EXPECT_EQ(tables.error().code, Error::Code::io);
}

TEST_F(TablebaseTest, KnowsWhatItCovers) {
  const Tablebase tables = opened(Variant::italian, folder());
  EXPECT_EQ(tables.max_pieces(Metric::wdl), 3);
  EXPECT_EQ(tables.max_pieces(Metric::dtc), 3);
  EXPECT_TRUE(tables.is_covered(material("KMvK"), Metric::dtc));
  EXPECT_FALSE(tables.is_covered(material("KKvKK"), Metric::wdl));
  EXPECT_EQ(tables.tables().size(), 32U);
}

// Breakthrough ends with a king, so positions with one need no table.
TEST(CoverageTest, HasPositionsWhereTheGameIsOver) {
  if (!in_build(Variant::breakthrough)) GTEST_SKIP();
  const auto tables = Tablebase::open(Variant::breakthrough, {}, {});
  ASSERT_TRUE(tables);
  for (const char* slice : {"MvK", "KvM", "MMMMvKMMM"})
    EXPECT_TRUE(tables->is_covered(material(slice), Metric::dtc)) << slice;
  EXPECT_FALSE(tables->is_covered(material("MMMMvMMMM"), Metric::wdl));
}

// Tables with unlimited moves give the same values and distances under any count. The first probe
// is with a count, before any such table is open.
TEST_F(TablebaseTest, CountsMeanNothingWithUnlimitedMoves) {
  for (const Metric metric : {Metric::wdl, Metric::dtc}) {
    const TableId id{Variant::italian, material("KMvK"), metric, 40};
    const auto opened_now = [&] { return opened(Variant::italian, folder()); };
    EXPECT_TRUE(opened_now().is_covered(id.material, metric, 40)) << name(metric);
    EXPECT_EQ(opened_now().max_pieces(metric, 40), 3) << name(metric);
    EXPECT_EQ(opened_now().folder_of(id), folder()) << name(metric);
    EXPECT_TRUE(opened_now().table(id)) << name(metric);
  }
  EXPECT_FALSE(
      opened(Variant::italian, folder()).is_covered(material("KMvK"), Metric::counted_wdl, 40));
}

TEST_F(TablebaseTest, NeedsWhatCapturesLeadTo) {
  const Copy copy;
  std::filesystem::remove(
      table_path(copy.path(), {Variant::italian, material("MvK"), Metric::wdl}));
  const Tablebase tables = opened(Variant::italian, copy.path());
  EXPECT_FALSE(tables.is_covered(material("KvMM"), Metric::wdl));
  EXPECT_TRUE(tables.is_covered(material("KvK"), Metric::wdl));
  EXPECT_EQ(tables.max_pieces(Metric::wdl), 1);
}

TEST(Tablebase, LeavesOutDistancesOnlyIfAllowed) {
  const BuiltTables built{Variant::italian, 2, {.dtc = false}};
  const Position won{{}, Bitboard{1}, {}, Bitboard{std::uint64_t{1} << 31}};
  const Tablebase strict = opened(Variant::italian, built.folder());
  EXPECT_EQ(strict.probe(won).error().code, Error::Code::missing_table);
  EXPECT_EQ(*strict.wdl(won), Value::win);
  const Tablebase lenient = opened(Variant::italian, built.folder(), {.dtc_required = false});
  EXPECT_EQ(*lenient.probe(won), (Probe{Value::win, {}}));
  EXPECT_EQ(lenient.max_pieces(Metric::dtc), 1);
}

// A cache of four pages, so that pages are replaced while threads read them.
TEST_F(TablebaseTest, IsRightForManyThreadsInATinyCache) {
  const Tablebase tables = opened(Variant::italian, folder(), {.cache_bytes = 0});
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random{seed};
      for (int i = 0; i < (thorough ? 400 : 20); ++i) {
        const Position pos = test::random_position<italian>(random, 2 + i % 2);
        if (pos.mine().empty() || pos.theirs().empty()) continue;
        ASSERT_EQ(*tables.probe(pos), expected(solved(), pos));
      }
    });
}

// While sixteen threads probe with a cache of two blocks, table files are replaced by sound copies,
// by damaged and foreign files, or removed. A table that was open stays as it was; a table that is
// opened is right or refused by name.
TEST_F(TablebaseTest, IsRightWhileTablesAreReplaced) {
  const Copy copy;
  for (unsigned round = 0; round < 2; ++round) {
    const Tablebase tables = opened(Variant::italian, copy.path(), {.cache_bytes = 0});
    std::atomic<int> at_work = 16, right = 0, refused = 0;
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 16; ++t)
      threads.emplace_back([&, t] {
        std::mt19937_64 random{16 * round + t};
        for (int i = 0; i < (thorough ? 60 : 15); ++i) {
          const Position pos = test::random_position<italian>(random, 3);
          if (pos.mine().empty() || pos.theirs().empty()) continue;
          const auto probed = tables.probe(pos);
          EXPECT_TRUE(probed ? *probed == expected(solved(), pos) : is_refusal(probed.error()));
          ++(probed ? right : refused);
        }
        --at_work;
      });
    Replacer replacer{folder(), copy.path(), round};
    while (at_work > 0) replacer.replace_one();
    threads.clear();
    EXPECT_GT(right, 0);
    RecordProperty("refused in round " + std::to_string(round), refused);
    replacer.restore();
  }
}

// All threads meet at tables that nobody has opened yet, one of them damaged.
TEST_F(TablebaseTest, OpensATableOnceForManyThreads) {
  const Copy copy;
  damage(copy.path(), kkvm);
  const Tablebase tables = opened(Variant::italian, copy.path());
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      EXPECT_TRUE(tables.probe(Position{{}, Bitboard{1}, {}, Bitboard{0b11u << 30}}));
      EXPECT_FALSE(tables.probe(two_kings_win));
    });
}

}  // namespace
}  // namespace damiera
