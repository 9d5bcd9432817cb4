#include "generator/build_chunk.h"

#include <set>

#include "data/file/durable.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "generator/build_setup.h"
#include "generator/levels/chunk_solver.h"
#include "generator/levels/level_sizes.h"
#include "generator/plan/job.h"
#include "generator/progress_reporter.h"

namespace damiera {

namespace {

Error bad_level(const SlicePair& pair, std::size_t levels, const LevelChunk& chunk) {
  return {Error::Code::bad_notation, "level " + levels_text(chunk) + ": " + name(pair.first) +
                                         " has levels 0 to " + std::to_string(levels - 1)};
}

Result<void> check_chunk(const BuildOptions& options, const LevelChunk& chunk) {
  if (auto can = check_cutting(options); !can) return can;
  const std::set<SlicePair> pairs = wanted_pairs(options);
  if (pairs.size() != 1)
    return Error{Error::Code::bad_notation, "a chunk is of one pair of slices: expected one"};
  const auto levels = level_sizes(*pairs.begin(), rules_of(options.variant)).size();
  if (chunk.first_level > chunk.last_level || chunk.last_level >= static_cast<int>(levels))
    return bad_level(*pairs.begin(), levels, chunk);
  if (chunk.first_level != chunk.last_level && chunk.parts != 1)
    return Error{Error::Code::bad_notation,
                 "levels " + levels_text(chunk) +
                     " depend on each other: only a single level has several chunks"};
  return {};
}

// About how many positions a chunk has, to report progress.
std::uint64_t about_positions(const BuildOptions& options, const Job& job,
                              const LevelChunk& chunk) {
  const auto sizes = level_sizes(job.pair, rules_of(options.variant));
  std::uint64_t positions = 0;
  for (int level = chunk.first_level; level <= chunk.last_level; ++level)
    positions += sizes[static_cast<std::size_t>(level)];
  return positions / static_cast<std::uint64_t>(chunk.parts);
}

Result<void> make_all_folders(const BuildOptions& options) {
  for (const auto& folder : {options.scratch, options.folder / name(options.variant),
                             options.planes / name(options.variant)})
    if (auto made = make_folders(folder); !made) return made;
  return {};
}

/// A chunk of a job, as one process makes it.
class ChunkBuild {
 public:
  ChunkBuild(const BuildOptions& options, const Job& job, const LevelChunk& chunk)
      : options_{options}, job_{job}, chunk_{chunk}, path_{chunk_path(options, job, chunk)} {}

  // Unfinished files of other chunks stay: other machines may be writing them, and their locks may
  // not be visible here.
  Result<std::optional<ChunkReport>> run(ProgressReporter& progress) {
    if (auto removed = remove_leftovers_of(path_); !removed) return removed.error();
    const auto there = is_there();
    if (!there) return there.error();
    if (*there) return report({});
    const auto below = inputs();
    if (!below) return below.error();
    const auto lock = FolderLock::take_job(options_.folder, options_.variant,
                                           name(job_) + "." + name(chunk_), options_.who);
    if (!lock) return lock.error();
    progress.begin(job_.pair, "solving");
    const auto positions = with_moves(options_.variant, [&]<Rules R>() {
      return solve_chunk<R>(
          options_, job_, chunk_, *below,
          {.solved = [&](std::uint64_t n) { return progress.solved(n); }, .found = {}});
    });
    if (!positions) return positions.error();
    if (!*positions) return std::optional<ChunkReport>{};
    return report(**positions);
  }

 private:
  std::optional<ChunkReport> report(std::optional<std::uint64_t> solved) const {
    return ChunkReport{solved, path_};
  }

  // A damaged chunk is made again. A file of another chunk is an error: it is not replaced.
  Result<bool> is_there() const {
    const auto file = ChunkFile::open(path_, chunk_id(options_, job_, chunk_));
    if (file) return static_cast<bool>(file->check());
    if (file.error().code == Error::Code::foreign_table) return file.error();
    return false;
  }

  // The chunks of the level below, if these and all tables that are needed exist.
  Result<std::vector<LevelChunk>> inputs() const {
    ChunkCover below;
    if (const int level = chunk_.first_level - 1; level >= 0) {
      auto cover = chunks_of_levels(options_, job_, level, level);
      if (!cover) return cover.error();
      below = std::move(*cover);
    }
    std::vector<std::string> missing;
    for (const TableId& id : missing_inputs(options_, job_)) missing.push_back(name(id));
    missing.insert(missing.end(), below.missing.begin(), below.missing.end());
    if (auto none = expect_none_missing("file", missing); !none) return none.error();
    return std::move(below.chunks);
  }

  const BuildOptions& options_;
  const Job& job_;
  const LevelChunk& chunk_;
  std::filesystem::path path_;
};

}  // namespace

Result<void> check_cutting(const BuildOptions& options) {
  if (options.count != 0 || options.dtw)
    return Error{Error::Code::bad_notation,
                 "chunks are of WDL and DTC tables: expected no --count and no --dtw"};
  for (const Material& m : options.slices)
    if (m.kings() == 0)
      return Error{
          Error::Code::bad_notation,
          "slice '" + name(m) + "': without kings it is solved in one piece, not in chunks"};
  return {};
}

Result<std::optional<ChunkReport>> build_chunk(
    const BuildOptions& asked, const LevelChunk& chunk,
    const std::function<bool(const BuildProgress&)>& progress) {
  if (auto playable = check_slices(asked); !playable) return playable.error();
  BuildOptions options = with_owner(asked);
  options.only = true;
  if (auto sound = check_chunk(options, chunk); !sound) return sound.error();
  if (auto made = make_all_folders(options); !made) return made.error();
  const auto jobs = plan_jobs(options);
  if (jobs.empty()) return std::optional{ChunkReport{0, {}}};
  ProgressReporter reporter{progress, about_positions(options, jobs.front(), chunk), 1};
  return in_arena(threads(options), [&] {
    return ChunkBuild{options, jobs.front(), chunk}.run(reporter);
  });
}

}  // namespace damiera
