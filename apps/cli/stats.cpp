#include <fmt/core.h>

#include <map>

#include "answers/count_stats.h"
#include "answers/slice_report.h"
#include "apps/cli/histogram.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "data/file/table.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* stats_help =
    R"(Positions count every placement with this side to move. "captures" counts positions in which a
capture is compulsory: nothing is stored for them. The longest distance is that of a position
without capture, shown with White to move. "bytes" is the size of the files.

Of the tables of draw counts it says, for each slice that a count changes, how many wins are
cursed and how many losses blessed, captures included, with an example of each.

--histogram goes over all positions of the slices that are named and counts them by distance: for
each number of plies how many are won and lost, with White to move and with Black; White has the
pieces that the slice names first. A number stands for all slices with that number of pieces, each
pair of which is counted once. --metric dtc, dtw, or count: to conversion under a draw count. Its
JSON is an object a line for each slice, {"variant":...,"metric":"dtc","count":null,"pieces":4,
"stats":{"KKvKM":{"w":{"win_hist":[...],"loss_hist":[...],"wdl":{"2":...,"1":...,"0":...,"-1":...,
"-2":...}},"b":{...},"longest":[{"fen":...,"ply":43,"wdl":2,"positions":3},...]}}}: the shape of
the statistics of the Syzygy tables. Place n of a list counts positions of n plies; 1 and -1 are
cursed wins and blessed losses. --svg draws them.

Examples:
  damiera stats italian
  damiera stats english --tables /data/draughts --json
  damiera stats italian KKvKM --histogram --without-captures
  damiera stats italian KKvK --histogram --metric dtw --svg KKvK.svg)";

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

/// What a DTW table's header says.
struct DtwRow {
  TableInfo info;
  std::uint64_t bytes;
};

