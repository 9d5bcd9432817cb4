// What is in memory, and how it gets there: probes that do not wait, prefetching, preloading, and
// many positions at a time.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "data/file/header.h"
#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "indexing/slice_index.h"
#include "probe/prefetcher.h"
#include "probe/prober.h"
#include "probe/tablebase.h"
#include "rules/notation/fen.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

enum class Form { small, fast };

/// The shipped tables of two and three pieces, packed small, or of two packed fast.
class ReadAhead : public testing::TestWithParam<std::tuple<Variant, Form>> {
 protected:
  static Variant variant() { return std::get<0>(GetParam()); }
  static bool in_place() { return std::get<1>(GetParam()) == Form::fast; }

  // Packing takes its time.
  static int pieces() { return in_place() ? 2 : 3; }

  ReadAhead() {
    std::filesystem::copy(prepared(), folder(), std::filesystem::copy_options::recursive);
  }
  // Made once for all tests of a process: packing under a sanitizer takes seconds.
  static const std::filesystem::path& prepared() {
    static std::map<ParamType, TemporaryFolder> folders;
    const auto [at, is_new] = folders.try_emplace(GetParam());
    if (is_new) prepare(at->second.path());
    return at->second.path();
  }
  static void prepare(const std::filesystem::path& folder) {
    const Tablebase shipped = *Tablebase::open(variant(), {});
    for (const TableId& id : shipped.tables()) {
      if (id.material.total() > pieces() || is_counted(id.metric)) continue;
      const auto from = *shipped.folder_of(id);
      const auto wdl = *Table::open(from, {id.variant, id.material, Metric::wdl});
      if (in_place())
        EXPECT_TRUE(pack(*Table::open(from, id), wdl, folder, Profile::fast));
      else
        copy(table_path(from, id), table_path(folder, id));
    }
  }
  static void copy(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::create_directories(to.parent_path());
    std::filesystem::copy_file(from, to);
  }
  const std::filesystem::path& folder() const { return folder_.path(); }
  Tablebase open(std::size_t cache_bytes = std::size_t{64} << 20) const {
    return *Tablebase::open(variant(), {folder()}, {.cache_bytes = cache_bytes, .shipped = false});
  }
  template <class Visit>
  static void for_each_position(const Visit& visit) {
    test::with_sample_moves(variant(), [&]<Rules R>() {
      for (int n = 2; n <= pieces(); ++n) test::for_each_position<R>(n, visit);
    });
  }
  static std::vector<Position> random_positions(std::size_t n) {
    std::vector<Position> positions;
    std::mt19937_64 random{1};
    test::with_sample_moves(variant(), [&]<Rules R>() {
      while (positions.size() < n) positions.push_back(test::random_position<R>(random, pieces()));
    });
    return positions;
  }

 private:
  TemporaryFolder folder_;
};

bool is_not_in_memory(const auto& found) {
  return !found && found.error().code == Error::Code::not_in_memory;
}
TEST_P(ReadAhead, NothingIsInMemoryBeforeItIsRead) {
  const Tablebase tables = open(), probed = open();
  std::size_t without = 0;
  for (const Position& pos : random_positions(200))
    if (const auto asked = tables.wdl(pos, Reading::in_memory); asked)
      EXPECT_EQ(*asked, *probed.wdl(pos));  // captures end the game: no table is needed
    else
      without += is_not_in_memory(asked);
  EXPECT_GT(without, 50U);
  EXPECT_EQ(tables.blocks_decoded(), 0U);
}

TEST_P(ReadAhead, WhatWasProbedIsInMemory) {
  const Tablebase tables = open();
  for (const Position& pos : random_positions(200)) {
    const auto value = tables.wdl(pos);
    ASSERT_TRUE(value);
    const auto again = tables.wdl(pos, Reading::in_memory);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *value);
    const auto both = tables.probe(pos);
    ASSERT_TRUE(both);
    const auto both_again = tables.probe(pos, Reading::in_memory);
    ASSERT_TRUE(both_again);
    EXPECT_EQ(*both_again, *both);
  }
}

