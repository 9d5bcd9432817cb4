#include "generator/plan/stage.h"

#include <tbb/task_arena.h>

#include <algorithm>

#include "data/folder/catalogue.h"

namespace damiera {

std::vector<Stage> stages(const BuildOptions& options) {
  std::vector<Stage> found{{{Metric::wdl}}};
  if (options.dtc) found.front().metrics.push_back(Metric::dtc);
  if (options.count != 0)
    found.push_back({{Metric::counted_wdl, Metric::counted_dtc}, options.count});
  if (options.dtw) found.push_back({{Metric::dtw}});
  return found;
}

std::optional<std::filesystem::path> find_table(const BuildOptions& options, const TableId& id) {
  if (has_table(options.folder, id)) return options.folder;
  // A table without stored values is of no use as an input, but a build may make one.
  const auto found = std::ranges::find_if(options.also_read, [&](const auto& folder) {
    return has_table(folder, id) && coding_of(folder, id) != Coding::searched;
  });
  if (found == options.also_read.end()) return std::nullopt;
  return *found;
}

Result<Table> open_table(const BuildOptions& options, const TableId& id) {
  const auto folder = find_table(options, id);
  if (!folder) return Error{Error::Code::missing_table, name(id) + ": no such table"};
  return Table::open(*folder, id);
}

std::set<SlicePair> wanted_pairs(const BuildOptions& options) {
  std::set<SlicePair> pairs;
  for (const Material& m : options.slices) pairs.insert(pair_of(m));
  return pairs;
}

std::vector<SlicePair> planned_pairs(const BuildOptions& options) {
  const auto wanted = wanted_pairs(options);
  auto pairs = plan(wanted, rules_of(options.variant).kings_play());
  if (options.only)
    std::erase_if(pairs, [&](const SlicePair& pair) { return !wanted.contains(pair); });
  return pairs;
}

std::vector<SlicePair> pairs_to_build(const BuildOptions& options, const Stage& stage) {
  const auto wanted = wanted_pairs(options);
  auto pairs = planned_pairs(options);
  const auto finished = [&](const SlicePair& pair) {
    const auto has = [&](const TableId& id) {
      if (options.unsound.contains(id)) return false;
      return wanted.contains(pair) ? has_table(options.folder, id)
                                   : find_table(options, id).has_value();
    };
    return std::ranges::all_of(std::array{pair.first, pair.second}, [&](const Material& m) {
      return std::ranges::all_of(stage.metrics, [&](Metric metric) {
        return has(stage.table(options.variant, m, metric));
      });
    });
  };
  std::erase_if(pairs, finished);
  return pairs;
}

int threads(const BuildOptions& options) {
  return options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
}

}  // namespace damiera
