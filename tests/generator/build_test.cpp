#include "generator/build.h"

#include <sys/resource.h>

#include <csignal>
#include <numeric>

#include "data/file/checksum.h"
#include "data/folder/catalogue.h"
#include "data/folder/manifest.h"
#include "generator/plan/job.h"
#include "tests/data/fixtures.h"
#include "tests/generator/builds.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

std::map<std::string, fs::file_time_type> times(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> files;
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (entry.is_regular_file() && entry.path().extension() != ".txt")
      files[entry.path().string()] = entry.last_write_time();
  return files;
}

std::set<std::string> names(const std::map<std::string, Bytes>& files) {
  std::set<std::string> found;
  for (const auto& [name, bytes] : files) found.insert(name);
  return found;
}

/// The names of the tables of these slices and their flips.
std::set<std::string> table_names(Variant variant, const std::set<std::string_view>& pairs,
                                  bool dtc) {
  std::set<std::string> found;
  for (const auto pair : pairs)
    for (const Material& m : {pair_named(pair).first, pair_named(pair).second})
      for (Metric metric : {Metric::wdl, Metric::dtc})
        if (metric == Metric::wdl || dtc) found.insert(name(TableId{variant, m, metric}));
  return found;
}

std::uint64_t positions_up_to(int pieces, int row_squares) {
  std::uint64_t n = 0;
  for (const Material& m : slices_up_to(pieces)) n += count_positions(m, row_squares);
  return n;
}

TEST(Build, WritesTheTablesOfAllSlicesAndNothingElse) {
  const TemporaryFolder folder;
  const auto report = must_build(options_for(Variant::english, folder.path(), 2));
  EXPECT_EQ(names(contents(folder.path())),
            table_names(Variant::english, {"KvK", "KvM", "MvM"}, true));
  EXPECT_EQ(report.positions, positions_up_to(2, 4));
  EXPECT_EQ(report.pairs_found, 0);
  for (const TableInfo& info : report.built) {
    const auto table = Table::open(folder.path(), info.id);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info(), info);
    EXPECT_TRUE(table->check());
  }
  EXPECT_EQ(report.built.size(), 4u);
}

TEST(Build, WritesWdlOnlyWhereDtcIsNotWanted) {
  const TemporaryFolder folder, full;
  auto options = options_for(Variant::english, folder.path(), 2);
  options.dtc = false;
  must_build(options);
  EXPECT_EQ(names(contents(folder.path())),
            table_names(Variant::english, {"KvK", "KvM", "MvM"}, false));
  options.dtc = true;  // later wanted after all
  EXPECT_EQ(must_build(options).pairs_found, 0);
  must_build(options_for(Variant::english, full.path(), 2));
  EXPECT_EQ(contents(folder.path()), contents(full.path()));
}

TEST(Build, WritesWhatIsWantedDependsOn) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::russian, folder.path(), 2);
  options.slices = {*parse_material("KvKK")};
  must_build(options);
  EXPECT_EQ(names(contents(folder.path())), table_names(Variant::russian, {"KvK", "KKvK"}, true));
}

struct Totals {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  bool operator==(const Totals&) const = default;
};
void PrintTo(const Totals& t, std::ostream* out) {
  *out << t.wins << " / " << t.draws << " / " << t.losses;
}

// Published: English wins, draws and losses for the side to move.
TEST(Build, EnglishTotalsEqualThePublishedOnes) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), thorough ? 4 : 3);
  const auto report = must_build(options);
  std::map<int, Totals> totals;
  for (const TableInfo& info : report.built) {
    Totals& t = totals[info.id.material.total()];
    t.wins += info.wins;
    t.draws += info.draws;
    t.losses += info.losses;
    if (info.id.material == Material{0, 1, 0, 1}) {
      EXPECT_EQ((Totals{info.wins, info.draws, info.losses}), (Totals{230, 654, 108}));
      EXPECT_EQ(info.longest_plies, 11);
    }
  }
  EXPECT_EQ(totals[2], (Totals{716, 2370, 402}));
  EXPECT_EQ(totals[3], (Totals{100250, 8477, 87305}));
  if (thorough) {
    EXPECT_EQ(totals[4], (Totals{2574304, 1717922, 1917090}));
  }
}

