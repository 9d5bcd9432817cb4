// Builds that pack: their tables have the same bytes as tables that are built first and packed
// afterwards.

#include "data/pack.h"
#include "tests/generator/builds.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

/// Packs all tables of `from` below `to`.
void pack_all(Variant variant, const fs::path& from, const fs::path& to, Profile profile,
              Effort effort = {}) {
  const auto tables = list_tables(from, variant);
  ASSERT_TRUE(tables);
  for (const TableId& id : *tables) {
    const auto wdl = Table::open(from, {id.variant, id.material, Metric::wdl});
    const auto packed = pack(*Table::open(from, id), *wdl, to, profile, pack_on, effort);
    ASSERT_TRUE(packed) << packed.error().message;
  }
}

/// All kinds of tables of a few small slices. Training on more than two pieces takes seconds.
BuildOptions all_metrics(Variant variant, const fs::path& folder, Profile profile) {
  BuildOptions options = options_for(variant, folder, 2);
  if (variant == Variant::italian && profile == Profile::fast)
    options.slices.push_back(*parse_material("KMvK"));
  options.profile = profile;
  options.count = 2;
  options.dtw = true;
  return options;
}

class PackedBuild : public VariantTest {};

// Tables have the same bytes for any number of threads, any memory, and after stops.
TEST_P(PackedBuild, GivesTheBytesOfPackingWhatWasBuilt) {
  for (const Profile profile : {Profile::small, Profile::fast}) {
    const TemporaryFolder built, expected;
    auto unpacked = all_metrics(GetParam(), built.path(), profile);
    unpacked.profile = {};
    must_build(unpacked);
    pack_all(GetParam(), built.path(), expected.path(), profile);
    for (const Way& way : {Way{Solver::lanes, 2, 1}, Way{Solver::plain, 1, 0}}) {
      const TemporaryFolder folder;
      must_build_in_two_runs(all_metrics(GetParam(), folder.path(), profile), way);
      EXPECT_EQ(contents(folder.path()), contents(expected.path()))
          << (profile == Profile::small ? "small, " : "fast, ") << way.threads << " threads";
      if (profile == Profile::small) break;  // training takes seconds, and is the same in each way
    }
  }
}

// The packer knows no games: one with short kings, one with flying kings and one on the large board
// will do.
INSTANTIATE_TEST_SUITE_P(Variants, PackedBuild,
                         testing::Values(Variant::italian, Variant::russian,
                                         Variant::international),
                         variant_name);

// A slice that is large enough for the effort to make a difference, on tables as built and on
// packed ones. It has values only, which the solver keeps in another way.
TEST(PackedBuildOfFourPieces, TakesTheEffortThatIsAskedFor) {
  if (!thorough) GTEST_SKIP() << "too large for this build";
  const TemporaryFolder lower, built, expected;
  const auto options_in = [&](const fs::path& folder) {
    auto options = options_for(Variant::english, folder, 3);
    options.slices = {*parse_material("KKvMM")};
    options.dtc = false;
    options.also_read = {lower.path()};
    return options;
  };
  must_build(options_for(Variant::english, lower.path(), 3));
  auto below = options_in(lower.path());
  below.slices = {*parse_material("KKvKM")};
  must_build(below);
  must_build(options_in(built.path()));
  pack_all(Variant::english, built.path(), expected.path(), Profile::small, {Effort::least});
  for (const int effort : {Effort::least, Effort::usual}) {
    const TemporaryFolder folder;
    auto options = options_in(folder.path());
    options.profile = Profile::small;
    options.effort = {effort};
    must_build(options);
    EXPECT_EQ(contents(folder.path()) == contents(expected.path()), effort == Effort::least);
  }
}

TEST(PackedBuildLater, LeavesTablesThatAreThereAsTheyAre) {
  const TemporaryFolder folder, whole, packed;
  auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  auto expected = contents(folder.path());
  options.slices = {*parse_material("KKvK")};
  options.profile = Profile::fast;
  must_build(options);
  auto unpacked = options_for(Variant::english, whole.path(), 2);
  unpacked.slices = options.slices;
  must_build(unpacked);
  pack_all(Variant::english, whole.path(), packed.path(), Profile::fast);
  expected.merge(contents(packed.path()));
  EXPECT_EQ(contents(folder.path()), expected);
}

// Without the values beside them these distances cannot be read.
TEST(PackedBuildLater, MakesValuesThatWereLost) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  options.profile = Profile::small;
  options.dtw = true;
  must_build(options);
  const auto whole = contents(folder.path());
  for (const bool only : {false, true}) {
    const TableId lost{Variant::english, *parse_material("KvM"), Metric::wdl};
    fs::remove(table_path(folder.path(), lost));
    options.only = only;
    must_build(options);
    auto found = contents(folder.path());
    found.erase("english/.lock");  // jobs share it
    EXPECT_EQ(found, whole) << only;
  }
}

TEST(PackedBuildThatIsStopped, PacksThePairAnew) {
  const TemporaryFolder whole, folder;
  const auto options_in = [](const fs::path& in) {
    auto options = options_for(Variant::english, in, 2);
    options.slices = {*parse_material("KKvK")};
    options.profile = Profile::fast;
    options.threads = 1;
    return options;
  };
  must_build(options_in(whole.path()));
  ASSERT_TRUE(build(options_in(folder.path()),
                    [](const BuildProgress& progress) { return progress.phase != "packing"; }));
  EXPECT_FALSE(has_table(folder.path(), {Variant::english, *parse_material("KKvK"), Metric::wdl}));
  EXPECT_NE(contents(folder.path()), contents(whole.path()));
  must_build(options_in(folder.path()));
  EXPECT_EQ(contents(folder.path()), contents(whole.path()));
}

}  // namespace
}  // namespace damiera