TEST_P(ReadAhead, ABadPositionIsAnErrorInMemoryToo) {
  const Tablebase tables = open();
  Position twice = random_positions(1)[0];
  twice.their_kings = twice.my_kings = Bitboard::first(1);
  const auto asked = tables.wdl(twice, Reading::in_memory);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Error::Code::bad_position);
}

TEST_P(ReadAhead, AllIsInMemoryOncePreloaded) {
  const Tablebase tables = open(), probed = open();
  const auto done = tables.preload({.pieces = 3, .bytes = SIZE_MAX, .distances = true});
  ASSERT_TRUE(done) << done.error().message;
  // Not the shipped ones of distances to the end.
  const auto is_wanted = [](const TableId& id) { return id.metric != Metric::dtw; };
  EXPECT_EQ(done->tables,
            static_cast<std::size_t>(std::ranges::count_if(tables.tables(), is_wanted)));
  EXPECT_EQ(done->left_out, 0U);
  const std::uint64_t decoded = tables.blocks_decoded();
  EXPECT_EQ(decoded == 0, in_place());
  for_each_position([&](const Position& pos) {
    const auto found = tables.probe(pos, Reading::in_memory);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(*found, *probed.probe(pos));
  });
  EXPECT_EQ(tables.blocks_decoded(), decoded);
}

TEST_P(ReadAhead, TablesWithFewKingsAreLoadedFirst) {
  const std::size_t all = open().preload({.pieces = 2, .bytes = SIZE_MAX})->bytes;
  const Tablebase tables = open(), none = open();
  const auto done = tables.preload({.pieces = 2, .bytes = all - 1});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->tables, 3U);
  EXPECT_EQ(done->left_out, 1U);
  EXPECT_LT(done->bytes, all);
  const auto is_loaded = [&](const char* slice) {
    return test::with_sample_moves(variant(), [&]<Rules R>() {
      const SliceIndex<R> index{*parse_material(slice)};
      std::uint64_t i = 0;
      while (has_capture<R>(index.position(Index{i}))) ++i;
      return static_cast<bool>(tables.wdl(index.position(Index{i}), Reading::in_memory));
    });
  };
  for (const char* slice : {"MvM", "KvM", "MvK"}) EXPECT_TRUE(is_loaded(slice)) << slice;
  EXPECT_FALSE(is_loaded("KvK"));
  EXPECT_EQ(*none.preload({.pieces = 2, .bytes = 0}), (Preloaded{.left_out = 4}));
}

TEST_P(ReadAhead, PreloadingKeepsToTheCache) {
  const Tablebase tables = open(std::size_t{64} << 10);
  const auto done = tables.preload({.pieces = 3, .bytes = SIZE_MAX});
  ASSERT_TRUE(done);
  if (in_place())
    EXPECT_EQ(done->left_out, 0U);
  else
    EXPECT_LE(done->bytes, std::size_t{64} << 10);
}

TEST_P(ReadAhead, WhatIsPrefetchedComesIntoMemory) {
  using namespace std::chrono_literals;
  const Tablebase tables = open(), probed = open();
  for (const Position& pos : random_positions(50)) {
    ASSERT_TRUE(tables.prefetch(pos, /*distances=*/true));
    const auto end = std::chrono::steady_clock::now() + 60s;
    auto found = tables.probe(pos, Reading::in_memory);
    while (is_not_in_memory(found) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(1ms);
      found = tables.probe(pos, Reading::in_memory);
    }
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(*found, *probed.probe(pos));
  }
}

TEST_P(ReadAhead, ClosingForgetsWhatWaits) {
  const Tablebase tables = open(/*cache_bytes=*/0);
  for (const Position& pos : random_positions(1000)) tables.prefetch(pos);
}