class BuildTest : public VariantTest {};

// Tables have the same bytes for any number of threads, either solver, any memory, and after stops.
TEST_P(BuildTest, GivesTheSameBytesHoweverItWorks) {
  const int pieces = thorough && rules_of(GetParam()).width == 8 ? 3 : 2;
  const TemporaryFolder expected;
  auto one_thread = options_for(GetParam(), expected.path(), pieces);
  one_thread.threads = 1;
  one_thread.solver = Solver::plain;
  one_thread.count = 2;
  one_thread.dtw = true;
  must_build(one_thread);
  for (const Way& way : {Way{Solver::plain, 5, 1}, Way{Solver::lanes, 1, 100'000},
                         Way{Solver::lanes, 2, 1}, Way{Solver::lanes, 16, 0}}) {
    const TemporaryFolder folder;
    auto options = options_for(GetParam(), folder.path(), pieces);
    options.count = 2;
    options.dtw = true;
    must_build_in_two_runs(options, way);
    EXPECT_EQ(contents(folder.path()), contents(expected.path()))
        << (way.solver == Solver::plain ? "plain, " : "lanes, ") << way.threads << " threads, "
        << way.memory << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, BuildTest, testing::ValuesIn(test::few_variants), variant_name);

TEST(Build, MakesItsFolderAlsoWhereMemoryIsShort) {
  const TemporaryFolder folder;
  for (const std::uint64_t memory : {0, 1}) {
    auto options = options_for(Variant::english, folder.path() / std::to_string(memory) / "new", 2);
    options.memory = memory;
    const auto report = build(options, {});
    EXPECT_TRUE(report) << report.error().message;
  }
}

// Larger slices, of which few fit into memory: slices that are not needed are dropped, and read
// back, with the values of captures computed again.
TEST(Build, GivesTheSameBytesOfFourPiecesWithLittleMemory) {
  if (!thorough) GTEST_SKIP() << "too large for this build";
  const TemporaryFolder expected, folder;
  auto options = options_for(Variant::italian, expected.path(), 4);
  must_build(options);
  options.folder = folder.path();
  options.memory = 1 << 20;
  must_build(options);
  EXPECT_EQ(contents(folder.path()), contents(expected.path()));
}

TEST(Build, DoesNotComputeFinishedPairsAgain) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  const auto before = times(folder.path());
  options.slices = slices_up_to(3);
  const auto report = must_build(options);
  EXPECT_EQ(report.pairs_found, 3);
  EXPECT_EQ(report.positions, positions_up_to(3, 4) - positions_up_to(2, 4));
  const auto after = times(folder.path());
  for (const auto& [file, time] : before) EXPECT_EQ(after.at(file), time) << file;
  const auto again = must_build(options);
  EXPECT_EQ(again.pairs_found, int(plan(pairs_of(3)).size()));
  EXPECT_EQ(again.positions, 0u);
  EXPECT_TRUE(again.built.empty());
  EXPECT_EQ(times(folder.path()), after);
}

// One table is missing, of either slice and either metric.
TEST(Build, ComputesAPairAgainOfWhichATableIsMissing) {
  const TemporaryFolder folder;
  const auto options = options_for(Variant::english, folder.path(), 3);
  must_build(options);
  const auto expected = contents(folder.path());
  for (const char* table : {"english/KKvM.wdl", "english/MvKK.dtc"}) {
    fs::remove(folder.path() / table);
    const auto report = must_build(options);
    ASSERT_EQ(report.built.size(), 2u);
    EXPECT_EQ(pair_of(report.built[0].id.material), pair_named("KKvM"));
    EXPECT_EQ(contents(folder.path()), expected);
  }
}

// Stops at one of the first calls of `progress`: then every table in the folder is complete, and
// the next run adds the rest.
TEST(Build, GoesOnWhereItWasStopped) {
  const TemporaryFolder expected;
  must_build(options_for(Variant::russian, expected.path(), 3));
  const auto whole = contents(expected.path());
  for (const int calls : {1, 2, 3, 4, 5, 6, 9, 13}) {
    const TemporaryFolder folder;
    const auto options = options_for(Variant::russian, folder.path(), 3);
    int left = calls;
    const auto stopped = build(options, [&](const BuildProgress&) { return --left > 0; });
    ASSERT_TRUE(stopped) << stopped.error().message;
    EXPECT_LE(left, 0);
    const auto part = contents(folder.path());
    EXPECT_LT(part.size(), whole.size());
    for (const auto& [file, bytes] : part) EXPECT_EQ(bytes, whole.at(file)) << file;
    const auto rest = must_build(options);
    EXPECT_EQ(rest.pairs_found * 4, int(part.size()) + (part.contains("russian/KvK.wdl") ? 2 : 0) +
                                        (part.contains("russian/MvM.wdl") ? 2 : 0));
    EXPECT_EQ(stopped->positions + rest.positions, positions_up_to(3, 4));
    EXPECT_EQ(contents(folder.path()), whole);
  }
}

TEST(Build, GoesOnWithCountsAndDtwWhereItWasStopped) {
  const TemporaryFolder expected;
  auto options = options_for(Variant::italian, expected.path(), 3);
  options.count = 3;
  options.dtw = true;
  const auto built = must_build(options);
  const auto whole = contents(expected.path());
  EXPECT_EQ(built.positions, 3 * positions_up_to(3, 4));
  EXPECT_EQ(built.counted.size(), 16u);
  EXPECT_EQ(built.dtw.size(), 16u);
  EXPECT_EQ(whole.size(), 5 * 16u);
  for (const int calls : {15, 20, 25, 30, 40}) {
    const TemporaryFolder folder;
    options.folder = folder.path();
    int left = calls;
    const auto stopped = build(options, [&](const BuildProgress&) { return --left > 0; });
    ASSERT_TRUE(stopped) << stopped.error().message;
    for (const auto& [file, bytes] : contents(folder.path())) EXPECT_EQ(bytes, whole.at(file));
    const auto rest = must_build(options);
    EXPECT_EQ(stopped->positions + rest.positions, built.positions);
    EXPECT_EQ(contents(folder.path()), whole);
  }
}

// A build makes one count, then another count, and then distances: each build makes only the new
// tables.
TEST(Build, AddsCountsAndDtwLater) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  const auto before = times(folder.path());
  options.count = 1;
  const auto counted = must_build(options);
  EXPECT_TRUE(counted.built.empty());
  EXPECT_EQ(counted.counted.size(), 4u);
  EXPECT_EQ(counted.positions, positions_up_to(2, 4));
  options.count = 40;
  EXPECT_EQ(must_build(options).counted.size(), 4u);
  options.count = 0;
  options.dtw = true;
  EXPECT_EQ(must_build(options).dtw.size(), 4u);
  const auto after = times(folder.path());
  EXPECT_EQ(after.size(), before.size() + 4 * 5);
  for (const auto& [file, time] : before) EXPECT_EQ(after.at(file), time) << file;
}

