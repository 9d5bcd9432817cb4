#include "data/pack.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "data/file/checksum.h"
#include "data/file/slice_values.h"
#include "data/folder/catalogue.h"
#include "rules/moves.h"
#include "tests/data/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

struct Case {
  Variant variant;
  const char* slice;
  int run;  ///< average length of runs of the random outcomes
};

class Pack : public testing::TestWithParam<Case> {
 protected:
  Pack() {
    material_ = *parse_material(GetParam().slice);
    outcomes_ = random_outcomes(positions_of(id(Metric::wdl)), GetParam().run, 60, 1);
    for (const Metric metric : {Metric::wdl, Metric::dtc})
      write_table(folder("built"), id(metric), outcomes_);
  }
  TableId id(Metric metric) const { return {GetParam().variant, material_, metric}; }
  std::filesystem::path folder(const char* name) const { return folder_.path() / name; }

  void pack_all(const char* from, const char* to, Profile profile,
                const PackResources& resources = {}) const {
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      const auto packed =
          pack(*Table::open(folder(from), id(metric)), *Table::open(folder(from), id(Metric::wdl)),
               folder(to), profile, pack_on, Effort{}, resources);
      ASSERT_TRUE(packed) << packed.error().message;
    }
  }
  // Every value that a probe may look up equals the value of its outcome.
  template <class T>
  void expect_holds(const char* name, Metric metric) const {
    const auto table = Table::open(folder(name), id(metric));
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info(), summary(id(metric), outcomes_));
    EXPECT_TRUE(table->check());
    test::with_sample_moves(GetParam().variant, [&]<Rules R>() {
      const SliceIndex<R> slice{material_};
      std::uint64_t seen = 0;
      for (std::uint64_t n = 0; n < table->blocks(); ++n) {
        std::vector<T> values(table->positions_in(n));
        const auto read = table->read(n, std::span{values});
        ASSERT_TRUE(read) << read.error().message;
        for_each_stored<R, T>(*table, slice, n, values, [&](Index i, T v) {
          ++seen;
          const bool asked = !has_capture<R>(slice.position(i));
          ASSERT_TRUE(!asked || stands_for(v, outcomes_[static_cast<std::size_t>(i)]));
        });
      }
      EXPECT_EQ(seen, slice.size());
    });
  }
  void expect_same_bytes(const char* a, const char* b) const {
    for (const Metric metric : {Metric::wdl, Metric::dtc})
      EXPECT_EQ(bytes_of(table_path(folder(a), id(metric))),
                bytes_of(table_path(folder(b), id(metric))));
  }

  TemporaryFolder folder_;
  Material material_;
  std::vector<Outcome> outcomes_;
};

TEST_P(Pack, KeepsEveryValue) {
  for (const auto& [name, profile] :
       {std::pair{"small", Profile::small}, {"fast", Profile::fast}}) {
    pack_all("built", name, profile);
    expect_holds<Value>(name, Metric::wdl);
    expect_holds<std::uint16_t>(name, Metric::dtc);
  }
}

TEST_P(Pack, BytesDependOnTheValuesAlone) {
  pack_all("built", "small", Profile::small);
  pack_all("small", "fast", Profile::fast);
  pack_all("fast", "small again", Profile::small);
  pack_all("built", "fast at once", Profile::fast);
  expect_same_bytes("small", "small again");
  expect_same_bytes("fast", "fast at once");
}

TEST_P(Pack, FastValuesAreReadInPlace) {
  pack_all("built", "fast", Profile::fast);
  const auto wdl = Table::open(folder("fast"), id(Metric::wdl));
  const auto dtc = Table::open(folder("fast"), id(Metric::dtc));
  test::with_sample_moves(GetParam().variant, [&]<Rules R>() {
    const SliceIndex<R> slice{material_};
    const CellOrder values{R, material_, wdl->layout()}, plies{R, material_, dtc->layout()};
    for (std::uint64_t i = 0; i < slice.size(); i += 7) {
      const Position pos = slice.position(Index{i});
      const Outcome o = outcomes_[i];
      if (has_capture<R>(pos)) continue;
      const auto value = wdl->value(values.cell(pos)), distance = dtc->value(plies.cell(pos));
      ASSERT_TRUE(value && distance);
      ASSERT_TRUE(stands_for(Value(static_cast<int>(*value) - 1), o));
      ASSERT_TRUE(stands_for(static_cast<std::uint16_t>(*distance), o));
    }
  });
}

// Parts are handed out one at a time, the last first.
Workers threads(int count) {
  return [count](std::size_t parts, const WorkPart& work) {
    std::atomic<std::size_t> left = parts;
    const auto run = [&] {
      for (std::size_t n = left; n > 0;)
        if (left.compare_exchange_weak(n, n - 1)) work(n - 1);
    };
    std::vector<std::jthread> others;
    for (int n = 1; n < count; ++n) others.emplace_back(run);
    run();
  };
}