TEST_P(ReadAhead, ManyPositionsHaveTheirOwnValues) {
  const Tablebase tables = open(), probed = open();
  auto positions = random_positions(2000);
  positions.push_back({});  // nobody is there
  Position twice = positions[0];
  twice.their_kings = twice.my_kings = Bitboard::first(1);
  positions.push_back(twice);
  const auto values = tables.wdl(positions);
  ASSERT_EQ(values.size(), positions.size());
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    ASSERT_TRUE(values[i]) << values[i].error().message;
    EXPECT_EQ(*values[i], *probed.wdl(positions[i]));
  }
  ASSERT_FALSE(values.back());
  EXPECT_EQ(values.back().error().code, Error::Code::bad_position);
}

// Their captures lead to other tables, where another value lies.
TEST_P(ReadAhead, ManyPositionsMayHaveCaptures) {
  const TableId id{variant(), *parse_material("KvKM"), Metric::wdl};
  const Tablebase shipped = *Tablebase::open(variant(), {});
  if (in_place()) {
    const auto table = Table::open(*shipped.folder_of(id), id);
    ASSERT_TRUE(pack(*table, *table, folder(), Profile::fast));
  }
  std::vector<Position> positions;
  std::size_t captures = 0;
  test::with_sample_moves(variant(), [&]<Rules R>() {
    const SliceIndex<R> slice{id.material};
    for (std::uint64_t i = 0; i < slice.size(); i += 37) {
      positions.push_back(slice.position(Index{i}));
      captures += has_capture<R>(positions.back());
    }
  });
  EXPECT_GT(captures, 20u);
  const auto values = open().wdl(positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    ASSERT_TRUE(values[i]) << values[i].error().message;
    ASSERT_EQ(*values[i], *shipped.wdl(positions[i]));
  }
}

TEST_P(ReadAhead, ManyPositionsDecodeEachBlockOnce) {
  auto positions = random_positions(200);
  test::with_sample_moves(variant(), [&]<Rules R>() {
    std::erase_if(positions, [](const Position& pos) { return has_capture<R>(pos); });
  });
  std::uint64_t blocks = 0;
  for (const TableId& id : open().tables())
    if (id.metric == Metric::wdl) blocks += Table::open(folder(), id)->blocks();
  // One set of four pages: a block of values has two.
  const Tablebase together = open(/*cache_bytes=*/0), one_by_one = open(/*cache_bytes=*/0);
  for (const auto& value : together.wdl(positions)) ASSERT_TRUE(value);
  for (const Position& pos : positions) ASSERT_TRUE(one_by_one.wdl(pos));
  if (in_place()) blocks = 0;
  EXPECT_LE(together.blocks_decoded(), blocks);
  EXPECT_GE(one_by_one.blocks_decoded(), 4 * together.blocks_decoded());
}

// A probe that does not wait is either right or has no answer, whatever others load and evict.
TEST_P(ReadAhead, ProbesThatDoNotWaitAreRight) {
  const Tablebase tables = open(/*cache_bytes=*/1 << 16), reference = open();
  const auto positions = random_positions(200);
  std::atomic<bool> over = false;
  std::jthread loading{[&] {
    while (!over)
      for (const Position& pos : positions) (void)tables.probe(pos);
  }};
  std::uint64_t answers = 0;
  for (int round = 0; round < 20; ++round)
    for (const Position& pos : positions) {
      const auto found = tables.probe(pos, Reading::in_memory);
      if (is_not_in_memory(found)) continue;
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(*found, *reference.probe(pos));
      ++answers;
    }
  over = true;
  EXPECT_GT(answers, 0U);
}

INSTANTIATE_TEST_SUITE_P(Games, ReadAhead,
                         testing::Combine(testing::Values(Variant::italian, Variant::russian),
                                          testing::Values(Form::small, Form::fast)),
                         [](const auto& c) {
                           return std::string{name(std::get<0>(c.param))} +
                                  (std::get<1>(c.param) == Form::fast ? "Fast" : "Small");
                         });

