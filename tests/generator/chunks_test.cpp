// A pair of slices is solved in chunks, each as by a separate process. The tables equal the tables
// that one process makes, and only complete chunks are accepted.

#include <map>
#include <numeric>

#include "data/file/checksum.h"
#include "data/file/part_file.h"
#include "data/folder/planes_folder.h"
#include "generator/build_chunk.h"
#include "generator/build_setup.h"
#include "generator/levels/chunk_cover.h"
#include "generator/levels/chunk_file.h"
#include "generator/levels/chunk_jobs.h"
#include "generator/levels/level_sizes.h"
#include "tests/data/fixtures.h"
#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;

BuildOptions options_for(Variant variant, std::string_view slice, bool dtc,
                         const fs::path& folder) {
  BuildOptions options;
  options.variant = variant;
  options.slices = {*parse_material(slice)};
  options.dtc = dtc;
  options.folder = folder;
  options.threads = 2;
  return options;
}

/// Builds the tables of a pair, and of all slices that it depends on, in one process.
void build_whole(const BuildOptions& options) {
  const auto built = build(options, {});
  ASSERT_TRUE(built) << built.error().message;
}

/// Options that read the tables that the pair depends on from another folder.
BuildOptions reading(BuildOptions options, const fs::path& folder) {
  options.only = true;
  const SlicePair pair = pair_of(options.slices.front());
  for (const auto& entry : fs::recursive_directory_iterator{folder}) {
    const std::string file = entry.path().filename().string();
    const auto to = options.folder / fs::relative(entry.path(), folder);
    fs::create_directories(to.parent_path());
    if (entry.is_regular_file() && entry.path().extension() != ".txt" &&
        !file.starts_with(name(pair.first) + ".") && !file.starts_with(name(pair.second) + "."))
      fs::copy_file(entry.path(), to);
  }
  return options;
}

/// Checksums of the files except lists and the lock that jobs share, by name.
std::map<std::string, std::uint64_t> files_in(const fs::path& folder) {
  std::map<std::string, std::uint64_t> files;
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (entry.is_regular_file() && entry.path().extension() != ".txt" &&
        entry.path().filename() != ".lock")
      files[fs::relative(entry.path(), folder).string()] = checksum(bytes_of(entry.path()));
  return files;
}

ChunkReport must_solve(const BuildOptions& options, const LevelChunk& chunk) {
  const auto report = build_chunk(options, chunk, {});
  EXPECT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report && *report);
  return report && *report ? **report : ChunkReport{};
}

int levels_of_pair(const BuildOptions& options) {
  return static_cast<int>(
      level_sizes(pair_of(options.slices.front()), rules_of(options.variant)).size());
}

/// Solves all levels, each in `parts` parts; returns how many positions they have.
std::uint64_t solve_all(const BuildOptions& options, int parts) {
  std::uint64_t positions = 0;
  for (int level = 0; level < levels_of_pair(options); ++level)
    for (int part = 1; part <= parts; ++part) {
      const auto solved = must_solve(options, {level, level, part, parts}).solved;
      EXPECT_TRUE(solved) << "a part without a men block is made as well, of no positions";
      positions += solved.value_or(0);
    }
  return positions;
}

BuildOptions joining(BuildOptions options) {
  options.join = true;
  return options;
}

struct ChunksCase {
  Variant variant;
  const char* slice;
  bool dtc;
};
std::string case_name(const testing::TestParamInfo<ChunksCase>& info) {
  const auto& [variant, slice, dtc] = info.param;
  return std::string{name(variant)} + slice + (dtc ? "Dtc" : "Wdl");
}
class ChunksOfPair : public testing::TestWithParam<ChunksCase> {};

// Little blocks and large, pairs that are their own flips, and one level alone.
TEST_P(ChunksOfPair, MakeTheTablesOfOneProcess) {
  const auto [variant, slice, dtc] = GetParam();
  if (!in_build(variant)) GTEST_SKIP();
  const TemporaryFolder whole;
  build_whole(options_for(variant, slice, dtc, whole.path()));
  for (const int parts : {1, 3}) {
    const TemporaryFolder folder;
    const auto options = reading(options_for(variant, slice, dtc, folder.path()), whole.path());
    const SlicePair pair = pair_of(options.slices.front());
    EXPECT_EQ(solve_all(options, parts), count_positions(pair.first, rules_of(variant)) *
                                             static_cast<std::uint64_t>(pair.slices()));
    build_whole(joining(options));
    EXPECT_EQ(files_in(folder.path()), files_in(whole.path())) << parts;
  }
}

