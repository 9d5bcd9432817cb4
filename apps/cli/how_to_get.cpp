#include "apps/cli/how_to_get.h"

#include <fmt/core.h>

#include <set>

#include "data/folder/catalogue.h"

namespace damiera {

namespace {

/// The largest n such that all tables like `wanted` of 2 to n pieces exist, judged by their names;
/// 1 if there are none.
int pieces_there(const TableId& wanted, const Options& options) {
  auto folders = options.folders_to_read();
  folders.push_back(shipped_tables());
  std::set<Material> there;
  for (const auto& folder : folders)
    if (const auto tables = list_tables(folder, wanted.variant))
      for (const TableId& id : *tables)
        if (id.metric == wanted.metric && id.count == wanted.count) there.insert(id.material);
  int pieces = 1;
  while (std::ranges::all_of(slices_of(pieces + 1, rules_of(wanted.variant)),
                             [&](const auto& m) { return there.contains(m); }))
    ++pieces;
  return pieces;
}

/// The tables of this kind: "tables", or "tables of the distance to conversion".
std::string kind_of(const TableId& id) {
  switch (id.metric) {
    case Metric::wdl:
      return "tables";
    case Metric::dtc:
      return "tables of the distance to conversion";
    case Metric::dtw:
      return "tables of the distance to the end";
    case Metric::counted_wdl:
    case Metric::counted_dtc:
      return "tables under a count of " + in_number(id.count, "move");
  }
  return {};
}

}  // namespace

std::string how_to_get(const TableId& missing, const Options& options) {
  const int pieces = missing.material.total(), there = pieces_there(missing, options);
  std::string text = fmt::format("{} pieces: here are ", pieces);
  if (there < 2)
    text += fmt::format("no {}", kind_of(missing));
  else
    text +=
        fmt::format("{} of {}", kind_of(missing), there == 2 ? "2" : fmt::format("2 to {}", there));
  if (pieces > most_pieces)
    return text + fmt::format("; tables of more than {} cannot be built", most_pieces);
  return text + "; " + how_to_build(missing, options);
}

}  // namespace damiera
