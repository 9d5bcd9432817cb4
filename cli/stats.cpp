#include <fmt/core.h>

#include <map>

#include "cli/options.h"
#include "cli/progress.h"
#include "cli/slice_report.h"
#include "data/table.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* help =
    "Positions count every placement with this side to move. \"captures\" are those in which a\n"
    "capture is compulsory: nothing is stored for them. The longest distance is that of a "
    "position\n"
    "without capture, shown with White to move. Bytes are those of the files.\n"
    "\n"
    "Examples:\n"
    "  damiera stats italian\n"
    "  damiera stats english --tables /data/draughts --json";

/// Counts and sizes of one slice, or of several together.
struct Row {
  Totals totals;
  Longest longest;
  std::uint64_t wdl_bytes = 0, dtc_bytes = 0;

  void add(const Row& row) {
    totals.add(row.totals);
    if (row.longest.plies > longest.plies) longest = row.longest;
    wdl_bytes += row.wdl_bytes;
    dtc_bytes += row.dtc_bytes;
  }
};

/// Adds what a table file says to the row of its slice.
Result<void> add_table(const std::filesystem::path& folder, const TableId& id, Row& row) {
  const auto table = Table::open(folder, id);
  if (!table) return table.error();
  (id.metric == Metric::wdl ? row.wdl_bytes : row.dtc_bytes) += table->bytes();
  if (row.totals.positions > 0) return {};  // the other metric's header says the same
  row.totals.add(table->info());
  row.longest = longest_of(table->info());
  return {};
}

double per_byte(std::uint64_t positions, std::uint64_t bytes) {
  return bytes == 0 ? 0 : static_cast<double>(positions) / static_cast<double>(bytes);
}

void print_row(const std::string& name, const Row& row) {
  const Totals& t = row.totals;
  fmt::print("{:<12}{:>14}{:>14}{:>14}{:>14}{:>14}{:>12}{:>9.1f}{:>12}{:>9.1f}  {:>4} {}\n", name,
             t.positions, t.wins, t.draws, t.losses, t.captures, row.wdl_bytes,
             per_byte(t.positions, row.wdl_bytes), row.dtc_bytes,
             per_byte(t.positions, row.dtc_bytes), row.longest.plies, row.longest.fen);
}

Json to_json(const Row& row) {
  const auto density = [&](std::uint64_t bytes) {
    return bytes == 0 ? Json{} : Json(per_byte(row.totals.positions, bytes));
  };
  Json object = damiera::to_json(row.totals);
  add_longest(object, row.longest);
  object["wdl_bytes"] = row.wdl_bytes;
  object["wdl_positions_per_byte"] = density(row.wdl_bytes);
  object["dtc_bytes"] = row.dtc_bytes;
  object["dtc_positions_per_byte"] = density(row.dtc_bytes);
  return object;
}

struct StatsCommand {
  Options options;

  void print_text(const std::map<Material, Row>& slices, const std::map<int, Row>& counts) const {
    fmt::print("{:<12}{:>14}{:>14}{:>14}{:>14}{:>14}{:>12}{:>9}{:>12}{:>9}  longest DTC\n", "slice",
               "positions", "wins", "draws", "losses", "captures", "WDL bytes", "pos/byte",
               "DTC bytes", "pos/byte");
    for (const auto& [n, count] : counts) {
      for (const auto& [material, row] : slices)
        if (material.total() == n) print_row(name(material), row);
      print_row(fmt::format("{} pieces", n), count);
    }
  }

  void print_json(const std::map<Material, Row>& slices, const std::map<int, Row>& counts) const {
    Json slice_rows = Json::array(), count_rows = Json::array();
    for (const auto& [material, row] : slices) {
      slice_rows.push_back({{"slice", name(material)}, {"pieces", material.total()}});
      slice_rows.back().update(to_json(row));
    }
    for (const auto& [n, row] : counts) {
      count_rows.push_back({{"pieces", n}});
      count_rows.back().update(to_json(row));
    }
    fmt::print(
        "{}\n",
        Json{{"variant", name(options.variant)}, {"slices", slice_rows}, {"by_pieces", count_rows}}
            .dump(2));
  }

  Exit run() const {
    const auto tables = Tablebase::open(options.variant, options.folders(), TablebaseOptions{});
    if (!tables) return fail(tables.error());
    std::map<Material, Row> slices;
    Exit status = exit_fine;  // a damaged table leaves the others to be shown
    for (const TableId& id : tables->tables())
      if (auto added = add_table(*tables->folder_of(id), id, slices[id.material]); !added)
        status = fail(added.error());
    std::map<int, Row> counts;
    for (const auto& [material, row] : slices) counts[material.total()].add(row);
    options.json ? print_json(slices, counts) : print_text(slices, counts);
    return status;
  }
};

}  // namespace

void add_stats(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("stats", "What the tables hold, slice by slice");
  sub->footer(help);
  const auto command = std::make_shared<StatsCommand>();
  add_variant_option(*sub, command->options.variant);
  add_tables_option(*sub, command->options);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
