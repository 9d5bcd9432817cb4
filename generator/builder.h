// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_group.h>

#include <chrono>

#include "data/folder/catalogue.h"
#include "generator/pair_work.h"
#include "generator/plan/lookups.h"
#include "generator/plan/stage.h"
#include "generator/progress_reporter.h"
#include "generator/write/fill_captures.h"
#include "generator/write/for_each_value.h"
#include "generator/write/write_slice.h"

namespace damiera {

/// What the solver takes beside what is kept of outcomes and values: the list of blocks, and a
/// block for each thread.
template <Rules R>
std::uint64_t bytes_while_solving(const BuildOptions& options, const SlicePair& pair, Keep keep) {
  const auto blocks = static_cast<std::uint64_t>(pair.first.men() == 0 ? 1 : threads(options));
  return PairWork<R>::bytes_to_list_blocks(pair) +
         blocks * (bytes_to_solve<R>(options.solver, pair.first) +
                   PairWork<R>::bytes_to_solve_block(pair, keep));
}

/// Builds tables of one game pair by pair, in order: WDL and DTC, or those of a draw count. Under a
/// count the same solver works with the values under the count, and stops when it is complete.
/// While a pair is solved, the tables of the one before are written.
template <Rules R>
class Builder {
 public:
  Builder(const BuildOptions& options, const Stage& stage, Manifest& manifest,
          ProgressReporter& progress, BuildReport& report)
      : options_{options},
        stage_{stage},
        manifest_{manifest},
        progress_{progress},
        report_{report},
        solver_{block_solver<R>(options.solver,
                                stage.count == 0 ? Outcome::max_plies : 2 * stage.count)},
        lookups_{options.memory, options.folder} {}
  ~Builder() {
    try {
      tasks_.wait();
    } catch (...) {  // an error is on its way already
    }
  }

  /// Solves a pair, and begins to write its tables; leaves it undone if progress says to stop.
  Result<void> build(const SlicePair& pair) {
    progress_.begin(pair, stage_.count == 0 ? "solving" : "solving under the count");
    if (stage_.count != 0) {
      if (auto written = finish_writing(); !written) return written;  // these are looked at
      const auto same = is_as_without_count(pair);
      if (!same) return same.error();
      if (*same) return write_without_blocks(pair);
    }
    if (auto prepared = prepare(pair); !prepared) return prepared;
    auto memory = lookups_.memory().allocate(PairWork<R>::bytes_for(pair, stage_.keep()));
    if (!memory) return memory.error();
    auto work = std::make_unique<PairWork<R>>(pair, stage_.keep(), std::move(*memory));
    const auto start = Clock::now();
    work->solve(solver_, lookups_.known(),
                [&](std::uint64_t positions) { return progress_.solved(positions); });
    report_.solve_seconds += std::chrono::duration<double>(Clock::now() - start).count();
    if (progress_.stopped()) return {};
    work->forget_blocks();
    if (auto written = finish_writing(); !written) return written;
    work_ = std::move(work);
    tasks_.run([this] { written_ = write(*work_); });
    return {};
  }

