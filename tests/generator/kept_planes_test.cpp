// Planes of finished slices are kept in addition to the tables, only for speed. They change no byte
// of a table, and are removed at the end.

#include "generator/planes/kept_planes.h"

#include <map>

#include "data/folder/planes_folder.h"
#include "generator/build.h"
#include "generator/plan/job.h"
#include "tests/data/fixtures.h"
#include "tests/generator/builds.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

/// All slices of 2 to `pieces` pieces, with values alone.
BuildOptions options_of_values(Variant variant, const fs::path& folder, int pieces) {
  BuildOptions options = options_for(variant, folder, pieces);
  options.dtc = false;
  options.threads = 2;
  return options;
}

std::map<std::string, Bytes> tables_in(const fs::path& folder) {
  std::map<std::string, Bytes> files;
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (entry.is_regular_file() && entry.path().extension().string().starts_with(".wdl"))
      files[entry.path().filename().string()] = bytes_of(entry.path());
  return files;
}

/// The planes in a folder, ordered by their slices.
std::vector<fs::path> planes_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (entry.path().extension().string().starts_with(".planes")) files.push_back(entry.path());
  return files;
}

/// Builds the pairs of a plan one by one, as jobs do.
class Jobs {
 public:
  Jobs(const BuildOptions& all, bool keep_planes) : options_{all} {
    for (const SlicePair& pair : plan(pairs_in(all))) pairs_.push_back(pair);
    options_.only = true;
    options_.keep_planes = keep_planes;
  }
  const std::vector<SlicePair>& pairs() const { return pairs_; }

  Result<BuildReport> run(const SlicePair& pair) {
    options_.slices = {pair.first};
    return build(options_, {});
  }
  void run_all() {
    for (const SlicePair& pair : pairs_) {
      const auto report = run(pair);
      ASSERT_TRUE(report) << report.error().message;
    }
  }

 private:
  static std::set<SlicePair> pairs_in(const BuildOptions& all) {
    std::set<SlicePair> pairs;
    for (const Material& m : all.slices) pairs.insert(pair_of(m));
    return pairs;
  }
  BuildOptions options_;
  std::vector<SlicePair> pairs_;
};

/// Jobs build the tables of three pieces. The files that the last job, for MMvM, looks up can be
/// changed.
class KeptPlanesTest : public testing::Test {
 protected:
  KeptPlanesTest() {
    EXPECT_TRUE(build(options_of_values(Variant::italian, expected.path(), 3), {}));
    Jobs jobs{options_of_values(Variant::italian, folder.path(), 3), true};
    for (const SlicePair& pair : jobs.pairs())
      if (pair != last) {
        EXPECT_TRUE(jobs.run(pair));
      }
  }
  Result<BuildReport> run_last(bool keep_planes = false) {
    return Jobs{options_of_values(Variant::italian, folder.path(), 3), keep_planes}.run(last);
  }
  void expect_last_as_expected() const {
    for (const Material& m : {last.first, last.second}) {
      const TableId id{Variant::italian, m, Metric::wdl};
      EXPECT_EQ(bytes_of(table_path(folder.path(), id)), bytes_of(table_path(expected.path(), id)));
    }
  }
  /// Damages the tables that a job for the last pair would read.
  void damage_tables() {
    for (const Material& m : read_for(last)) {
      const auto path = table_path(folder.path(), {Variant::italian, m, Metric::wdl});
      Bytes bytes = bytes_of(path);
      bytes[115] ^= std::byte{255};  // of the first block: the header is sound
      overwrite(path, bytes);
    }
  }

  const TemporaryFolder folder, expected;
  const SlicePair last = pair_named("MMvM");
};

TEST_F(KeptPlanesTest, AreReadInPlaceOfTables) {
  damage_tables();
  const auto report = run_last();
  ASSERT_TRUE(report) << report.error().message;
  expect_last_as_expected();
}

TEST_F(KeptPlanesTest, StayForOthersWhereAJobKeepsNoneItself) {
  const auto before = planes_in(folder.path());
  EXPECT_FALSE(before.empty());
  ASSERT_TRUE(run_last());
  EXPECT_EQ(planes_in(folder.path()), before);
  ASSERT_EQ(*remove_planes(folder.path(), Variant::italian), int(before.size()));
  EXPECT_TRUE(planes_in(folder.path()).empty());
}

TEST_F(KeptPlanesTest, AreNotMissedWhereThereAreNone) {
  ASSERT_TRUE(remove_planes(folder.path(), Variant::italian));
  ASSERT_TRUE(run_last(true));
  expect_last_as_expected();
  // Values that were read from tables are kept as planes too.
  const TableId kings{Variant::italian, *parse_material("KvK"), Metric::wdl};
  EXPECT_TRUE(fs::exists(planes_path(folder.path(), kings)));
  damage_tables();
  for (const Material& m : {last.first, last.second})
    fs::remove(table_path(folder.path(), {Variant::italian, m, Metric::wdl}));
  ASSERT_TRUE(run_last());
  expect_last_as_expected();
  ASSERT_TRUE(remove_planes(folder.path(), Variant::italian));
  for (const Material& m : {last.first, last.second})
    fs::remove(table_path(folder.path(), {Variant::italian, m, Metric::wdl}));
  EXPECT_EQ(run_last().error().code, Error::Code::corrupt) << "the tables are damaged";
}