// Solving for DTW finds the values again, so a WDL table with other values is noticed.
TEST(Build, HoldsDtwToTheValues) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  const TableId id{Variant::english, {0, 1, 0, 1}, Metric::wdl};
  const std::vector<Outcome> draws(positions_of(id), Outcome::draw());
  write_table(folder.path(), id, draws);
  options.dtw = true;
  const auto report = build(options, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::corrupt);
  EXPECT_NE(report.error().message.find("KvK.wdl: found 0 wins"), std::string::npos)
      << report.error().message;
  EXPECT_FALSE(has_table(folder.path(), {Variant::english, {0, 1, 0, 1}, Metric::dtw}));
}

TEST(Build, TellsWhereItStands) {
  const TemporaryFolder folder;
  std::vector<BuildProgress> told;
  const auto report =
      build(options_for(Variant::english, folder.path(), 2), [&](const BuildProgress& p) {
        told.push_back(p);
        return true;
      });
  ASSERT_TRUE(report);
  ASSERT_GE(told.size(), 7u);
  EXPECT_EQ(told.front().slice, "KvK");
  EXPECT_EQ(told.front().phase, "solving");
  EXPECT_EQ(told.front().positions_done, 0u);
  for (const BuildProgress& p : told) {
    EXPECT_EQ(p.positions_total, positions_up_to(2, 4));
    EXPECT_EQ(p.pairs_total, 3);
  }
  for (std::size_t i = 1; i < told.size(); ++i) {
    EXPECT_GE(told[i].positions_done, told[i - 1].positions_done);
    EXPECT_GE(told[i].pairs_done, told[i - 1].pairs_done);
  }
  EXPECT_EQ(told.back().positions_done, told.back().positions_total);
  EXPECT_EQ(told.back().pairs_done, 3);
}

