#include "generator/build.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "generator/builder.h"
#include "generator/disk_space.h"
#include "generator/dtw_builder.h"

namespace damiera {

namespace {

// What a position costs, rounded up from builds of all slices to 5 pieces on 8x8 (to 4 with flying
// kings): seconds on one core, bytes on disk. English slices of 6 pieces cost no more. DTW was
// measured with up to 4 pieces.
struct Rates {
  double seconds, wdl_bytes, dtc_bytes, dtw_seconds, dtw_bytes;
};

constexpr Rates measured_rates(const Rules& rules) {
  if (!rules.flying_kings) return {100e-9, 0.02, 0.06, 1000e-9, 0.2};
  return {300e-9, 0.04, 0.05, 1500e-9, 0.12};
}

template <Rules R>
std::uint64_t bytes_for_values(const SlicePair& pair, Keep keep) {
  std::uint64_t bytes = PairWork<R>::bytes_for(pair, keep);
  auto slices = looked_up(pair, R.kings_play());
  slices.insert({pair.first, pair.second});
  for (const Material& m : slices) bytes += KnownValues<R>::bytes_for(m);
  return bytes;
}

template <Rules R>
std::uint64_t bytes_for_dtw(const SlicePair& pair) {
  std::uint64_t bytes = PairWork<R>::bytes_for(pair, Keep::distances);
  for (const Material& m : looked_up(pair, R.kings_play())) bytes += KnownEndings<R>::bytes_for(m);
  return bytes;
}

template <class PairBuilder>
Result<void> build_pairs(PairBuilder builder, const std::vector<SlicePair>& pairs,
                         ProgressReporter& progress) {
  for (const SlicePair& pair : pairs) {
    if (auto built = builder.build(pair); !built) return built;
    if (progress.stopped()) break;
  }
  return builder.finish();
}

// Games that are played alike share the tables of one of them.
BuildOptions with_owner(BuildOptions options) {
  options.variant = tables_of(options.variant);
  return options;
}

// A slice in which the game is over has no tables.
Result<void> check_slices(const BuildOptions& options) {
  for (const Material& m : options.slices)
    if (m.kings() > 0 && !rules_of(options.variant).kings_play())
      return Error{Error::Code::bad_notation,
                   "slice '" + name(m) + "': expected men only; in the " +
                       std::string{name(options.variant)} + " game a king ends the game"};
  return {};
}

// Whether all pairs that the tables depend on can be numbered.
template <Rules R>
Result<void> check_sizes(const BuildOptions& options) {
  for (const Stage& stage : stages(options))
    for (const SlicePair& pair : pairs_to_build(options, stage))
      if (auto numbered = PairWork<R>::check_blocks(pair); !numbered) return numbered;
  return {};
}

// What lies there under the name of a table must be that table before it counts as finished.
Result<void> check_found(const BuildOptions& options) {
  for (const Stage& stage : stages(options))
    for (const SlicePair& pair : planned_pairs(options))
      for (const Material& m : std::set{pair.first, pair.second})
        for (const Metric metric : stage.metrics) {
          const TableId id = stage.table(options.variant, m, metric);
          if (!has_table(options.folder, id)) continue;
          if (auto table = Table::open(options.folder, id); !table) return table.error();
        }
  return {};
}

template <Rules R>
std::uint64_t positions_of(const std::vector<SlicePair>& pairs) {
  std::uint64_t positions = 0;
  for (const SlicePair& pair : pairs) positions += PairWork<R>::positions_of(pair);
  return positions;
}

// Whether the disk has room for the tables, and for what memory has none for.
Result<void> check_space(const BuildOptions& options, const BuildEstimate& needed) {
  std::uint64_t bytes = needed.disk;
  if (options.memory != 0 && needed.memory > options.memory)
    bytes += needed.memory - options.memory;
  std::error_code failed;
  const auto space = std::filesystem::space(options.folder, failed);
  if (failed || !options.check_space) return {};
  return expect_space(options.folder, bytes, space.available);
}

template <Rules R>
Result<BuildReport> build_stages(const BuildOptions& options, Manifest& manifest,
                                 const std::function<bool(const BuildProgress&)>& progress) {
  BuildReport report{};
  const auto all = stages(options);
  const auto planned = planned_pairs(options);
  std::vector<std::vector<SlicePair>> pairs;
  std::uint64_t positions = 0;
  int count = 0;
  for (const Stage& stage : all) {
    pairs.push_back(pairs_to_build(options, stage));
    positions += positions_of<R>(pairs.back());
    count += static_cast<int>(pairs.back().size());
  }
  report.pairs_found = static_cast<int>(all.size() * planned.size()) - count;
  ProgressReporter reporter{progress, positions, count,
                            all.size() * positions_of<R>(planned) - positions, report.pairs_found};
  for (std::size_t i = 0; i < all.size() && !reporter.stopped(); ++i) {
    const bool ends = all[i].metrics.front() == Metric::dtw;
    auto built =
        ends ? build_pairs(DtwBuilder<R>{options, manifest, reporter, report}, pairs[i], reporter)
             : build_pairs(Builder<R>{options, all[i], manifest, reporter, report}, pairs[i],
                           reporter);
    if (!built) return built.error();
  }
  return report;
}

// Adds what a stage needs; the peak of memory is that of the stage that takes most.
template <Rules R>
void add_estimate(const BuildOptions& options, const Stage& stage, BuildEstimate& e) {
  const bool ends = stage.metrics.front() == Metric::dtw;
  std::uint64_t positions = 0, files = 0;
  for (const SlicePair& pair : pairs_to_build(options, stage)) {
    ++e.pairs;
    files += stage.metrics.size() * static_cast<std::uint64_t>(pair.slices());
    positions += PairWork<R>::positions_of(pair);
    const std::uint64_t solving = ends ? DtwBuilder<R>::bytes_while_solving(options, pair)
                                       : bytes_while_solving<R>(options, pair, stage.keep());
    e.least_memory = std::max(e.least_memory, solving);
    e.memory = std::max(e.memory, solving + (ends ? bytes_for_dtw<R>(pair)
                                                  : bytes_for_values<R>(pair, stage.keep())));
  }
  e.positions += positions;
  const Rates rates = measured_rates(R);
  const auto n = static_cast<double>(positions);
  e.disk += files * 4096;  // headers, directories, and what file systems round up to
  for (const Metric metric : stage.metrics)
    e.disk += static_cast<std::uint64_t>(n * (holds_values(metric) ? rates.wdl_bytes
                                              : ends               ? rates.dtw_bytes
                                                                   : rates.dtc_bytes));
  e.seconds += n * (ends ? rates.dtw_seconds : rates.seconds) / threads(options);
}

}  // namespace

Result<BuildReport> build(const BuildOptions& asked,
                          const std::function<bool(const BuildProgress&)>& progress) {
  assert(asked.dtc || asked.count == 0);
  if (auto playable = check_slices(asked); !playable) return playable.error();
  const BuildOptions options = with_owner(asked);
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads(options))};
  tbb::task_arena arena{threads(options)};
  return arena.execute([&] {
    return with_rules(options.variant, [&]<Rules R>() -> Result<BuildReport> {
      const auto lock = FolderLock::take(options.folder, options.variant, options.who);
      if (!lock) return lock.error();
      if (auto removed = remove_leftovers(options.folder, options.variant); !removed)
        return removed.error();
      if (auto found = check_found(options); !found) return found.error();
      const auto needed = estimate(options);
      if (!needed) return needed.error();
      if (auto room = check_space(options, *needed); !room) return room.error();
      auto manifest = Manifest::open(options.folder, options.variant);
      if (!manifest) return manifest.error();
      return build_stages<R>(options, *manifest, progress);
    });
  });
}

Result<BuildEstimate> estimate(const BuildOptions& asked) {
  if (auto playable = check_slices(asked); !playable) return playable.error();
  const BuildOptions options = with_owner(asked);
  return with_rules(options.variant, [&]<Rules R>() -> Result<BuildEstimate> {
    if (auto numbered = check_sizes<R>(options); !numbered) return numbered.error();
    BuildEstimate e{0, 0, 0, 0, 0, 0};
    for (const Stage& stage : stages(options)) add_estimate<R>(options, stage, e);
    return e;
  });
}

}  // namespace damiera
