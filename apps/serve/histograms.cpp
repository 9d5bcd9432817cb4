#include "apps/serve/histograms.h"

#include "answers/find/histogram.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

// Slices that are small enough for a histogram need less.
constexpr std::uint64_t memory = std::uint64_t{64} << 20;

Result<Json> counted(const Tablebase& tables, const Material& material) {
  const auto slices = game_slices(tables, memory);
  for (const Metric metric : {Metric::dtc, Metric::dtw}) {
    const auto made = histogram(tables, *slices, material, {.metric = metric},
                                [&](std::uint64_t) { return !tables.is_over(); });
    if (tables.is_over()) return given_up();  // only some positions were counted
    if (!made && made.error().code == Error::Code::missing_table) continue;
    if (!made) return made.error();
    Json json{{"metric", name(metric)}};
    json.update(to_json(*made));
    return json;
  }
  return Json(nullptr);
}

}  // namespace

Result<Json> Histograms::of(const Tablebase& tables, const Material& material, Time deadline) {
  if (count_positions(material, rules_of(tables.variant())) > most_positions) return Json(nullptr);
  const std::unique_lock lock{counting_, deadline};
  if (!lock) return given_up();
  const std::pair key{tables.variant(), material};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  auto json = counted(tables, material);
  if (json) known_.emplace(key, *json);
  return json;
}

}  // namespace damiera