TEST(Build, ReadsWhatItDependsOnFromOtherFolders) {
  const TemporaryFolder empty, lower, folder, expected;
  must_build(options_for(Variant::english, lower.path(), 2));
  must_build(options_for(Variant::english, expected.path(), 3));
  const auto before = times(lower.path());
  auto options = options_for(Variant::english, folder.path(), 2);
  options.slices = slices_of(3);
  options.also_read = {empty.path() / "nowhere", lower.path()};
  const auto report = must_build(options);
  EXPECT_EQ(report.pairs_found, 3);
  auto both = contents(folder.path());
  EXPECT_EQ(both.count("english/KvK.wdl"), 0u);
  both.merge(contents(lower.path()));
  EXPECT_EQ(both, contents(expected.path()));
  EXPECT_EQ(times(lower.path()), before);
}

TEST(Build, WritesWhatIsWantedAlsoIfItLiesElsewhere) {
  const TemporaryFolder elsewhere, folder;
  must_build(options_for(Variant::english, elsewhere.path(), 2));
  auto options = options_for(Variant::english, folder.path(), 2);
  options.also_read = {elsewhere.path()};
  must_build(options);
  EXPECT_EQ(contents(folder.path()), contents(elsewhere.path()));
}

TEST(Build, IsAloneWithItsJob) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  options.who = "the first";
  std::optional<Error> second;
  const auto report = build(options, [&](const BuildProgress&) {
    if (second) return true;
    const auto other = build(options_for(Variant::english, folder.path(), 2), {});
    second = other ? Error{Error::Code::io, "none"} : other.error();
    return true;
  });
  EXPECT_TRUE(report);
  EXPECT_EQ(second->code, Error::Code::try_again);
  EXPECT_NE(second->message.find("english/KvK: in use by process"), std::string::npos);
  EXPECT_TRUE(second->message.ends_with(": the first")) << second->message;
  EXPECT_EQ(report->positions, positions_up_to(2, 4));
}

ChecksumList sums_of(const fs::path& folder) {
  ChecksumList list;
  for (const auto& [name, bytes] : contents(folder)) list[name] = {bytes.size(), checksum(bytes)};
  return list;
}

TEST(Build, ListsItsTables) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::italian, folder.path(), 2);
  const auto listed = [&] {
    const auto list = read_checksums(manifest_path(folder.path(), Variant::italian));
    return list ? *list : ChecksumList{};
  };
  ASSERT_TRUE(build(options, [](const BuildProgress& p) { return p.pairs_done == 0; }));
  EXPECT_FALSE(listed().empty());
  EXPECT_EQ(listed(), sums_of(folder.path()));
  options.count = 2;
  options.dtw = true;
  must_build(options);
  EXPECT_EQ(listed().size(), 4 * 5u);
  EXPECT_EQ(listed(), sums_of(folder.path()));
  fs::remove(manifest_path(folder.path(), Variant::italian));
  must_build(options);
  EXPECT_EQ(listed(), sums_of(folder.path()));
}

