// SPDX-License-Identifier: MIT
// Solving chunks of pairs and joining them, compiled for one game at a time: see jobs.cpp.in.
#pragma once

#include <atomic>

#include "generator/build_setup.h"
#include "generator/levels/chunk_solver.h"
#include "generator/levels/level_sizes.h"
#include "generator/value_jobs.h"

namespace damiera {

/// The men blocks of a chunk. `all`: all men blocks of the pair.
template <Rules R>
PartOfLevels<R> part_of(const PartOfLevels<R>& all, const LevelChunk& chunk) {
  const std::uint64_t begin = all.levels->begin(chunk.first_level);
  const std::uint64_t size = all.levels->end(chunk.last_level) - begin;
  const auto end_of = [&](int part) {
    return begin +
           size * static_cast<std::uint64_t>(part) / static_cast<std::uint64_t>(chunk.parts);
  };
  return {all.levels, end_of(chunk.part - 1), end_of(chunk.part)};
}

/// The blocks of a part, numbered from 0.
inline PartsOfBlock counted_from(std::uint64_t begin, PartsOfBlock parts_of) {
  return [begin, parts_of = std::move(parts_of)](std::uint64_t n) { return parts_of(begin + n); };
}

/// What read_chunk() returns about the chunk that it has read.
struct ChunkRead {
  std::uint64_t positions;
  PairNotes notes;
};

/// Reads a chunk into `work`. Errors: as for ChunkFile.
template <Rules R>
Result<ChunkRead> read_chunk(const BuildOptions& options, const Job& job, const LevelChunk& chunk,
                             const PartOfLevels<R>& all, PairWork<R>& work, KnownValues<R>& known) {
  const auto path = chunk_path(options, job, chunk);
  const auto file = ChunkFile::open(path, chunk_id(options, job, chunk));
  if (!file) return file.error();
  const PartOfLevels<R> part = part_of(all, chunk);
  if (file->blocks() != part.size())
    return Error{Error::Code::foreign_table,
                 path.string() + ": expected " + std::to_string(part.size()) +
                     " men blocks, found " + std::to_string(file->blocks())};
  const auto parts_of = counted_from(part.begin, work.parts_in(*part.levels, &known));
  if (auto read = file->read(parts_of); !read) return read.error();
  return ChunkRead{work.make_known(*part.levels, part.begin, part.end, &known), file->notes()};
}

/// A pair in memory, to solve some of its chunks or to read all of them.
template <Rules R>
class ChunkedPair {
 public:
  /// `options` and `job` must outlive this. `needed`: the slices that are looked up.
  ChunkedPair(const BuildOptions& options, const Job& job,
              typename FinishedValues<R>::Needed needed)
      : options_{options},
        job_{job},
        finished_{options, job.stage, std::span{&job.pair, 1}, std::move(needed)} {}

  KnownValues<R>& known() { return finished_.known(); }
  /// The memory that solving a chunk of the pair takes.
  SolverMemory<R> solver_memory() const { return {options_, job_.pair, job_.stage.keep()}; }
  /// Reads what is looked up and allocates the pair; of the memory, `beside` bytes stay free.
  Result<void> prepare(std::uint64_t beside) {
    finished_.memory().reserve(beside);
    const std::uint64_t kept = ValueJobs<R>::bytes_kept(job_.pair, job_.stage.keep());
    if (auto made = finished_.make_known(job_.pair, kept); !made) return made;
    return allocate(PairWork<R>::bytes_for(job_.pair, job_.stage.keep()));
  }
  /// The same to solve a chunk. Planes are read when they are looked up.
  Result<void> prepare_for(const LevelChunk& chunk, std::uint64_t beside) {
    finished_.memory().reserve(beside);
    const auto levels = level_blocks(job_.pair, R);
    const auto blocks = whole_blocks(blocks_of(levels, chunk) + blocks_below(levels, chunk));
    const std::uint64_t used = PairWork<R>::bytes_touched(job_.pair, job_.stage.keep(), blocks);
    if (auto made = finished_.make_known_for(job_.pair, blocks, used); !made) return made;
    return allocate(used);
  }
  Result<ChunkRead> read(const LevelChunk& chunk) {
    return read_chunk(options_, job_, chunk, all_, *work_, finished_.known());
  }
  void add_notes(const PairNotes& notes) { work_->add_notes(notes); }
  /// Solves a chunk; returns false if `progress` stopped it.
  bool solve(const LevelChunk& chunk, const JobSolver::Progress& progress) {
    work_->solve_only(part_of(all_, chunk));
    return PairSolver<R>{options_.solver}(*work_, finished_.known(), progress.solved,
                                          solver_memory().batch_bytes());
  }
  /// Whether values that were looked up are damaged, see FinishedValues::remove_damaged().
  bool remove_damaged() { return finished_.remove_damaged(job_.pair); }
  Result<void> write(const LevelChunk& chunk) {
    const PartOfLevels<R> part = part_of(all_, chunk);
    return write_chunk(chunk_path(options_, job_, chunk), chunk_id(options_, job_, chunk),
                       part.size(), work_->bytes_of_block(),
                       counted_from(part.begin, work_->parts_in(*part.levels, &finished_.known())),
                       work_->notes());
  }
  /// Marks the pair as solved and returns its outcomes, which refer to this.
  Solved finish() {
    finished_.finish(job_.pair);
    return SolvedPair<R>{work_, finished_.known()}.all();
  }

