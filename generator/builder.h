#pragma once

#include <tbb/parallel_for.h>

#include <chrono>
#include <mutex>
#include <optional>

#include "data/catalogue.h"
#include "data/slice_values.h"
#include "generator/pair_work.h"
#include "generator/progress_reporter.h"
#include "generator/write_slice.h"

namespace damiera {

/// Where a table that is not to be built again lies: in the folder written to, or in one that is
/// only read. Nothing if it lies nowhere.
std::optional<std::filesystem::path> find_table(const BuildOptions& options, const TableId& id);

/// The pairs that a build still has to solve, in order.
std::vector<SlicePair> pairs_to_build(const BuildOptions& options);

/// The number of threads to use.
int threads(const BuildOptions& options);

/// What the solver takes beside outcomes and values: a block for each thread.
template <Rules R>
std::uint64_t bytes_while_solving(const BuildOptions& options, const SlicePair& pair) {
  const auto blocks = static_cast<std::uint64_t>(pair.first.men() == 0 ? 1 : threads(options));
  return blocks * bytes_to_solve<R>(options.solver, pair.first);
}

/// Builds the tables of one game, pair by pair.
template <Rules R>
class Builder {
 public:
  Builder(const BuildOptions& options, ProgressReporter& progress)
      : options_{options},
        progress_{progress},
        solver_{block_solver<R>(options.solver)},
        memory_{options.memory, options.folder} {}

  Result<BuildReport> run(const std::vector<SlicePair>& pairs) {
    for (const SlicePair& pair : pairs) {
      if (auto built = build(pair); !built) return built.error();
      if (progress_.stopped()) break;
      progress_.pair_done();
    }
    return std::move(report_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> build(const SlicePair& pair) {
    progress_.begin(pair, "solving");
    const auto start = Clock::now();
    if (auto prepared = prepare(pair); !prepared) return prepared;
    auto memory = memory_.allocate(PairWork<R>::bytes_for(pair));
    if (!memory) return memory.error();
    const PairWork<R> work{pair, std::move(*memory)};
    work.solve(solver_, known_,
               [&](std::uint64_t positions) { return progress_.solved(positions); });
    if (progress_.stopped()) return {};
    const auto solved = Clock::now();
    report_.solve_seconds += std::chrono::duration<double>(solved - start).count();
    progress_.begin(pair, "writing");
    auto written = write(work);
    report_.write_seconds += std::chrono::duration<double>(Clock::now() - solved).count();
    return written;
  }

  // All files are complete before the first takes its name, so that hardly any moment is left in
  // which a kill loses finished work.
  Result<void> write(const PairWork<R>& work) {
    std::vector<TableWriter> writers;
    for (int s = 0; s < work.pair().slices(); ++s)
      for (Metric metric : {Metric::wdl, Metric::dtc}) {
        if (metric == Metric::dtc && !options_.dtc) continue;
        const TableId id{options_.variant, work.slice(s).material(), metric};
        const TableInfo info = summarise(id, work.outcomes(s));
        auto writer = write_aside(options_.folder, info, work.outcomes(s));
        if (!writer) return writer.error();
        writers.push_back(std::move(*writer));
        if (metric == Metric::wdl) report_.built.push_back(info);
      }
    for (TableWriter& writer : writers)
      if (auto finished = writer.finish(); !finished) return finished;
    report_.positions += work.positions();
    return {};
  }

  // Makes the values known that solving the pair looks up, makes room for its own, and forgets
  // other slices where memory is short.
  Result<void> prepare(const SlicePair& pair) {
    const auto needed = looked_up(pair);
    memory_.reserve(bytes_while_solving<R>(options_, pair));
    std::uint64_t bytes = PairWork<R>::bytes_for(pair);
    for (const Material& m : needed)
      if (!known_.has(m)) bytes += KnownValues<R>::bytes_for(m);
    for (const Material& m : std::set{pair.first, pair.second})
      bytes += KnownValues<R>::bytes_for(m);
    for (auto it = loaded_.begin(); it != loaded_.end() && !memory_.fits(bytes);) {
      if (needed.contains(*it)) {
        ++it;
      } else {
        known_.remove(*it);
        it = loaded_.erase(it);
      }
    }
    std::vector<Material> order{needed.begin(), needed.end()};
    std::ranges::sort(order, {}, &Material::total);  // captures look at fewer pieces
    for (const Material& m : order)
      if (!known_.has(m))
        if (auto loaded = load(m); !loaded) return loaded;
    for (const Material& m : std::set{pair.first, pair.second})
      if (auto added = add(m); !added) return added;
    return {};
  }

  Result<void> add(const Material& m) {
    auto memory = memory_.allocate(KnownValues<R>::bytes_for(m));
    if (!memory) return memory.error();
    known_.add(m, std::move(*memory));
    loaded_.insert(m);
    return {};
  }

  // Reads a finished slice back.
  Result<void> load(const Material& m) {
    const TableId id{options_.variant, m, Metric::wdl};
    const auto folder = find_table(options_, id);
    if (!folder) return Error{Error::Code::missing_table, name(id) + ": no such table"};
    const auto table = Table::open(*folder, id);
    if (!table) return table.error();
    if (auto added = add(m); !added) return added;
    auto& slice = known_.slice(m);
    if (auto read = decode(*table, slice); !read) return read;
    fill_captures(slice);
    return {};
  }

  static Result<void> decode(const Table& table, typename KnownValues<R>::Slice& slice) {
    std::mutex mutex;
    std::optional<Error> failed;
    tbb::parallel_for(std::uint64_t{0}, table.blocks(), [&](std::uint64_t n) {
      std::vector<Value> block(table.positions_in(n));
      if (auto read = table.read(n, block); !read) {
        const std::scoped_lock lock{mutex};
        failed = read.error();
        return;
      }
      const std::uint64_t size = slice.index->block_size();
      for_each_stored<R, Value>(table, *slice.index, n, block, [&](Index i, Value v) {
        const auto k = static_cast<std::uint64_t>(i);
        slice.planes.store(k / size, k % size, v);
      });
    });
    if (failed) return *failed;
    return {};
  }

  // Tables do not hold the values of positions with a capture.
  void fill_captures(typename KnownValues<R>::Slice& slice) const {
    const SliceIndex<R>& index = *slice.index;
    tbb::parallel_for(std::uint64_t{0}, index.blocks(), [&](std::uint64_t b) {
      const Men men = index.men(b);
      for (std::uint64_t p = 0; p < index.block_size(); ++p) {
        const auto kings = index.kings().unrank(p, SliceIndex<R>::free_squares(men));
        const Position pos{men.mine, kings.mine, men.theirs, kings.theirs};
        Value best = Value::loss;
        const bool captures = for_each_capture<R>(pos, [&](const CaptureLine& c) {
          best = std::max(best, -known_.value(after<R>(pos, c.move)));
        });
        if (captures) slice.planes.replace(b, p, best);
      }
    });
  }

  const BuildOptions& options_;
  ProgressReporter& progress_;
  BlockSolver<R> solver_;
  BuildReport report_{};
  Memory memory_;
  KnownValues<R> known_;
  std::set<Material> loaded_;
};

}  // namespace damiera