/// Solves a chunk, and forgets all planes that were read on demand after each few blocks.
template <Rules R>
void solve_forgetting(const BuildOptions& options, const LevelChunk& chunk) {
  const Job job = plan_jobs(options).front();
  ChunkedPair<R> pair{options, job,
                      [&options](const SlicePair& p) { return ValueJobs<R>::needed(options, p); }};
  ASSERT_TRUE(pair.prepare_for(chunk, pair.solver_memory().bytes()));
  for (const Material& m : ValueJobs<R>::needed(options, job.pair))
    EXPECT_EQ(pair.known().slice(m).on_demand != nullptr, m.kings() > 0) << name(m);
  pair.known().cache().set_bound(0);
  const int below = chunk.first_level - 1;
  const auto cover = chunks_of_levels(options, job, below, below);
  ASSERT_TRUE(cover);
  for (const LevelChunk& lower : cover->chunks) ASSERT_TRUE(pair.read(lower));
  ASSERT_TRUE(pair.solve(chunk, {.solved = [](std::uint64_t) { return true; }, .found = {}}));
  EXPECT_EQ(pair.known().cache().bytes(), 0u);
  ASSERT_TRUE(pair.write(chunk));
}

// In chunks of a part of a level, and in one of all levels, in which solvers remember blocks of
// lower levels.
TEST_P(ChunksOfPair, MayForgetWhatTheyHaveRead) {
  const auto [variant, slice, dtc] = GetParam();
  if (!in_build(variant)) GTEST_SKIP();
  const TemporaryFolder whole;
  build_whole(options_for(variant, slice, dtc, whole.path()));
  const int last = levels_of_pair(options_for(variant, slice, dtc, whole.path())) - 1;
  std::vector<LevelChunk> parts;
  for (int level = 0; level <= last; ++level)
    for (int part = 1; part <= 2; ++part) parts.push_back({level, level, part, 2});
  for (const auto& chunks : {parts, {{0, last}}}) {
    const TemporaryFolder folder;
    auto options =
        with_owner(reading(options_for(variant, slice, dtc, folder.path()), whole.path()));
    options.keep_planes = true;
    // The first chunk reads the tables, and keeps their planes.
    fs::remove(must_solve(options, {0, 0}).file);
    for (const LevelChunk& chunk : chunks)
      with_moves(variant, [&]<Rules R>() { solve_forgetting<R>(options, chunk); });
    build_whole(joining(options));
    ASSERT_TRUE(remove_planes(folder.path(), variant));
    EXPECT_EQ(files_in(folder.path()), files_in(whole.path())) << chunks.size();
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ChunksOfPair,
                         testing::Values(ChunksCase{Variant::italian, "KMMvK", false},
                                         ChunksCase{Variant::italian, "KMvM", true},
                                         ChunksCase{Variant::italian, "KKvK", false},
                                         ChunksCase{Variant::english, "KMvKM", false},
                                         ChunksCase{Variant::english, "KMvKM", true},
                                         ChunksCase{Variant::russian, "KMvM", true},
                                         ChunksCase{Variant::russian, "KKMvK", false},
                                         ChunksCase{Variant::frisian, "KMvM", true},
                                         ChunksCase{Variant::international, "KMvM", false}),
                         case_name);

TEST(LevelSizes, AreThoseOfTheListOfBlocks) {
  for (const char* slice : {"KMvM", "KMMvM", "KMvKM", "KKMvMM", "KvK"}) {
    const SlicePair pair = pair_named(slice);
    const SliceIndex<italian> first{pair.first};
    std::map<int, std::uint64_t> blocks;
    for (std::uint64_t b = 0; b < first.blocks(); ++b) ++blocks[steps_to_go<italian>(first.men(b))];
    std::vector<std::uint64_t> expected;
    for (const auto& [steps, n] : blocks)
      expected.push_back(n * first.block_size() * static_cast<std::uint64_t>(pair.slices()));
    EXPECT_EQ(level_sizes(pair, italian), expected) << slice;
  }
}

TEST(ChunkCover, TakesTheCutThatIsThere) {
  const std::vector<LevelChunk> there{
      {0, 2}, {3, 3, 1, 2}, {3, 3, 2, 2}, {3, 3, 2, 3}, {4, 4, 3, 3}};
  const auto cover = cover_levels(there, 1, 5);
  EXPECT_EQ(cover.chunks,
            (std::vector<LevelChunk>{{0, 2}, {3, 3, 1, 2}, {3, 3, 2, 2}, {4, 4, 3, 3}}));
  EXPECT_EQ(cover.missing, (std::vector<std::string>{"L4.1of3", "L4.2of3", "L5"}));
  EXPECT_TRUE(cover_levels(there, 0, 3).missing.empty());
}

/// The pair KMvM of Italian draughts, cut in two where it is cut.
class Chunks : public testing::Test {
 protected:
  static constexpr const char* slice = "KMvM";
  static void SetUpTestSuite() {
    whole_ = std::make_unique<TemporaryFolder>();
    build_whole(options_for(Variant::italian, slice, false, whole_->path()));
  }
  static void TearDownTestSuite() { whole_.reset(); }

  Chunks()
      : options{
            reading(options_for(Variant::italian, slice, false, folder.path()), whole_->path())} {}

  fs::path file(const LevelChunk& chunk) const {
    return chunk_path(folder.path(), Variant::italian, pair_named(slice).first, chunk);
  }
  /// The error of a chunk of level 1, which reads the chunks of level 0.
  Error error_above() const {
    const auto report = build_chunk(options, {1, 1}, {});
    EXPECT_FALSE(report);
    return report ? Error{} : report.error();
  }
  Error error_of_join() const {
    const auto report = build(joining(options), {});
    EXPECT_FALSE(report);
    return report ? Error{} : report.error();
  }
  void change_byte(const fs::path& path, std::size_t offset) const {
    Bytes bytes = bytes_of(path);
    bytes.at(offset) ^= std::byte{1};
    overwrite(path, bytes);
  }

  static std::unique_ptr<TemporaryFolder> whole_;
  const TemporaryFolder folder;
  const BuildOptions options;
};
std::unique_ptr<TemporaryFolder> Chunks::whole_;

TEST_F(Chunks, HaveTheSameBytesWhoeverWritesThem) {
  must_solve(options, {0, 0});
  must_solve(options, {1, 1, 2, 2});
  const Bytes first = bytes_of(file({1, 1, 2, 2}));
  fs::remove(file({0, 0}));
  fs::remove(file({1, 1, 2, 2}));
  BuildOptions alone = options;
  alone.threads = 1;
  for (int part = 1; part <= 3; ++part) must_solve(alone, {0, 0, part, 3});
  must_solve(alone, {1, 1, 2, 2});
  EXPECT_EQ(bytes_of(file({1, 1, 2, 2})), first);
}

TEST_F(Chunks, OfSomeLevelsAreOne) {
  const int last = levels_of_pair(options) - 1;
  must_solve(options, {0, 4});
  must_solve(options, {5, last});
  build_whole(joining(options));
  EXPECT_EQ(files_in(folder.path()), files_in(whole_->path()));
}

TEST_F(Chunks, AreMadeOnce) {
  EXPECT_GT(must_solve(options, {0, 0}).solved, 0);
  EXPECT_EQ(must_solve(options, {0, 0}).solved, std::nullopt);
}

TEST_F(Chunks, AreNotMadeWhereTheTablesAre) {
  BuildOptions finished = options;
  finished.folder = whole_->path();
  EXPECT_EQ(must_solve(finished, {3, 3}).file, "");
}

TEST_F(Chunks, MissingOnesAreNamed) {
  const Error error = error_above();
  EXPECT_EQ(error.code, Error::Code::missing_table);
  EXPECT_NE(error.message.find("1 file is missing that has to be read"), std::string::npos)
      << error.message;
  EXPECT_NE(error.message.find("italian/.KMvM.L0"), std::string::npos) << error.message;
  must_solve(options, {0, 0, 2, 2});
  const std::string first_half = (folder.path() / "italian/.KMvM.L0.1of2").string();
  EXPECT_NE(error_above().message.find(first_half), std::string::npos);
  const Error join = error_of_join();
  EXPECT_EQ(join.code, Error::Code::missing_table);
  EXPECT_NE(join.message.find(first_half), std::string::npos) << join.message;
  EXPECT_NE(join.message.find("italian/.KMvM.L12"), std::string::npos) << join.message;
}

TEST_F(Chunks, MissingTablesAreNamedWithThem) {
  for (const char* table : {"MvKK.wdl"}) fs::remove(folder.path() / "italian" / table);
  const Error error = error_above();
  for (const char* missing : {"italian/MvKK.wdl", "italian/.KMvM.L0"})
    EXPECT_NE(error.message.find(missing), std::string::npos) << error.message;
}

// Whichever byte is wrong, the reader names the file, and the chunk's own job makes it again.
TEST_F(Chunks, DamagedOnesAreNamed) {
  must_solve(options, {0, 0});
  const Bytes sound = bytes_of(file({0, 0}));
  for (std::size_t offset = 0; offset < sound.size();
       offset += offset < 130 ? 3 : sound.size() / 9) {
    change_byte(file({0, 0}), offset);
    const Error error = error_above();
    EXPECT_EQ(error.code, Error::Code::corrupt) << offset;
    EXPECT_TRUE(error.message.starts_with(file({0, 0}).string())) << error.message;
    EXPECT_GT(must_solve(options, {0, 0}).solved, 0) << offset;
    EXPECT_EQ(bytes_of(file({0, 0})), sound) << offset;
  }
  for (const std::size_t left : {std::size_t{0}, std::size_t{50}, sound.size() - 1}) {
    overwrite(file({0, 0}), std::span{sound}.first(left));
    EXPECT_EQ(error_above().code, Error::Code::corrupt) << left;
  }
}

TEST_F(Chunks, ForeignOnesAreNamed) {
  must_solve(options, {0, 0, 1, 2});
  fs::copy_file(file({0, 0, 1, 2}), file({0, 0, 2, 2}));
  const Error error = error_above();
  EXPECT_EQ(error.code, Error::Code::foreign_table);
  EXPECT_NE(error.message.find(".KMvM.L0.2of2: expected L0.2of2 of italian KMvM with values"),
            std::string::npos)
      << error.message;
  BuildOptions with_distances = options;
  with_distances.dtc = true;
  const auto report = build_chunk(with_distances, {0, 0, 1, 2}, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::foreign_table);
}

/// Jobs keep the planes of what they look up: chunks of level 1 have found these.
class ChunksWithPlanes : public Chunks {
 protected:
  ChunksWithPlanes() {
    keeping.keep_planes = true;
    must_solve(keeping, {0, 0});
    must_solve(keeping, {1, 1});
    chunk = bytes_of(file({1, 1}));
    fs::remove(file({1, 1}));
  }
  fs::path planes_of(const char* other) const {
    return planes_path(folder.path(), {Variant::italian, *parse_material(other), Metric::wdl});
  }
  void damage(const fs::path& path) { change_byte(path, bytes_of(path).size() - 1); }
  void damage_tables() {
    for (const Material& m : read_for(pair_named(slice)))
      change_byte(table_path(folder.path(), {Variant::italian, m, Metric::wdl}), 115);
  }

  BuildOptions keeping = options;
  Bytes chunk;  // of level 1
};

TEST_F(ChunksWithPlanes, AreSolvedFromThem) {
  damage_tables();
  must_solve(keeping, {1, 1});
  EXPECT_EQ(bytes_of(file({1, 1})), chunk);
}

TEST_F(ChunksWithPlanes, AreSolvedFromTablesWhereTheyAreDamaged) {
  const Bytes sound = bytes_of(planes_of("KMvK"));
  damage(planes_of("KMvK"));
  const auto report = must_solve(keeping, {1, 1});
  EXPECT_EQ(bytes_of(file({1, 1})), chunk);
  EXPECT_EQ(bytes_of(planes_of("KMvK")), sound) << "they are kept again";
  fs::remove(file({1, 1}));
  EXPECT_EQ(must_solve(keeping, {1, 1}).solved, report.solved);
}

// The captures of a slice without planes are found from other slices. If their planes are damaged,
// the values that follow must not be kept, nor used.
TEST_F(ChunksWithPlanes, AreSolvedFromTablesWhereOthersAreDamaged) {
  std::map<fs::path, Bytes> sound;
  for (const Material& m : read_for(pair_named(slice)))
    if (const auto path = planes_of(name(m).c_str()); fs::exists(path))
      sound[path] = bytes_of(path);
  for (const auto& [path, bytes] : sound) damage(path);
  fs::remove(planes_of("KMvK"));
  must_solve(keeping, {1, 1});
  EXPECT_EQ(bytes_of(file({1, 1})), chunk);
  for (const auto& [path, bytes] : sound) EXPECT_EQ(bytes_of(path), bytes) << path;
}

// No man of the highest level can be crowned at once, so slices with another king are not read.
TEST_F(ChunksWithPlanes, ReadOnlyWhatTheyLookUp) {
  const int highest = levels_of_pair(options) - 1;
  for (int level = 1; level < highest; ++level) must_solve(options, {level, level});
  must_solve(keeping, {highest, highest});
  const Bytes sound = bytes_of(file({highest, highest}));
  fs::remove(file({highest, highest}));
  damage(planes_of("MvKK"));
  const Bytes damaged = bytes_of(planes_of("MvKK"));
  must_solve(keeping, {highest, highest});
  EXPECT_EQ(bytes_of(file({highest, highest})), sound);
  EXPECT_EQ(bytes_of(planes_of("MvKK")), damaged) << "these were not looked at";
}

// The name is given last: a file that a killed process leaves has a different name.
TEST_F(Chunks, UnfinishedOnesAreNone) {
  must_solve(options, {0, 0});
  const Bytes bytes = bytes_of(file({0, 0}));
  fs::remove(file({0, 0}));
  auto unfinished = PartFile::create(file({0, 0}));
  ASSERT_TRUE(unfinished);
  ASSERT_TRUE(unfinished->write(0, bytes));
  EXPECT_EQ(error_above().code, Error::Code::missing_table);
}

// Files that other jobs may be writing stay.
TEST_F(Chunks, RemoveWhatAKilledJobOfTheSameChunkLeft) {
  const std::string ending = ".4711-0123abcd.part";
  const auto own = file({0, 0}).string() + ending, other = file({0, 0, 1, 2}).string() + ending;
  for (const auto& left : {own, other}) overwrite(left, {});
  must_solve(options, {0, 0});
  EXPECT_FALSE(fs::exists(own));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(Chunks, AreNotWrittenWhenStopped) {
  const auto report = build_chunk(options, {0, 0}, [](const BuildProgress&) { return false; });
  ASSERT_TRUE(report);
  EXPECT_FALSE(*report);
  EXPECT_FALSE(fs::exists(file({0, 0})));
}

TEST_F(Chunks, AreLeftWhereJoiningFails) {
  solve_all(options, 1);
  const auto last = file({3, 3});
  const Bytes sound = bytes_of(last);
  change_byte(last, sound.size() - 1);
  EXPECT_EQ(error_of_join().code, Error::Code::corrupt);
  EXPECT_TRUE(fs::exists(file({0, 0})));
  EXPECT_FALSE(fs::exists(folder.path() / "italian" / "KMvM.wdl"));
  overwrite(last, sound);
  build_whole(joining(options));
  EXPECT_FALSE(fs::exists(file({0, 0})));
  EXPECT_EQ(files_in(folder.path()), files_in(whole_->path()));
}

TEST_F(Chunks, AreOfAPairThatHasThem) {
  const auto expect_refused = [](const BuildOptions& asked, const LevelChunk& chunk,
                                 const std::string& why) {
    const auto report = build_chunk(asked, chunk, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Error::Code::bad_notation);
    EXPECT_NE(report.error().message.find(why), std::string::npos) << report.error().message;
  };
  expect_refused(options, {13, 13}, "KMvM has levels 0 to 12");
  expect_refused(options, {2, 3, 1, 2}, "only a single level has several chunks");
  BuildOptions other = options;
  other.slices = {*parse_material("MvM")};
  expect_refused(other, {0, 0}, "without kings");
  other = options;
  other.dtw = true;
  expect_refused(other, {0, 0}, "no --dtw");
}

}  // namespace
}  // namespace damiera