 private:
  Result<void> allocate(std::uint64_t used) {
    const Keep keep = job_.stage.keep();
    auto memory = finished_.memory().allocate_sparse(PairWork<R>::bytes_for(job_.pair, keep), used);
    if (!memory) return memory.error();
    work_ = std::make_shared<PairWork<R>>(job_.pair, keep, std::move(*memory));
    all_ = work_->all_levels();
    return {};
  }

  const BuildOptions& options_;
  const Job& job_;
  FinishedValues<R> finished_;
  std::shared_ptr<PairWork<R>> work_;
  PartOfLevels<R> all_;
};

// A chunk has few of the pair's blocks and looks up few others, so planes are read on demand. If
// any that were looked up turn out to be damaged, the chunk is solved again.
template <Rules R>
Result<std::optional<std::uint64_t>> solve_chunk(const BuildOptions& options, const Job& job,
                                                 const LevelChunk& chunk,
                                                 std::span<const LevelChunk> below,
                                                 const JobSolver::Progress& progress) {
  const auto needed = [&](const SlicePair& p) { return ValueJobs<R>::needed(options, p); };
  for (bool again = false;; again = true) {
    std::atomic<std::uint64_t> positions = 0;
    const JobSolver::Progress counted{.solved =
                                          [&](std::uint64_t n) {
                                            positions += n;
                                            return progress.solved(n);
                                          },
                                      .found = {}};
    ChunkedPair<R> pair{options, job, needed};
    const std::uint64_t beside = pair.solver_memory().bytes();
    const auto ready = again ? pair.prepare(beside) : pair.prepare_for(chunk, beside);
    if (!ready) return ready.error();
    for (const LevelChunk& lower : below)
      if (auto read = pair.read(lower); !read) return read.error();
    if (!pair.solve(chunk, counted)) return std::optional<std::uint64_t>{};
    if (pair.remove_damaged()) continue;
    if (auto written = pair.write(chunk); !written) return written.error();
    return std::optional{positions.load()};
  }
}

template <Rules R>
JobMemory memory_for_chunk(const BuildOptions& options, const SlicePair& pair, const Stage& stage,
                           double share, double looked_up) {
  const SolverMemory<R> solver{options, pair, stage.keep()};
  const auto blocks = whole_blocks(share * static_cast<double>(PairWork<R>::blocks_of(pair)));
  const auto needed = ValueJobs<R>::needed(options, pair);
  const std::uint64_t most = solver.most() +
                             ValueJobs<R>::bytes_touched(pair, stage.keep(), blocks) +
                             FinishedValues<R>::bytes_on_demand(needed, looked_up);
  // If less is needed to hold everything, no more is planned.
  return {std::min(most, ValueJobs<R>::memory_for(options, pair, stage).most), solver.least()};
}

/// Makes tables from chunks instead of solving: BuildOptions::join.
template <Rules R>
class JoinJobs : public JobSolver {
 public:
  explicit JoinJobs(const BuildOptions& options) : options_{options} {}

  static JobMemory memory_for(const SlicePair& pair, const Stage& stage) {
    const std::uint64_t least = PairWork<R>::bytes_to_list_blocks(pair);
    return {least + ValueJobs<R>::bytes_kept(pair, stage.keep()), least};
  }

  bool needs_files(const Job&) override { return true; }

  Result<std::optional<Solved>> solve(const Job& job, const Progress& progress) override {
    const auto chunks = all_chunks(job);
    if (!chunks) return chunks.error();
    pair_.emplace(options_, job, [](const SlicePair&) { return std::set<Material>{}; });
    if (auto ready = pair_->prepare(memory_for(job.pair, job.stage).least); !ready)
      return ready.error();
    for (const LevelChunk& chunk : *chunks) {
      const auto read = pair_->read(chunk);
      if (!read) return read.error();
      pair_->add_notes(read->notes);
      if (!progress.solved(read->positions)) return std::optional<Solved>{};
    }
    return std::optional{pair_->finish()};
  }

 private:
  Result<std::vector<LevelChunk>> all_chunks(const Job& job) const {
    const int levels = static_cast<int>(level_sizes(job.pair, R).size());
    auto cover = chunks_of_levels(options_, job, 0, levels - 1);
    if (!cover) return cover.error();
    if (auto all = expect_none_missing("chunk", cover->missing); !all) return all.error();
    return std::move(cover->chunks);
  }

  const BuildOptions& options_;
  std::optional<ChunkedPair<R>> pair_;  // the last pair
};

}  // namespace damiera
