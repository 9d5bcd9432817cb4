// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "data/folder/catalogue.h"
#include "generator/known_endings.h"
#include "generator/pair_work.h"
#include "generator/parallel.h"
#include "generator/plain_solver.h"
#include "generator/plan/lookups.h"
#include "generator/plan/stage.h"
#include "generator/progress_reporter.h"
#include "generator/write/for_each_value.h"
#include "generator/write/write_slice.h"

namespace damiera {

/// Builds the DTW tables of one game, pair by pair in order, with the plain solver. It needs no
/// values, but the distances of everything that a conversion leads to; what it finds is held to the
/// WDL tables.
template <Rules R>
class DtwBuilder {
 public:
  DtwBuilder(const BuildOptions& options, Manifest& manifest, ProgressReporter& progress,
             BuildReport& report)
      : options_{options},
        manifest_{manifest},
        progress_{progress},
        report_{report},
        lookups_{options.memory, options.folder} {}

  /// Solves a pair and writes its tables; leaves it undone if progress says to stop.
  Result<void> build(const SlicePair& pair) {
    progress_.begin(pair, "solving DTW");
    const auto start = Clock::now();
    const auto load_slice = [this](const Material& m) { return load(m); };
    const std::uint64_t bytes = PairWork<R>::bytes_for(pair, Keep::distances);
    lookups_.memory().reserve(bytes_while_solving(options_, pair));
    if (auto made = lookups_.make_known(looked_up(pair, R.kings_play()), bytes, load_slice); !made)
      return made;
    auto memory = lookups_.memory().allocate(bytes);
    if (!memory) return memory.error();
    const PairWork<R> work{pair, Keep::distances, std::move(*memory)};
    solve(work);
    if (progress_.stopped()) return {};
    const auto solved = Clock::now();
    report_.solve_seconds += std::chrono::duration<double>(solved - start).count();
    progress_.begin(pair, "writing");
    auto written = write(work);
    report_.wait_seconds += std::chrono::duration<double>(Clock::now() - solved).count();
    if (written) progress_.pair_done();
    return written;
  }

  /// Requires that no pair follows.
  Result<void> finish() {
    report_.encode_seconds += 1e-9 * static_cast<double>(encoding_.load());
    return {};
  }

  /// Bytes that the solver takes beside what is kept of outcomes: the list of blocks, and a block
  /// for each thread.
  static std::uint64_t bytes_while_solving(const BuildOptions& options, const SlicePair& pair) {
    const auto blocks = static_cast<std::uint64_t>(pair.first.men() == 0 ? 1 : threads(options));
    return PairWork<R>::bytes_to_list_blocks(pair) +
           blocks * bytes_to_solve<R>(Solver::plain, pair.first);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void solve(const PairWork<R>& work) {
    KnownEndings<R>& known = lookups_.known();
    for (int s = 0; s < work.pair().slices(); ++s)
      known.add(work.slice(s).material(), work.outcomes(s));
    const auto ending = [&](const Position& next) { return known(next); };
    work.for_each_block(
        [&](const BlockPair<R>& block) {
          PlainSolver<R, decltype(ending)>{block, ending, Outcome::max_plies}.solve();
        },
        [&](std::uint64_t positions) { return progress_.solved(positions); });
    for (int s = 0; s < work.pair().slices(); ++s) known.remove(work.slice(s).material());
  }

  Result<void> write(const PairWork<R>& work) {
    std::vector<TableWriter> writers;
    for (int s = 0; s < work.pair().slices(); ++s) {
      const TableId id{options_.variant, work.slice(s).material(), Metric::dtw};
      const ReadOutcomes read = read_from(work.outcomes(s));
      const TableInfo info = summarise(id, work.slice(s).size(), read);
      if (auto agreed = expect_values(info); !agreed) return agreed;
      report_.dtw.push_back(info);
      if (has_table(options_.folder, id)) continue;
      auto writer = write_aside(options_.folder, info, read, encoding_);
      if (!writer) return writer.error();
      writers.push_back(std::move(*writer));
    }
    if (auto finished = finish_all(writers, manifest_); !finished) return finished;
    report_.positions += work.positions();
    return {};
  }

  // The WDL table came from another solver. It would also differ if a distance were too long.
  Result<void> expect_values(const TableInfo& info) const {
    const TableId id{options_.variant, info.id.material, Metric::wdl};
    const auto wdl = open_table(options_, id);
    if (!wdl) return wdl.error();
    const auto counts = [](const TableInfo& i) {
      return std::to_string(i.wins) + " wins, " + std::to_string(i.draws) + " draws, " +
             std::to_string(i.losses) + " losses";
    };
    if (counts(info) == counts(wdl->info())) return {};
    return Error{Error::Code::corrupt, wdl->path().string() + ": found " + counts(wdl->info()) +
                                           ", expected " + counts(info) + " as solving for " +
                                           name(info.id) + " found"};
  }

  // Reads a finished slice back.
  Result<void> load(const Material& m) {
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
    fill_captures(slice);
    return {};
  }

  // What stands for a capture is arbitrary, and may be too long to be a distance.
  static void add_plies(Outcome& o, int half) {
    o = outcome(o.value(), std::min(half, (Outcome::max_plies - 1) / 2));
  }
  static Outcome outcome(Value v, int half) {
    if (v == Value::draw) return Outcome::draw();
    const int plies = plies_from_half<R>(half, v);
    return v == Value::win ? Outcome::win(plies) : Outcome::loss(plies);
  }

  // Tables do not hold the endings of positions with a capture.
  void fill_captures(const typename KnownEndings<R>::Slice& slice) {
    const KnownEndings<R>& known = lookups_.known();
    for_each_part(slice.outcomes.size(), 4096, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const Position pos = slice.index->position(Index{i});
        Ending best;
        const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
          best = std::max(best, known(after<R>(pos, c.move)).before());
        });
        if (captures) slice.outcomes[i] = Outcome::capture(best.value, best.plies);
      }
    });
  }

  const BuildOptions& options_;
  Manifest& manifest_;
  ProgressReporter& progress_;
  BuildReport& report_;
  Lookups<KnownEndings<R>> lookups_;
  std::atomic<std::uint64_t> encoding_ = 0;  // processor time in nanoseconds
};

}  // namespace damiera