TEST_F(KeptPlanesTest, AreReadFromTablesWhereTheyAreDamaged) {
  for (const auto& path : planes_in(folder.path())) {
    Bytes bytes = bytes_of(path);
    bytes.back() ^= std::byte{1};
    overwrite(path, bytes);
  }
  ASSERT_TRUE(run_last());
  expect_last_as_expected();
}

class PlanesOfGames : public VariantTest {};

TEST_P(PlanesOfGames, ChangeNoTable) {
  const int pieces = thorough && rules_of(GetParam()).width == 8 ? 3 : 2;
  const TemporaryFolder expected, folder;
  auto options = options_of_values(GetParam(), expected.path(), pieces);
  options.dtc = true;
  options.count = 2;
  ASSERT_TRUE(build(options, {}));
  options.folder = folder.path() / "tables";
  options.planes = folder.path() / "planes";
  Jobs{options, true}.run_all();
  EXPECT_EQ(tables_in(options.folder), tables_in(expected.path()));
  EXPECT_TRUE(planes_in(options.folder).empty());
  EXPECT_FALSE(planes_in(options.planes).empty());
}

INSTANTIATE_TEST_SUITE_P(Games, PlanesOfGames, testing::ValuesIn(test::few_variants), variant_name);

/// Sees which planes are there while a build goes on.
class Watch {
 public:
  explicit Watch(const BuildOptions& options) : folder_{options.folder}, variant_{options.variant} {
    for (const Material& m : options.slices) pairs_.insert(pair_of(m));
    const auto order = plan(pairs_);
    for (std::size_t n = 0; n < order.size(); ++n) {
      number_[order[n]] = n;
      for (const Material& m : looked_up(order[n])) last_use_[m] = n;
    }
  }
  bool operator()(const BuildProgress& p) {
    const auto files = planes_in(folder_);
    seen_ = std::max(seen_, files.size());
    if (p.phase != "solving") return true;
    for (const auto& path : files) {
      if (path.extension() == ".part") continue;
      const auto values = parse_planes_name(variant_, path.filename().string().substr(1));
      if (!values) continue;
      EXPECT_GE(last_use_.at(values->material), number_.at(pair_named(p.slice)))
          << path << " while " << p.slice << " is solved";
    }
    return true;
  }
  std::size_t seen() const { return seen_; }

 private:
  fs::path folder_;
  Variant variant_;
  std::set<SlicePair> pairs_;
  std::map<SlicePair, std::size_t> number_;
  std::map<Material, std::size_t> last_use_;
  std::size_t seen_ = 0;
};

TEST(KeptPlanes, OfOneProcessAreThoseThatItForgotAndWillLookUp) {
  const TemporaryFolder folder, expected;
  ASSERT_TRUE(build(options_of_values(Variant::english, expected.path(), 3), {}));
  auto options = options_of_values(Variant::english, folder.path(), 3);
  options.memory = 1;  // no slice stays in memory unless the current pair looks it up
  Watch watch{options};
  ASSERT_TRUE(build(options, std::ref(watch)));
  EXPECT_GT(watch.seen(), 3u);
  EXPECT_TRUE(planes_in(folder.path()).empty());
  EXPECT_EQ(tables_in(folder.path()), tables_in(expected.path()));
}

TEST(KeptPlanes, AreNotWrittenWhereMemoryIsEnough) {
  const TemporaryFolder folder;
  auto options = options_of_values(Variant::english, folder.path(), 3);
  Watch watch{options};
  ASSERT_TRUE(build(options, std::ref(watch)));
  EXPECT_EQ(watch.seen(), 0u);
}

// A killed build has left planes, and an incomplete file of planes. The next build uses the planes.
TEST(KeptPlanes, ThatWereLeftAreRemovedAtTheEnd) {
  const TemporaryFolder folder;
  Jobs{options_of_values(Variant::english, folder.path(), 2), true}.run_all();
  const auto part = folder.path() / "english" / ".KvK.planes.1-0123abcd.part";
  overwrite(part, bytes_in({1, 2, 3}));
  EXPECT_FALSE(planes_in(folder.path()).empty());
  ASSERT_TRUE(build(options_of_values(Variant::english, folder.path(), 3), {}));
  EXPECT_TRUE(planes_in(folder.path()).empty());
  EXPECT_FALSE(fs::exists(part));
}

TEST(KeptPlanes, AFullDiskIsNoErrorOfTheBuild) {
  const TemporaryFolder folder;
  auto options = options_of_values(Variant::english, folder.path(), 2);
  options.keep_planes = true;
  // Nothing can be renamed to the name of a folder.
  for (const char* name : {".KvK.planes", ".MvK.planes"})
    fs::create_directories(folder.path() / "english" / name / "in the way");
  EXPECT_TRUE(build(options, {}));
  EXPECT_EQ(tables_in(folder.path()).size(), 4u);
}

}  // namespace
}  // namespace damiera
