// SPDX-License-Identifier: MIT
#pragma once

#include "generator/endings/ending_block_solver.h"
#include "generator/job_levels.h"
#include "generator/job_solver.h"
#include "generator/known_endings.h"
#include "generator/pair_work.h"
#include "generator/parallel.h"
#include "generator/plan/lookups.h"
#include "generator/write/for_each_value.h"

namespace damiera {

/// Solves for DTW. It reads the distances of every position that a conversion leads to, and no
/// values. Its results are compared with the WDL tables when they are written.
template <Rules R>
class DtwBuilder : public JobSolver, private FinishedSlices {
 public:
  explicit DtwBuilder(const BuildOptions& options)
      : options_{options},
        lookups_{value_at(options.variant), options.memory, options.scratch, R.kings_play()} {}

  static JobMemory memory_for(const BuildOptions& options, const SlicePair& pair) {
    const std::uint64_t least = bytes_while_solving(options, pair);
    std::uint64_t most = least + PairWork<R>::bytes_for(pair, Keep::distances);
    for (const Material& m : looked_up(pair, R.kings_play())) most += KnownEndings<R>::bytes_for(m);
    return {most, least};
  }

  bool needs_files(const Job& job) override {
    lookups_.memory().reserve(bytes_while_solving(options_, job.pair));
    return lookups_.bytes_missing(looked_up(job.pair, R.kings_play())) != 0 ||
           !lookups_.memory().fits(PairWork<R>::bytes_for(job.pair, Keep::distances));
  }

  Result<std::optional<Solved>> solve(const Job& job, const Progress& progress) override {
    const SlicePair& pair = job.pair;
    const std::uint64_t bytes = PairWork<R>::bytes_for(pair, Keep::distances);
    lookups_.memory().reserve(bytes_while_solving(options_, pair));
    if (auto made = lookups_.make_known(looked_up(pair, R.kings_play()), bytes, *this); !made)
      return made.error();
    auto memory = lookups_.memory().allocate(bytes);
    if (!memory) return memory.error();
    const auto work = std::make_shared<PairWork<R>>(pair, Keep::distances, std::move(*memory));
    SolvedLevels levels = levels_of(options_, job);
    work->keep_levels(levels, progress.found);
    if (!solve(work, progress)) return std::optional<Solved>{};
    Solved solved{.slices = {}, .outcomes = work};
    for (int s = 0; s < pair.slices(); ++s)
      solved.slices.push_back(
          {work->slice(s).material(), work->slice(s).size(), read_from(work->outcomes(s))});
    return std::optional{std::move(solved)};
  }

  /// Bytes that the solver takes in addition to the outcomes that are kept: the list of blocks, and
  /// a block for each thread.
  static std::uint64_t bytes_while_solving(const BuildOptions& options, const SlicePair& pair) {
    const auto blocks = static_cast<std::uint64_t>(pair.first.men() == 0 ? 1 : threads(options));
    return PairWork<R>::bytes_to_list_blocks(pair) +
           blocks * bytes_to_solve_endings<R>(options.solver, pair.first);
  }

 private:
  // Returns false if `progress` stopped it. What is solved stays known.
  bool solve(const std::shared_ptr<PairWork<R>>& work, const Progress& progress) {
    for (int s = 0; s < work->pair().slices(); ++s)
      lookups_.keep(work->slice(s).material(), work->outcomes(s), work);
    return work->for_each_block(
        ending_block_solver<R>(options_.solver, work->pair().first, lookups_.known()),
        progress.solved);
  }

  // Reads a finished slice back.
  Result<void> load(const Material& m) override {
    const auto wdl = open_table(options_, {options_.variant, m, Metric::wdl});
    if (!wdl) return wdl.error();
    const auto dtw = open_table(options_, {options_.variant, m, Metric::dtw});
    if (!dtw) return dtw.error();
    if (auto added = lookups_.add(m); !added) return added;
    const auto& slice = lookups_.known().slice(m);
    const auto store_value = [&](Index i, Value v) { slice.outcome(i) = outcome(v, 0); };
    if (auto read = for_each_value<R, Value>(*wdl, *slice.index, store_value); !read) return read;
    const auto store_plies = [&](Index i, std::uint16_t half) {
      add_plies(slice.outcome(i), half);
    };
    if (auto read = for_each_value<R, std::uint16_t>(*dtw, *slice.index, store_plies); !read)
      return read;
    fill_captures<R>(lookups_.known(), m);
    return {};
  }

  // The stored outcome of a capture is arbitrary, and may have too many plies for a distance.
  void add_plies(Outcome& o, int half) const {
    o = outcome(o.value(), std::min(half, (Outcome::max_plies - 1) / 2));
  }
  Outcome outcome(Value v, int half) const {
    if (v == Value::draw) return Outcome::draw();
    const int plies = plies_from_half(half, v, lookups_.known().at_end());
    return v == Value::win ? Outcome::win(plies) : Outcome::loss(plies);
  }

  const BuildOptions& options_;
  Lookups<KnownEndings<R>> lookups_;
};

}  // namespace damiera