// With a bound of one byte the values lie in a file, which must have no name left.
TEST_P(Pack, BytesDoNotDependOnThreadsAndMemory) {
  for (const Profile profile : {Profile::small, Profile::fast}) {
    pack_all("built", "alone", profile);
    pack_all("built", "shared", profile, {.workers = threads(5), .memory = 1});
    expect_same_bytes("alone", "shared");
    const fs::directory_iterator files{folder("shared") / name(GetParam().variant)};
    EXPECT_EQ(std::distance(begin(files), end(files)), 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Slices, Pack,
                         testing::Values(Case{Variant::english, "KMvM", 30},
                                         Case{Variant::russian, "KMvK", 3}));
INSTANTIATE_TEST_SUITE_P(LargeSlices, Pack,
                         testing::Values(Case{Variant::english, "KKvK", 5000},
                                         Case{Variant::english, "KMvMM", 100},
                                         Case{Variant::italian, "MvMM", 300},
                                         Case{Variant::brazilian, "MvMM", 1},
                                         Case{Variant::international, "KvMM", 100},
                                         Case{Variant::international, "KKvM", 20000}));

// As no solver writes, but a file may be anybody's.
TEST(PackedDistances, MayBeTooManyForADictionary) {
  const TemporaryFolder folder;
  const Material slice = *parse_material("KKvK");
  const TableId values{Variant::italian, slice, Metric::wdl},
      distances{Variant::italian, slice, Metric::dtc};
  const auto outcomes = random_outcomes(positions_of(values), 1, Outcome::max_plies, 1);
  for (const TableId& id : {values, distances}) write_table(folder.path(), id, outcomes);
  const auto wdl = *Table::open(folder.path(), values),
             dtc = *Table::open(folder.path(), distances);
  const auto packed = pack(dtc, wdl, folder.path() / "fast", Profile::fast, pack_on);
  ASSERT_FALSE(packed);
  EXPECT_EQ(packed.error().code, Error::Code::corrupt);
  EXPECT_NE(packed.error().message.find("different values"), std::string::npos);
}

TEST(PackProgress, CountsAllPositionsAndStops) {
  const TemporaryFolder folder;
  const TableId id{Variant::english, *parse_material("KvK"), Metric::wdl};
  write_table(folder.path() / "built", id, random_outcomes(positions_of(id), 30, 40, 1));
  const auto built = Table::open(folder.path() / "built", id);
  for (const Profile profile : {Profile::small, Profile::fast}) {
    const auto pack_it = [&](const PackProgress& progress) {
      return pack(*built, *built, folder.path(), profile, progress);
    };
    ASSERT_TRUE(pack_it([](std::uint64_t) { return false; }));
    EXPECT_FALSE(has_table(folder.path(), id));
    std::uint64_t told = 0;
    ASSERT_TRUE(pack_it([&](std::uint64_t positions) {
      told += positions;
      return true;
    }));
    EXPECT_TRUE(has_table(folder.path(), id));
    EXPECT_EQ(told, positions_of(id));
    std::filesystem::remove(table_path(folder.path(), id));
  }
}

// Slices below some size are always packed with the most effort; this one is larger.
class PackEffort : public testing::TestWithParam<Profile> {
 protected:
  PackEffort() { write_table(folder("built"), id_, outcomes_); }
  std::filesystem::path folder(const char* name) const { return folder_.path() / name; }
  // Packs into a folder for this effort, and checks all values. Returns the number of bytes.
  std::uint64_t packed(int effort) const {
    const auto built = Table::open(folder("built"), id_);
    const auto to = folder_.path() / std::to_string(effort);
    EXPECT_TRUE(pack(*built, *built, to, GetParam(), pack_on, Effort{effort}));
    const auto table = Table::open(to, id_);
    EXPECT_TRUE(table && table->check());
    std::uint64_t wrong = 0;
    const SliceIndex<english> slice{id_.material};
    for (std::uint64_t n = 0; n < table->blocks(); ++n) {
      std::vector<Value> values(table->positions_in(n));
      EXPECT_TRUE(table->read(n, std::span{values}));
      for_each_stored<english, Value>(*table, slice, n, values, [&](Index i, Value v) {
        wrong += !has_capture<english>(slice.position(i)) &&
                 !stands_for(v, outcomes_[static_cast<std::size_t>(i)]);
      });
    }
    EXPECT_EQ(wrong, 0u) << effort;
    return table->bytes();
  }

  TemporaryFolder folder_;
  TableId id_{Variant::english, *parse_material("MMvMM"), Metric::wdl};
  std::vector<Outcome> outcomes_ = random_outcomes(positions_of(id_), 40, 60, 1);
};

TEST_P(PackEffort, KeepsEveryValueAndPays) {
  std::map<int, std::uint64_t> bytes;
  for (const int effort : {Effort::least, Effort::usual, Effort::most})
    bytes[effort] = packed(effort);
  const std::uint64_t least = bytes[Effort::least], usual = bytes[Effort::usual],
                      most = bytes[Effort::most];
  // The shipped tables were packed in this way: these bytes must not change.
  EXPECT_EQ(checksum(bytes_of(table_path(folder_.path() / "9", id_))),
            GetParam() == Profile::small ? 17651971807800743499u : 15602268076770369258u);
  EXPECT_LE(most, usual);
  EXPECT_LE(most, least);
  EXPECT_LE(100 * usual, 103 * most);
}

INSTANTIATE_TEST_SUITE_P(Both, PackEffort, testing::Values(Profile::small, Profile::fast));

class PackedDamage : public testing::TestWithParam<std::tuple<Profile, Metric>> {
 protected:
  PackedDamage() {
    for (const Metric metric : {Metric::wdl, Metric::dtc})
      write_table(folder_.path() / "built", {Variant::english, material_, metric},
                  random_outcomes(positions_of(id_), 3000, 40, 1));
    for (const Metric metric : {Metric::wdl, Metric::dtc})
      (void)pack(*Table::open(folder_.path() / "built", {Variant::english, material_, metric}),
                 *Table::open(folder_.path() / "built", {Variant::english, material_, Metric::wdl}),
                 folder_.path(), std::get<Profile>(GetParam()));
    good_ = bytes_of(path_);
  }
  Result<void> read(std::span<const std::byte> bytes) {
    std::filesystem::remove(path_);  // an old mapping must keep its bytes
    overwrite(path_, bytes);
    const auto table = Table::open(folder_.path(), id_);
    if (!table) return table.error();
    return table->check();
  }

  TemporaryFolder folder_;
  Material material_{1, 1, 1, 0};
  TableId id_{Variant::english, material_, std::get<Metric>(GetParam())};
  std::filesystem::path path_ = table_path(folder_.path(), id_);
  Bytes good_;
};

TEST_P(PackedDamage, EveryFlippedBitIsFound) {
  ASSERT_TRUE(read(good_));
  for (std::size_t bit = 0; bit < 8 * good_.size(); ++bit) {
    Bytes bad = good_;
    bad[bit / 8] ^= std::byte(1 << bit % 8);
    const auto done = read(bad);
    ASSERT_FALSE(done) << "bit " << bit;
    EXPECT_TRUE(done.error().message.starts_with(path_.string()));
  }
}

TEST_P(PackedDamage, EveryTruncationIsFound) {
  for (std::size_t size = 0; size < good_.size(); ++size)
    EXPECT_FALSE(read(std::span{good_}.first(size))) << size;
}

INSTANTIATE_TEST_SUITE_P(Both, PackedDamage,
                         testing::Combine(testing::Values(Profile::small, Profile::fast),
                                          testing::Values(Metric::wdl, Metric::dtc)));

constexpr TableId wdl_of_kvk{Variant::english, {0, 1, 0, 1}, Metric::wdl},
    dtc_of_kvk{Variant::english, {0, 1, 0, 1}, Metric::dtc};

/// Writes values and distances of a slice, as build writes them.
void write_kvk(const std::filesystem::path& folder) {
  for (const TableId& id : {wdl_of_kvk, dtc_of_kvk})
    write_table(folder, id, random_outcomes(positions_of(id), 5, 40, 1));
}

TEST(PackedDistances, NeedTheValuesBesideThem) {
  const TemporaryFolder folder;
  const TableId wdl = wdl_of_kvk, dtc = dtc_of_kvk;
  write_kvk(folder.path() / "built");
  ASSERT_TRUE(pack(*Table::open(folder.path() / "built", dtc),
                   *Table::open(folder.path() / "built", wdl), folder.path(), Profile::small));
  const auto alone = Table::open(folder.path(), dtc);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().code, Error::Code::missing_table);
  EXPECT_NE(alone.error().message.find("KvK.wdl"), std::string::npos);
  // The values of the WDL table matter, not its form.
  std::filesystem::copy_file(table_path(folder.path() / "built", wdl),
                             table_path(folder.path(), wdl));
  const auto both = Table::open(folder.path(), dtc);
  ASSERT_TRUE(both);
  EXPECT_TRUE(both->check());
}

// A thread keeps a block of the values for the next distances, but not their file.
TEST(PackedDistances, LeaveNoFileMappedOnceTheyAreClosed) {
  const TemporaryFolder folder;
  const TableId wdl = wdl_of_kvk, dtc = dtc_of_kvk;
  write_kvk(folder.path() / "built");
  const auto values = *Table::open(folder.path() / "built", wdl);
  for (const TableId& id : {wdl, dtc})
    ASSERT_TRUE(
        pack(*Table::open(folder.path() / "built", id), values, folder.path(), Profile::small));
  const auto is_mapped = [&] {
    std::ifstream maps{"/proc/self/maps"};
    const std::string text{std::istreambuf_iterator<char>{maps}, {}};
    return text.find(table_path(folder.path(), wdl).string()) != text.npos;
  };
  {
    const auto table = Table::open(folder.path(), dtc);
    ASSERT_TRUE(table);
    std::vector<std::uint16_t> plies(table->positions_in(0));
    ASSERT_TRUE(table->read(0, std::span{plies}));
    EXPECT_TRUE(is_mapped());
  }
  EXPECT_FALSE(is_mapped());
}

}  // namespace
}  // namespace damiera