/// Adds what a table file says to the row of its slice.
Result<void> add_table(const std::filesystem::path& folder, const TableId& id, Variant game,
                       Row& row) {
  const auto table = Table::open(folder, id);
  if (!table) return table.error();
  (id.metric == Metric::wdl ? row.wdl_bytes : row.dtc_bytes) += table->bytes();
  if (row.totals.positions > 0) return {};  // the other metric's header says the same
  row.totals.add(table->info());
  row.longest = longest_of(table->info(), game);
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

Json to_json(const DtwRow& row, Variant game) {
  Json object{{"slice", name(row.info.id.material)},
              {"positions", row.info.positions},
              {"bytes", row.bytes},
              {"positions_per_byte", per_byte(row.info.positions, row.bytes)}};
  add_longest(object, longest_of(row.info, game), "longest_dtw");
  return object;
}

void print_dtw(const std::vector<DtwRow>& rows, Variant game) {
  if (rows.empty()) return;
  std::uint64_t positions = 0, bytes = 0;
  fmt::print("\n{:<12}{:>14}{:>12}{:>9}  longest DTW\n", "slice", "positions", "DTW bytes",
             "pos/byte");
  for (const DtwRow& row : rows) {
    const Longest longest = longest_of(row.info, game);
    fmt::print("{:<12}{:>14}{:>12}{:>9.1f}  {:>4} {}\n", name(row.info.id.material),
               row.info.positions, row.bytes, per_byte(row.info.positions, row.bytes),
               longest.plies, longest.fen);
    positions += row.info.positions;
    bytes += row.bytes;
  }
  fmt::print("{:<12}{:>14}{:>12}{:>9.1f}\n", "all", positions, bytes, per_byte(positions, bytes));
}

/// The slices that a count changes, and a line on all.
void print_count(int count, const std::vector<CountedSlice>& slices) {
  CountedSlice all{};
  std::size_t changed = 0, total = 0;
  for (const CountedSlice& s : slices) {
    if (s.id.count != count) continue;
    if (s.differs() && changed++ == 0)
      fmt::print("\n{:<12}{:>7}{:>14}{:>16}{:>10}{:>12}  {}\n", "slice", "count", "cursed wins",
                 "blessed losses", "longest", "bytes", "examples: a cursed win, a blessed loss");
    if (s.differs())
      fmt::print("{:<12}{:>7}{:>14}{:>16}{:>10}{:>12}  {}, {}\n", name(s.id.material), count,
                 s.cursed_wins, s.blessed_losses, s.longest.plies, s.bytes,
                 s.cursed_win.empty() ? "none" : s.cursed_win,
                 s.blessed_loss.empty() ? "none" : s.blessed_loss);
    ++total;
    all.cursed_wins += s.cursed_wins;
    all.blessed_losses += s.blessed_losses;
    all.bytes += s.bytes;
  }
  fmt::print(
      "{}count of {} moves: {} of {} slices changed, {} cursed wins, {} blessed losses, {} "
      "bytes\n",
      changed == 0 ? "\n" : "", count, changed, total, all.cursed_wins, all.blessed_losses,
      all.bytes);
}

Json to_json(const std::vector<CountedSlice>& slices) {
  Json rows = Json::array();
  for (const CountedSlice& s : slices) rows.push_back(to_json(s));
  return rows;
}

struct StatsCommand {
  Options options;
  bool with_histogram = false;
  HistogramCommand histogram;

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

  void print_json(const std::map<Material, Row>& slices, const std::map<int, Row>& counts,
                  const std::vector<DtwRow>& dtw, const std::vector<CountedSlice>& counted) const {
    Json slice_rows = Json::array(), count_rows = Json::array();
    for (const auto& [material, row] : slices) {
      slice_rows.push_back({{"slice", name(material)}, {"pieces", material.total()}});
      slice_rows.back().update(to_json(row));
    }
    for (const auto& [n, row] : counts) {
      count_rows.push_back({{"pieces", n}});
      count_rows.back().update(to_json(row));
    }
    Json dtw_rows = Json::array();
    for (const DtwRow& row : dtw) dtw_rows.push_back(to_json(row, options.variant));
    fmt::print("{}\n", Json{{"variant", name(options.variant)},
                            {"slices", slice_rows},
                            {"by_pieces", count_rows},
                            {"dtw", dtw_rows},
                            {"draw_counts", to_json(counted)}}
                           .dump(2));
  }

  Exit run() {
    histogram.options = options;
    return with_histogram ? run_histogram(histogram) : run_tables();
  }

  Exit run_tables() const {
    const auto tables = Tablebase::open(options.variant, options.folders(), TablebaseOptions{});
    if (!tables) return fail(tables.error());
    std::map<Material, Row> slices;
    Exit status = exit_fine;  // a damaged table leaves the others to be shown
    std::vector<DtwRow> dtw;
    std::vector<CountedSlice> counted;
    std::set<int> draw_counts;
    for (const TableId& id : tables->tables())
      if (auto added = add(*tables, id, slices, dtw, counted); !added)
        status = fail(added.error());
      else if (is_counted(id.metric))
        draw_counts.insert(id.count);
    std::map<int, Row> counts;
    for (const auto& [material, row] : slices) counts[material.total()].add(row);
    if (options.json) {
      print_json(slices, counts, dtw, counted);
      return status;
    }
    print_text(slices, counts);
    print_dtw(dtw, options.variant);
    for (const int count : draw_counts) print_count(count, counted);
    return status;
  }

  static Result<void> add(const Tablebase& tables, const TableId& id,
                          std::map<Material, Row>& slices, std::vector<DtwRow>& dtw,
                          std::vector<CountedSlice>& counted) {
    const auto folder = *tables.folder_of(id);
    if (id.metric == Metric::wdl || id.metric == Metric::dtc)
      return add_table(folder, id, tables.variant(), slices[id.material]);
    if (id.metric == Metric::dtw) {
      const auto table = Table::open(folder, id);
      if (!table) return table.error();
      dtw.push_back({table->info(), table->bytes()});
    }
    if (id.metric == Metric::counted_wdl) {
      const auto slice = counted_slice(tables, id);
      if (!slice) return slice.error();
      counted.push_back(*slice);
    }
    return {};
  }
};

void add_histogram_options(CLI::App& sub, CLI::Option& slices, StatsCommand& command) {
  HistogramCommand& histogram = command.histogram;
  histogram.memory = default_memory();
  auto* const asked = sub.add_flag("--histogram", command.with_histogram,
                                   "Count the positions of slices by distance");
  slices.needs(asked);
  add_choice_option<Metric>(
      sub, "--metric", histogram.kind.metric,
      {{"dtc", Metric::dtc}, {"dtw", Metric::dtw}, {"count", Metric::counted_dtc}},
      "Which distance [dtc]");
  sub.add_option("--count", histogram.kind.count, "Moves by each side, of --metric count")
      ->check(CLI::Range(1, max_count_moves))
      ->type_name("N");
  sub.add_flag_callback(
      "--without-captures", [&] { histogram.kind.captures = CaptureFilter::none; },
      "Of positions in which no capture is possible");
  sub.add_option("--svg", histogram.svg, "Write a picture as well")->type_name("FILE");
  for (const char* option : {"--metric", "--without-captures", "--svg"})
    sub.get_option(option)->needs(asked);
  add_threads_option(sub, command.options);
  add_memory_option(sub, histogram.memory);
}

}  // namespace

void add_stats(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("stats", "What the tables hold, slice by slice");
  sub->footer(stats_help);
  const auto command = std::make_shared<StatsCommand>();
  add_variant_option(*sub, command->options.variant);
  auto* const slices = sub->add_option("slices", command->histogram.slices,
                                       "With --histogram: slices, or numbers of pieces")
                           ->type_name("SLICE|N");
  add_tables_option(*sub, command->options);
  add_json_option(*sub, command->options);
  add_histogram_options(*sub, *slices, *command);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