TEST(Build, DoesNotLookAtTimes) {
  const TemporaryFolder folder;
  const auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  int n = 0;
  for (const auto& entry : fs::recursive_directory_iterator{folder.path()})
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() +
                                          std::chrono::years{++n % 2 == 0 ? 30 : -30});
  const auto before = times(folder.path());
  EXPECT_EQ(must_build(options).positions, 0u);
  EXPECT_EQ(times(folder.path()), before);
}

// If another table has the name of a wanted table, it is neither replaced nor used, even if nothing
// that is still to build would read it.
TEST(Build, RefusesFilesThatAreOtherTables) {
  const TemporaryFolder folder, italian;
  must_build(options_for(Variant::italian, italian.path(), 2));
  const auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  const fs::path victim = folder.path() / "english" / "KvM.dtc";
  const Bytes good = bytes_of(victim);
  Bytes of_version_2 = good;
  of_version_2[8] = std::byte{2};
  struct Case {
    Bytes file;
    const char* complaint;
  };
  for (const auto& [file, complaint] :
       {Case{bytes_of(italian.path() / "italian" / "KvM.dtc"),
             "variant: found italian, expected english"},
        Case{bytes_of(folder.path() / "english" / "MvK.dtc"), "material: found MvK, expected KvM"},
        Case{bytes_of(folder.path() / "english" / "KvM.wdl"), "metric: found wdl, expected dtc"},
        Case{of_version_2, "format version: found 2, expected 1"}}) {
    fs::remove(victim);
    overwrite(victim, file);
    const auto report = build(options, {});
    ASSERT_FALSE(report) << complaint;
    EXPECT_EQ(report.error().code, Error::Code::foreign_table);
    EXPECT_EQ(report.error().message, victim.string() + ": " + complaint);
    EXPECT_EQ(bytes_of(victim), file);
  }
  fs::remove(victim);
  must_build(options);
  EXPECT_EQ(bytes_of(victim), good);
}

TEST(Build, SaysHowMuchDiskItLacks) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::international, folder.path(), 2);
  options.slices = {*parse_material("KKKKKKvKKKKK")};
  const auto report = build(options, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::try_again);
  EXPECT_TRUE(report.error().message.starts_with(folder.path().string() + ": about "));
  EXPECT_NE(report.error().message.find(" MiB of disk needed, "), std::string::npos)
      << report.error().message;
  EXPECT_TRUE(contents(folder.path()).empty());
}

// No table has more than 12 pieces, so that the numbers of positions fit into 64 bits.
TEST(Build, RefusesSlicesOfMorePiecesThanATableHas) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  options.slices = {*parse_material("KKKKKKKKKKKKvK")};
  const auto report = build(options, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::bad_notation);
  EXPECT_NE(report.error().message.find("at most 12 pieces"), std::string::npos);
}

TEST(Build, GoesOnWithTheProgressThatItHad) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 2);
  must_build(options);
  options.slices = slices_up_to(3);
  std::vector<BuildProgress> told;
  ASSERT_TRUE(build(options, [&](const BuildProgress& p) {
    told.push_back(p);
    return true;
  }));
  ASSERT_FALSE(told.empty());
  for (const BuildProgress& p : told) {
    EXPECT_EQ(p.positions_found, positions_up_to(2, 4));
    EXPECT_EQ(p.positions_found + p.positions_total, positions_up_to(3, 4));
    EXPECT_EQ(p.pairs_found, 3);
  }
}

/// Damages a table that others depend on, in a folder of which the tables above are missing.
template <class Damage>
void expect_error(Error::Code code, std::string_view in_message, const Damage& damage) {
  const TemporaryFolder folder;
  must_build(options_for(Variant::english, folder.path(), 2));
  const fs::path victim = folder.path() / "english" / "KvK.wdl";
  damage(victim);
  const auto before = contents(folder.path());
  auto options = options_for(Variant::english, folder.path(), 2);
  options.slices = {*parse_material("KKvK")};
  const auto report = build(options, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, code) << report.error().message;
  EXPECT_NE(report.error().message.find(in_message), std::string::npos) << report.error().message;
  EXPECT_EQ(contents(folder.path()), before);  // no table made from damaged ones
}

