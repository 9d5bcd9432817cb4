#include "answers/folder_stats.h"

#include "data/file/table.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

/// Adds what a WDL or DTC table says to the row of its slice.
Result<void> add_table(const Tablebase& tables, const TableId& id, SliceStats& slice) {
  const auto table = tables.open_table(id);
  if (!table) return table.error();
  (id.metric == Metric::wdl ? slice.wdl_bytes : slice.dtc_bytes) += table->bytes();
  if (slice.totals.positions > 0) return {};  // the other metric's header says the same
  slice.totals.add(table->info());
  slice.longest = longest_of(table->info(), tables.variant());
  return {};
}

Result<void> add(const Tablebase& tables, const TableId& id, FolderStats& stats) {
  if (id.metric == Metric::wdl || id.metric == Metric::dtc)
    return add_table(tables, id, stats.slices[id.material]);
  if (id.metric == Metric::dtw) {
    const auto table = tables.open_table(id);
    if (!table) return table.error();
    stats.dtw.push_back({table->info(), table->bytes()});
  }
  if (id.metric == Metric::counted_wdl) {
    const auto slice = counted_slice(tables, id);
    if (!slice) return slice.error();
    stats.counted.push_back(*slice);
  }
  return {};
}

void add_members(Json& row, const SliceStats& stats) {
  const auto density_of = [&](std::uint64_t bytes) {
    return bytes == 0 ? Json{} : Json(density(stats.totals.positions, bytes));
  };
  row.update(to_json(stats.totals));
  add_longest(row, stats.longest);
  row["wdl_bytes"] = stats.wdl_bytes;
  row["wdl_positions_per_byte"] = density_of(stats.wdl_bytes);
  row["dtc_bytes"] = stats.dtc_bytes;
  row["dtc_positions_per_byte"] = density_of(stats.dtc_bytes);
}

Json to_json(const DtwStats& dtw, Variant game) {
  Json row{{"slice", name(dtw.info.id.material)},
           {"positions", dtw.info.positions},
           {"bytes", dtw.bytes},
           {"positions_per_byte", density(dtw.info.positions, dtw.bytes)}};
  add_longest(row, longest_of(dtw.info, game), "longest_dtw");
  return row;
}

}  // namespace

void SliceStats::add(const SliceStats& other) {
  totals.add(other.totals);
  if (other.longest.plies > longest.plies) longest = other.longest;
  wdl_bytes += other.wdl_bytes;
  dtc_bytes += other.dtc_bytes;
}

double density(std::uint64_t positions, std::uint64_t bytes) {
  return bytes == 0 ? 0 : static_cast<double>(positions) / static_cast<double>(bytes);
}

FolderStats folder_stats(const Tablebase& tables) {
  FolderStats stats;
  for (const TableId& id : tables.tables())
    if (const auto added = add(tables, id, stats); !added)
      stats.errors.push_back(added.error());
    else if (is_counted(id.metric))
      stats.counts.insert(id.count);
  for (const auto& [material, slice] : stats.slices) stats.by_pieces[material.total()].add(slice);
  return stats;
}

Json to_json(const FolderStats& stats, Variant game) {
  Json slices = Json::array(), by_pieces = Json::array(), dtw = Json::array(),
       counted = Json::array();
  for (const auto& [material, slice] : stats.slices) {
    slices.push_back({{"slice", name(material)}, {"pieces", material.total()}});
    add_members(slices.back(), slice);
  }
  for (const auto& [n, sum] : stats.by_pieces) {
    by_pieces.push_back({{"pieces", n}});
    add_members(by_pieces.back(), sum);
  }
  for (const DtwStats& table : stats.dtw) dtw.push_back(to_json(table, game));
  for (const CountedSlice& slice : stats.counted) counted.push_back(to_json(slice));
  return {{"variant", name(game)},
          {"slices", slices},
          {"by_pieces", by_pieces},
          {"dtw", dtw},
          {"draw_counts", counted}};
}

}  // namespace damiera
