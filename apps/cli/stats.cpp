#include <fmt/core.h>

#include "answers/folder_stats.h"
#include "apps/cli/histogram.h"
#include "apps/cli/options.h"
#include "apps/terminal/output.h"

namespace damiera {

namespace {

constexpr const char* stats_help =
    R"(Positions count every placement with this side to move. "captures" counts positions in which a
capture is compulsory: nothing is stored for them. The longest distance is that of a position
without capture, shown with White to move. "bytes" is the size of the files.

For draw counts it shows, for each slice that a count changes, the numbers of cursed wins and
blessed losses, captures included, with an example of each.

--histogram goes over all positions of the named slices and counts them by distance: for each number
of plies how many are won and lost, with White to move and with Black; White has the pieces that the
slice names first. A number stands for all slices with that number of pieces; of each pair one is
counted. --metric dtc, dtw, or count: to conversion under a draw count. Its JSON is an object a line
for each slice, {"variant":...,"metric":"dtc","count":null,"pieces":4,
"stats":{"KKvKM":{"w":{"win_hist":[...],"loss_hist":[...],"wdl":{"2":...,"1":...,"0":...,"-1":...,
"-2":...}},"b":{...},"longest":[{"fen":...,"ply":43,"wdl":2,"positions":3},...]}}}: the shape of the
statistics of the Syzygy tables. Place n of a list counts positions of n plies; 1 and -1 are cursed
wins and blessed losses. --svg draws them.

Examples:
  damiera stats italian
  damiera stats english --tables /data/draughts --json
  damiera stats italian KKvKM --histogram --without-captures
  damiera stats italian KKvK --histogram --metric dtw --svg KKvK.svg)";

void print_row(const std::string& name, const SliceStats& row) {
  const Totals& t = row.totals;
  fmt::print("{:<12}{:>14}{:>14}{:>14}{:>14}{:>14}{:>12}{:>9.1f}{:>12}{:>9.1f}  {:>4} {}\n", name,
             t.positions, t.wins, t.draws, t.losses, t.captures, row.wdl_bytes,
             density(t.positions, row.wdl_bytes), row.dtc_bytes,
             density(t.positions, row.dtc_bytes), row.longest.plies, row.longest.fen);
}

void print_dtw(const std::vector<DtwStats>& rows, Variant game) {
  if (rows.empty()) return;
  std::uint64_t positions = 0, bytes = 0;
  fmt::print("\n{:<12}{:>14}{:>12}{:>9}  longest DTW\n", "slice", "positions", "DTW bytes",
             "pos/byte");
  for (const DtwStats& row : rows) {
    const Longest longest = longest_of(row.info, game);
    fmt::print("{:<12}{:>14}{:>12}{:>9.1f}  {:>4} {}\n", name(row.info.id.material),
               row.info.positions, row.bytes, density(row.info.positions, row.bytes), longest.plies,
               longest.fen);
    positions += row.info.positions;
    bytes += row.bytes;
  }
  fmt::print("{:<12}{:>14}{:>12}{:>9.1f}\n", "all", positions, bytes, density(positions, bytes));
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

void print_text(const FolderStats& stats, Variant game) {
  fmt::print("{:<12}{:>14}{:>14}{:>14}{:>14}{:>14}{:>12}{:>9}{:>12}{:>9}  longest DTC\n", "slice",
             "positions", "wins", "draws", "losses", "captures", "WDL bytes", "pos/byte",
             "DTC bytes", "pos/byte");
  for (const auto& [n, sum] : stats.by_pieces) {
    for (const auto& [material, slice] : stats.slices)
      if (material.total() == n) print_row(name(material), slice);
    print_row(fmt::format("{} pieces", n), sum);
  }
  print_dtw(stats.dtw, game);
  for (const int count : stats.counts) print_count(count, stats.counted);
}

struct StatsCommand {
  Options options;
  bool with_histogram = false;
  HistogramCommand histogram;

  Exit run() {
    histogram.options = options;
    return with_histogram ? run_histogram(histogram) : run_tables();
  }
  Exit run_tables() const {
    const auto tables = Tablebase::open(options.variant, options.folders());
    if (!tables) return fail(tables.error());
    const FolderStats stats = folder_stats(*tables);
    Exit status = exit_fine;  // after a damaged table, the others are still shown
    for (const Error& error : stats.errors) status = fail(error);
    if (options.json)
      write_json(to_json(stats, options.variant));
    else
      print_text(stats, options.variant);
    return status;
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
  add_number_option(sub, "--count", histogram.kind.count, 1, max_count_moves,
                    "Moves by each side, of --metric count [the usual one]");
  sub.add_flag_callback(
      "--without-captures", [&] { histogram.kind.captures = CaptureFilter::none; },
      "Only positions in which no capture is possible");
  add_file_option(sub, "--svg", histogram.svg, "Write a picture as well");
  for (const char* option : {"--metric", "--count", "--without-captures", "--svg"})
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