TEST(ReadAheadDamage, IsToldToWhoeverAsks) {
  const TemporaryFolder folder;
  const TableId id{Variant::english, {0, 1, 0, 1}, Metric::wdl};
  const auto from = *Tablebase::open(id.variant, {})->folder_of(id);
  const auto table = *Table::open(from, id);
  ASSERT_TRUE(pack(table, table, folder.path(), Profile::fast));
  auto bytes = bytes_of(table_path(folder.path(), id));
  bytes[bytes.size() - 40] ^= std::byte{1};  // of the last page
  overwrite(table_path(folder.path(), id), bytes);
  const Tablebase tables = *Tablebase::open(id.variant, {folder.path()}, {.shipped = false});
  const Position pos = SliceIndex<english>{id.material}.position(Index{0});
  EXPECT_TRUE(tables.prefetch(pos));
  EXPECT_TRUE(is_not_in_memory(tables.wdl(pos, Reading::in_memory)));
  const auto asked = tables.wdl(pos);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Error::Code::corrupt);
  const auto loaded = tables.preload({.pieces = 2, .bytes = SIZE_MAX});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, Error::Code::corrupt);
}

// A process made by fork() has no thread to wait for.
TEST(PrefetcherTest, EndsInAForkedProcess) {
  std::atomic<bool> read = false;
  auto prefetcher = std::make_unique<Prefetcher>([&](const Prefetcher::Wish&) { read = true; });
  ASSERT_TRUE(prefetcher->add({}));
  while (!read) std::this_thread::yield();
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    alarm(30);  // ends the process if it waits
    prefetcher.reset();
    _exit(0);
  }
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// To number the positions of a slice takes long where a table is read by numbers, as it was built.
// A probe that must not wait does not begin with it.
TEST(TablesAsBuilt, AreNotNumberedByAProbeThatMustNotWait) {
  const test::BuiltTables built{Variant::italian, 2, {.dtc = false}};
  const Prober<italian> prober{
      Variant::italian, *find_tables(Variant::italian, {built.folder()}, false), {}};
  const Position pos = parse_fen(Variant::italian, "W:WK1:BK32")->pos;
  const Material slice = material_of(pos);
  ASSERT_TRUE(prober.set().reader({Variant::italian, slice, Metric::wdl}));  // it is open now
  EXPECT_EQ(prober.wdl(pos, Reading::in_memory).error().code, Error::Code::not_in_memory);
  EXPECT_FALSE(prober.is_numbered(slice));
  ASSERT_TRUE(prober.wdl(pos, Reading::any));
  EXPECT_TRUE(prober.is_numbered(slice));
  EXPECT_TRUE(prober.wdl(pos, Reading::in_memory));
}

TEST(TablesAsBuilt, AreInMemoryOncePreloaded) {
  const test::BuiltTables built{Variant::italian, 3, {.dtc = false}};
  const auto open = [&] {
    return *Tablebase::open(Variant::italian, {built.folder()}, {.shipped = false});
  };
  const Tablebase preloaded = open(), asked = open();
  EXPECT_EQ(preloaded.max_pieces(Metric::wdl), 3);  // opens the tables
  ASSERT_TRUE(preloaded.preload({.pieces = 3, .bytes = SIZE_MAX}));
  test::for_each_position<italian>(3, [&](const Position& pos) {
    const auto value = preloaded.wdl(pos, Reading::in_memory);
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(*value, *asked.wdl(pos));
  });
}

TEST(PrefetcherTest, ReadsWishesInOrderAndNoMoreThanItSaid) {
  std::vector<std::uint64_t> read;
  std::mutex holding;
  std::unique_lock held{holding};
  std::size_t added = 0;
  {
    Prefetcher prefetcher{[&](const Prefetcher::Wish& wish) {
      const std::scoped_lock lock{holding};
      read.push_back(wish.pos.my_men.bits());
    }};
    while (prefetcher.add({{Bitboard{added}, {}, {}, {}}, false})) ++added;
    EXPECT_GE(added, Prefetcher::most_waiting);
    EXPECT_LE(added, Prefetcher::most_waiting + 1);  // one may be read already
    held.unlock();
    while (!prefetcher.add({{Bitboard{added}, {}, {}, {}}, false})) std::this_thread::yield();
  }
  ASSERT_FALSE(read.empty());
  for (std::size_t n = 0; n < read.size(); ++n) EXPECT_EQ(read[n], n);
}

}  // namespace
}  // namespace damiera
