#include "generator/build.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "generator/builder.h"

namespace damiera {

namespace {

std::set<SlicePair> wanted_pairs(const BuildOptions& options) {
  std::set<SlicePair> pairs;
  for (const Material& m : options.slices) pairs.insert(pair_of(m));
  return pairs;
}

// What a position costs, rounded up from builds of all slices to 5 pieces on 8x8 (to 4 with flying
// kings): seconds on one core, bytes on disk. English slices of 6 pieces cost no more.
struct Rates {
  double seconds, wdl_bytes, dtc_bytes;
};

constexpr Rates measured_rates(const Rules& rules) {
  if (!rules.flying_kings) return {100e-9, 0.02, 0.06};
  return {300e-9, 0.04, 0.05};
}

}  // namespace

int threads(const BuildOptions& options) {
  return options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
}

std::optional<std::filesystem::path> find_table(const BuildOptions& options, const TableId& id) {
  if (has_table(options.folder, id)) return options.folder;
  const auto found = std::ranges::find_if(
      options.also_read, [&](const auto& folder) { return has_table(folder, id); });
  if (found == options.also_read.end()) return std::nullopt;
  return *found;
}

std::vector<SlicePair> pairs_to_build(const BuildOptions& options) {
  const auto wanted = wanted_pairs(options);
  auto pairs = plan(wanted);
  const auto finished = [&](const SlicePair& pair) {
    const auto has = [&](const Material& m, Metric metric) {
      const TableId id{options.variant, m, metric};
      return wanted.contains(pair) ? has_table(options.folder, id)
                                   : find_table(options, id).has_value();
    };
    return std::ranges::all_of(std::array{pair.first, pair.second}, [&](const Material& m) {
      return has(m, Metric::wdl) && (!options.dtc || has(m, Metric::dtc));
    });
  };
  std::erase_if(pairs, finished);
  return pairs;
}

Result<BuildReport> build(const BuildOptions& options,
                          const std::function<bool(const BuildProgress&)>& progress) {
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads(options))};
  tbb::task_arena arena{threads(options)};
  return arena.execute([&] {
    return with_rules(options.variant, [&]<Rules R>() -> Result<BuildReport> {
      std::error_code failed;
      std::filesystem::create_directories(options.folder, failed);
      if (failed) return Error{Error::Code::io, options.folder.string() + ": " + failed.message()};
      if (auto removed = remove_leftovers(options.folder, options.variant); !removed)
        return removed.error();
      const auto pairs = pairs_to_build(options);
      std::uint64_t positions = 0;
      for (const SlicePair& pair : pairs)
        positions += PairWork<R>::bytes_for(pair) / sizeof(Outcome);
      ProgressReporter reporter{progress, positions, static_cast<int>(pairs.size())};
      auto report = Builder<R>{options, reporter}.run(pairs);
      if (report)
        report->pairs_found = static_cast<int>(plan(wanted_pairs(options)).size() - pairs.size());
      return report;
    });
  });
}

Result<BuildEstimate> estimate(const BuildOptions& options) {
  return with_rules(options.variant, [&]<Rules R>() -> Result<BuildEstimate> {
    const auto pairs = pairs_to_build(options);
    BuildEstimate e{static_cast<int>(pairs.size()), 0, 0, 0, 0};
    for (const SlicePair& pair : pairs) {
      std::uint64_t memory = PairWork<R>::bytes_for(pair);
      e.positions += memory / sizeof(Outcome);
      memory += bytes_while_solving<R>(options, pair);
      auto slices = looked_up(pair);
      slices.insert({pair.first, pair.second});
      for (const Material& m : slices) memory += KnownValues<R>::bytes_for(m);
      e.memory = std::max(e.memory, memory);
    }
    const Rates rates = measured_rates(R);
    const auto positions = static_cast<double>(e.positions);
    e.disk = static_cast<std::uint64_t>(positions *
                                        (rates.wdl_bytes + (options.dtc ? rates.dtc_bytes : 0)));
    e.seconds = positions * rates.seconds / threads(options);
    return e;
  });
}

}  // namespace damiera