  /// Waits until all tables are written.
  Result<void> finish() {
    if (work_) progress_.begin(work_->pair(), "writing");
    auto written = finish_writing();
    report_.encode_seconds += 1e-9 * static_cast<double>(encoding_.load());
    return written;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Known = KnownValues<R>;

  // Waits for the tables of the pair solved last.
  Result<void> finish_writing() {
    if (!work_) return {};
    const auto start = Clock::now();
    tasks_.wait();
    report_.wait_seconds += std::chrono::duration<double>(Clock::now() - start).count();
    work_.reset();
    if (written_) progress_.pair_done();
    return written_;
  }

  Result<void> write(const PairWork<R>& work) {
    std::vector<TableWriter> writers;
    for (int s = 0; s < work.pair().slices(); ++s) {
      const ReadOutcomes read = [&work, s, this](std::uint64_t first, std::span<Outcome> out) {
        work.read(s, first, out, lookups_.known());
      };
      TableInfo info = summarise({}, work.slice(s).size(), read);
      if (stage_.keep() == Keep::values) {
        info.longest_plies = work.longest(s).plies;
        info.longest = Index{work.longest(s).index};
      }
      for (const Metric metric : stage_.metrics) {
        info.id = table(work.slice(s).material(), metric);
        report(info);
        if (has_table(options_.folder, info.id)) continue;
        auto writer = write_aside(work, s, info, read);
        if (!writer) return writer.error();
        writers.push_back(std::move(*writer));
      }
    }
    return finish(writers, work.positions());
  }

  Result<void> finish(std::vector<TableWriter>& writers, std::uint64_t positions) {
    if (auto finished = finish_all(writers, manifest_); !finished) return finished;
    report_.positions += positions;
    return {};
  }

  void report(const TableInfo& info) {
    if (info.id.metric == Metric::wdl) report_.built.push_back(info);
    if (info.id.metric == Metric::counted_wdl) report_.counted.push_back(info);
  }

  // A table of a count needs no blocks if they would say what those of the table without one do.
  Result<TableWriter> write_aside(const PairWork<R>& work, int s, const TableInfo& info,
                                  const ReadOutcomes& read) {
    if (is_counted(info.id.metric)) {
      const auto other = open_table(options_, without_count(info.id));
      if (!other) return other.error();
      const auto same = holds_values(info.id.metric)
                            ? holds<Value>(*other, work.slice(s), work.outcomes(s))
                            : holds<std::uint16_t>(*other, work.slice(s), work.outcomes(s));
      if (!same) return same.error();
      if (*same) return TableWriter::create_without_blocks(options_.folder, info);
    }
    return damiera::write_aside(options_.folder, info, read, encoding_);
  }

  // Whether a table stores what these outcomes say, wherever a probe would look.
  template <class T>
  static Result<bool> holds(const Table& other, const SliceIndex<R>& slice,
                            std::span<const Outcome> outcomes) {
    std::atomic<bool> same = true;
    const auto compare = [&](Index i, T stored) {
      const Outcome o = outcomes[static_cast<std::uint64_t>(i)];
      if (!o.is_capture() && !is_told(stored, o)) same.store(false, std::memory_order_relaxed);
    };
    if (auto read = for_each_value<R, T>(other, slice, compare); !read) return read.error();
    return same.load();
  }
  static bool is_told(Value stored, Outcome o) { return stored == o.value(); }
  static bool is_told(std::uint16_t plies, Outcome o) {
    return o.value() == Value::draw || plies == o.plies();
  }

  // Whether the count changes nothing, as can be told without solving: all distances are within
  // it, and nothing that a conversion leads to is worth less under it. What is won under a count
  // is won without it, so equal numbers of wins and of losses are equal sets.
  Result<bool> is_as_without_count(const SlicePair& pair) const {
    for (const Material& m : {pair.first, pair.second}) {
      const auto dtc = open_table(options_, {options_.variant, m, Metric::dtc});
      if (!dtc) return dtc.error();
      if (dtc->info().longest_plies > 2 * stage_.count) return false;
    }
    for (const Material& m : looked_up(pair, R.kings_play())) {
      const auto counted = open_table(options_, table(m, Metric::counted_wdl));
      if (!counted) return counted.error();
      const auto wdl = open_table(options_, {options_.variant, m, Metric::wdl});
      if (!wdl) return wdl.error();
      const TableInfo &a = counted->info(), &b = wdl->info();
      if (a.wins != b.wins || a.losses != b.losses) return false;
    }
    return true;
  }

  Result<void> write_without_blocks(const SlicePair& pair) {
    std::vector<TableWriter> writers;
    std::uint64_t positions = 0;
    for (const Material& m : std::set{pair.first, pair.second}) {
      const auto wdl = open_table(options_, {options_.variant, m, Metric::wdl});
      if (!wdl) return wdl.error();
      for (const Metric metric : stage_.metrics) {
        TableInfo info = wdl->info();
        info.id = table(m, metric);
        report(info);
        if (has_table(options_.folder, info.id)) continue;
        auto writer = TableWriter::create_without_blocks(options_.folder, info);
        if (!writer) return writer.error();
        writers.push_back(std::move(*writer));
      }
      positions += wdl->info().positions;
    }
    progress_.solved(positions);
    auto finished = finish(writers, positions);
    if (finished) progress_.pair_done();
    return finished;
  }

  // Makes the values known that solving the pair looks up, and room for its own.
  Result<void> prepare(const SlicePair& pair) {
    lookups_.memory().reserve(bytes_while_solving<R>(options_, pair, stage_.keep()));
    const std::set own{pair.first, pair.second};
    const std::set<Material> needed = looked_up(pair, R.kings_play());
    std::uint64_t bytes = PairWork<R>::bytes_for(pair, stage_.keep());
    for (const Material& m : own) bytes += Known::bytes_for(m);
    // Slices that are being written are neither forgotten nor read.
    if (const std::uint64_t missing = lookups_.bytes_missing(needed);
        missing != 0 || !lookups_.memory().fits(bytes))
      if (auto written = finish_writing(); !written) return written;
    const auto load_slice = [this](const Material& m) { return load(m); };
    if (auto made = lookups_.make_known(needed, bytes, load_slice); !made) return made;
    for (const Material& m : own)
      if (auto added = lookups_.add(m); !added) return added;
    return {};
  }

  // Reads a finished slice back.
  Result<void> load(const Material& m) {
    const Metric metric = stage_.count == 0 ? Metric::wdl : Metric::counted_wdl;
    auto table = open_table(options_, this->table(m, metric));
    if (table && is_counted(metric) && table->is_as_without_count())
      table = open_table(options_, {options_.variant, m, Metric::wdl});
    if (!table) return table.error();
    if (auto added = lookups_.add(m); !added) return added;
    auto& slice = lookups_.known().slice(m);
    const std::uint64_t size = slice.index->block_size();
    const auto store = [&](Index i, Value v) {
      const auto k = static_cast<std::uint64_t>(i);
      slice.planes.store(k / size, k % size, v);
    };
    if (auto read = for_each_value<R, Value>(*table, *slice.index, store); !read) return read;
    CaptureFiller<R>{lookups_.known(), slice}.fill();
    return {};
  }

  TableId table(const Material& m, Metric metric) const {
    return stage_.table(options_.variant, m, metric);
  }
  static TableId without_count(TableId id) {
    id.metric = holds_values(id.metric) ? Metric::wdl : Metric::dtc;
    id.count = 0;
    return id;
  }

  const BuildOptions& options_;
  const Stage& stage_;
  Manifest& manifest_;
  ProgressReporter& progress_;
  BuildReport& report_;
  BlockSolver<R> solver_;
  Lookups<Known> lookups_;
  std::atomic<std::uint64_t> encoding_ = 0;  // processor time in nanoseconds
  std::unique_ptr<PairWork<R>> work_;        // being written
  Result<void> written_;                     // how that ended
  tbb::task_group tasks_;
};

}  // namespace damiera