TEST(Build, NamesTheDamagedTableThatItDependsOn) {
  const auto flip = [](std::size_t from_end) {
    return [=](const fs::path& file) {
      auto bytes = bytes_of(file);
      bytes[bytes.size() - from_end] ^= std::byte{0x10};
      overwrite(file, bytes);
    };
  };
  expect_error(Error::Code::corrupt, "KvK.wdl", flip(1));
  expect_error(Error::Code::corrupt, "KvK.wdl", flip(10));
  expect_error(Error::Code::corrupt, "KvK.wdl",
               [](const fs::path& file) { fs::resize_file(file, fs::file_size(file) - 1); });
  expect_error(Error::Code::corrupt, "KvK.wdl",
               [](const fs::path& file) { fs::resize_file(file, 0); });
}

TEST(Build, RefusesATableOfAnotherGame) {
  const TemporaryFolder foreign;
  must_build(options_for(Variant::italian, foreign.path(), 2));
  expect_error(Error::Code::foreign_table, "KvK.wdl", [&](const fs::path& file) {
    fs::copy_file(foreign.path() / "italian" / "KvK.wdl", file,
                  fs::copy_options::overwrite_existing);
  });
}

// A limit on the size of files stands for a full disk.
TEST(Build, DiskWithoutRoomIsAnErrorAndLeavesNothing) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{64, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const std::uint64_t memory : {0, 1}) {
    const TemporaryFolder folder;
    auto options = options_for(Variant::english, folder.path(), 2);
    options.memory = memory;
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto report = build(options, {});
    ::setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Error::Code::io);
    EXPECT_NE(report.error().message.find(folder.path().string()), std::string::npos);
    EXPECT_TRUE(contents(folder.path()).empty());
  }
  std::signal(SIGXFSZ, handler);
}

TEST(Estimate, IsOfWhatIsStillToBuildAndWritesNothing) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 3);
  options.threads = 1;
  const auto all = estimate(options);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->pairs, int(plan(pairs_of(3)).size()));
  EXPECT_EQ(all->positions, positions_up_to(3, 4));
  EXPECT_GT(all->memory, 0u);
  EXPECT_GT(all->disk, 0u);
  EXPECT_GT(all->seconds, 0.0);
  EXPECT_TRUE(contents(folder.path()).empty());

  options.slices = slices_up_to(2);
  must_build(options);
  options.slices = slices_up_to(3);
  const auto rest = estimate(options);
  EXPECT_EQ(rest->pairs, all->pairs - 3);
  EXPECT_EQ(rest->positions, positions_up_to(3, 4) - positions_up_to(2, 4));
  must_build(options);
  const auto nothing = estimate(options);
  EXPECT_EQ(nothing->pairs, 0);
  EXPECT_EQ(nothing->positions, 0u);
  EXPECT_EQ(nothing->memory, 0u);
  EXPECT_EQ(nothing->disk, 0u);
  EXPECT_EQ(nothing->seconds, 0.0);
}

/// The bytes that a file takes on disk: file systems give whole blocks.
std::uint64_t bytes_on_disk(const std::filesystem::path& file) {
  constexpr std::uint64_t block = 4096;
  return (std::filesystem::file_size(file) + block - 1) / block * block;
}

TEST(Estimate, OfTheDiskIsALittleMoreThanTablesTake) {
  for (const Variant v :
       {Variant::italian, Variant::russian, Variant::thai, Variant::english_giveaway}) {
    const TemporaryFolder folder;
    const auto options = options_for(v, folder.path(), 4);
    const auto before = estimate(options);
    ASSERT_TRUE(before);
    must_build(options);
    std::uint64_t bytes = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator{folder.path()})
      if (file.is_regular_file()) bytes += bytes_on_disk(file);
    EXPECT_GE(before->disk, bytes) << name(v);
    EXPECT_LT(before->disk, 2 * bytes) << name(v);
  }
}

