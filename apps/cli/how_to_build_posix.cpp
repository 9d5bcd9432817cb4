#include <fmt/core.h>

#include "apps/cli/build_cost.h"
#include "apps/cli/how_to_get.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/shell_word.h"

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

}  // namespace

std::string how_to_build(const TableId& missing, const Options& options) {
  const auto command = build_command(missing, options);
  const auto cost = build_cost(missing, options);
  if (!cost) return fmt::format("`{}` builds them", command);
  return fmt::format("`{}` would take about {} and {}", command, about_time(cost->seconds),
                     about_bytes(cost->disk));
}

}  // namespace damiera
