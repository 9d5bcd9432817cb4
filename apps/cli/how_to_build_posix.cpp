#include <fmt/core.h>

#include "apps/cli/how_to_get.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/shell_word.h"
#include "generator/build.h"

namespace damiera {

namespace {

/// The command that builds it.
std::string build_command(const TableId& id, const Options& options) {
  std::string text =
      fmt::format("damiera build {} --pieces {}", name(id.variant), id.material.total());
  if (is_counted(id.metric)) text += fmt::format(" --count {}", id.count);
  if (id.metric == Metric::dtw) text += " --dtw";
  if (!options.tables.empty()) text += " --tables " + shell_word(options.tables.front().string());
  return text;
}

/// What building `missing` and all tables of as many or fewer pieces would take, in the folder that
/// `build` with these options writes to.
Result<BuildEstimate> estimated(const TableId& missing, const Options& options) {
  BuildOptions wanted{.variant = missing.variant,
                      .slices = {},
                      .count = missing.count,
                      .dtw = missing.metric == Metric::dtw,
                      .folder = options.folder(),
                      .also_read = {shipped_tables()}};
  for (int n = 2; n <= missing.material.total(); ++n)
    for (const Material& m : slices_of(n, rules_of(missing.variant))) wanted.slices.push_back(m);
  return estimate(wanted);
}

}  // namespace

std::string how_to_build(const TableId& missing, const Options& options) {
  const auto command = build_command(missing, options);
  const auto cost = estimated(missing, options);
  if (!cost) return fmt::format("`{}` builds them", command);
  return fmt::format("`{}` would take about {} and {}", command, about_time(cost->seconds),
                     about_bytes(cost->disk));
}

}  // namespace damiera