TEST(Estimate, OfTheDiskKnowsThatUnevenTablesAreSmall) {
  const TemporaryFolder folder;
  const auto options = options_for(Variant::italian, folder.path(), 4);
  must_build(options);
  std::uint64_t bytes = 0;
  for (const char* slice : {"KKKvM", "MvKKK"})
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      const auto path =
          table_path(folder.path(), {Variant::italian, *parse_material(slice), metric});
      bytes += bytes_on_disk(path);
      std::filesystem::remove(path);
    }
  const auto again = estimate(options);
  ASSERT_TRUE(again);
  EXPECT_GE(again->disk, bytes);
  EXPECT_LT(again->disk, 2 * bytes);
}

TEST(Estimate, OfPackedTablesIsOfTheirProfileAndEffort) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::english, folder.path(), 5);
  const auto unpacked = estimate(options);
  options.profile = Profile::fast;
  const auto fast = estimate(options);
  options.profile = Profile::small;
  const auto small = estimate(options);
  options.effort = {Effort::most};
  const auto smallest = estimate(options);
  ASSERT_TRUE(unpacked && fast && small && smallest);
  EXPECT_LT(fast->disk, unpacked->disk);
  EXPECT_LT(small->disk, fast->disk);
  EXPECT_GT(small->seconds, unpacked->seconds);
  EXPECT_GT(smallest->seconds, small->seconds);
}

// The estimate covers the outcomes of the largest pair, at two bytes a position, and its values, at
// two bits; and not much more.
TEST(Estimate, MemoryIsThatOfTheLargestPair) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::italian, folder.path(), 5);
  options.threads = 2;
  std::uint64_t largest = 0;
  for (const Material& m : slices_of(5))
    largest = std::max(largest, count_positions(m, 4) * std::uint64_t(pair_of(m).slices()));
  const auto e = estimate(options);
  ASSERT_TRUE(e);
  EXPECT_GT(e->memory, largest * 9 / 4);
  EXPECT_LT(e->memory, largest * 9 / 4 * 3);
  EXPECT_EQ(e->positions, positions_up_to(5, 4));
}

TEST(Estimate, RefusesSlicesThatNoTableCanHold) {
  const TemporaryFolder folder;
  auto options = options_for(Variant::international, folder.path(), 2);
  options.slices = {*parse_material("KKKMMMvKKKMMM")};
  const auto refused = estimate(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Error::Code::bad_notation);
  options.slices = {*parse_material("KKKKvKKKK")};
  EXPECT_TRUE(estimate(options));
}

/// The least memory to solve a slice, for each men block in its list. `men`: the slice without its
/// king; each of its positions is a men block.
double least_memory_per_block(Variant variant, std::string_view slice, std::string_view men) {
  const TemporaryFolder folder;
  auto options = options_for(variant, folder.path(), 2);
  options.slices = {*parse_material(slice)};
  options.threads = 1;
  const auto jobs = list_jobs(options);
  const auto job = std::ranges::find(jobs, pair_of(options.slices[0]), &Job::pair);
  if (job == jobs.end()) return 0;
  const auto blocks = count_positions(*parse_material(men), rules_of(variant).width / 2);
  return double(job->cost.least_memory) / double(blocks);
}

// Lists of men blocks are held as well as the outcomes: the number of a block takes four bytes,
// beyond 2^32 blocks eight, and its steps to go one.
TEST(Estimate, CountsTheListsOfMenBlocks) {
  const double bytes = least_memory_per_block(Variant::italian, "KMMMvMMM", "MMMvMMM");
  EXPECT_GE(bytes, 5);
  EXPECT_LT(bytes, 6);
}
TEST(Estimate, CountsTheListsOfMoreMenBlocksThanFourBytesNumber) {
  const double bytes = least_memory_per_block(Variant::international, "KMMMMvMMMM", "MMMMvMMMM");
  EXPECT_GE(bytes, 9);
  EXPECT_LT(bytes, 10);
}

}  // namespace
}  // namespace damiera
