#include "generator/build.h"

#include <fmt/core.h>

#include "answers/slice_report.h"
#include "apps/cli/build_request.h"
#include "apps/cli/chunk_option.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "data/folder/catalogue.h"
#include "generator/build_chunk.h"

namespace damiera {

namespace {

constexpr const char* build_help =
    R"(Slices that others depend on are built as well. A build may be stopped at any time, with
Ctrl-C or in any other way; the same command goes on from the slices that were finished.
Tables go to the first folder of --tables, else to the first of $DAMIERA_TABLES, else to
$XDG_DATA_HOME/damiera/tables, which is ~/.local/share/damiera/tables by default. The other folders
are read as well: tables that the slices depend on are not built again if they are there. Several
processes may build different tables in the same folder. With --pair a process builds one pair of
slices, for a job scheduler: `damiera plan` says which, and in which order.
With --profile tables are packed as they are written: `damiera help pack` says what small and fast
mean. Existing tables are not packed, and both sides of each pair are stored.

With --level several processes share one pair: each solves a chunk of its men blocks, and `damiera
join` makes the tables. A level holds the men blocks whose men have the same number of rows left to
promotion in all; it needs the tables that the pair needs, and the chunks of the level below. Pairs
without kings, DTW and draw counts cannot be solved in chunks.

Exit status 3 for tables that are missing or damaged; 75 if the same command should be tried again:
it was stopped, another process has the pair, or the disk is full.

Examples:
  damiera build italian --pieces 5              all tables of 2 to 5 pieces
  damiera build italian --pieces 6 --estimate   only say what that would need
  damiera build english --slices KKKvKK,KKMvKK --memory 4G
  damiera build english --pair KKMvKM --level 3 --chunk 2/4
  damiera build russian --pieces 5 --metric wdl --tables /data/draughts
  damiera build italian --pieces 5 --count 40 --dtw  tables under a count of 40 moves by each
                                                     side, and of distances to the end)";

constexpr const char* join_help =
    R"(Makes the tables of a pair from the chunks that `damiera build --pair --level` wrote. One
process that builds the whole pair writes the same bytes. When the tables are there, the chunks are
removed.

Exit status 3 for chunks that are missing or damaged; 75 if the same command should be tried again.

Examples:
  damiera build english --pair KKMvK --level 0-6
  damiera join english --pair KKMvK)";

struct BuildCommand {
  BuildRequest asked;
  ChunkOption chunk;
  const char* name = "build";
  bool join = false, estimate = false, any_space = false, keep_planes = false;
  ProgressForm progress = ProgressForm::text;
  std::uint64_t memory = default_memory();

  BuildOptions request(std::uint64_t memory_for_tables = 0) const {
    BuildOptions wanted = asked.build_options(name, memory_for_tables);
    wanted.join = join;
    wanted.check_space = !any_space;
    wanted.keep_planes = keep_planes;
    return wanted;
  }

  Exit run() const;
  Result<void> check() const;
  bool show(Progress& shown, const BuildProgress& p) const;
  Exit run_chunk(std::uint64_t memory_for_tables) const;
  Exit run_estimate() const;
  std::uint64_t bytes(const BuildReport& report) const;
  void print_text(const BuildReport& report, double seconds) const;
  void print_json(const BuildReport& report, double seconds) const;
};

/// Checks that the options go together.
Result<void> BuildCommand::check() const {
  const bool of_one_pair = join || chunk.asked();
  if (of_one_pair && asked.pairs.empty())
    return Error{Error::Code::bad_notation, std::string{name} + ": say of which pair, by --pair"};
  if (auto sound = asked.check(name); !sound) return sound;
  if (!of_one_pair) return {};
  if (chunk.asked())
    if (auto sound = chunk.chunk(); !sound) return sound.error();
  return check_cutting(request());
}

bool BuildCommand::show(Progress& shown, const BuildProgress& p) const {
  const auto phase = fmt::format("{}, {} of {} pairs finished", p.phase,
                                 p.pairs_found + p.pairs_done, p.pairs_found + p.pairs_total);
  shown.show(p.slice, phase, p.positions_done, p.positions_total, p.positions_found);
  return !stop_asked();
}

Exit BuildCommand::run() const {
  if (auto sound = check(); !sound) return fail(sound.error());
  asked.warn_of_folders();
  if (estimate) return run_estimate();
  const auto for_tables = memory_for_tables(memory, request());
  if (!for_tables) return fail(for_tables.error());
  catch_stop_signals();
  if (chunk.asked()) return run_chunk(*for_tables);
  Progress shown{progress};
  const auto report =
      build(request(*for_tables), [&](const BuildProgress& p) { return show(shown, p); });
  if (!report) return fail(report.error());
  asked.options.json ? print_json(*report, shown.seconds()) : print_text(*report, shown.seconds());
  return exit_of_work();
}

Exit BuildCommand::run_chunk(std::uint64_t memory_for_tables) const {
  Progress shown{progress};
  const auto report = build_chunk(request(memory_for_tables), *chunk.chunk(),
                                  [&](const BuildProgress& p) { return show(shown, p); });
  if (!report) return fail(report.error());
  if (!*report) return exit_of_work();
  const auto& [solved, file] = **report;
  if (asked.options.json)
    write_json({{"variant", damiera::name(asked.options.variant)},
                {"pair", damiera::name(asked.pairs.front())},
                {"levels", levels_text(*chunk.chunk())},
                {"file", file.string()},
                {"positions", solved.value_or(0)},
                {"seconds", shown.seconds()}});
  else if (file.empty())
    fmt::print("{}: its tables are there\n", damiera::name(asked.pairs.front()));
  else
    fmt::print("{}: {}\n", file.string(),
               solved ? fmt::format("{} in {}", in_number(*solved, "position"),
                                    clock_text(shown.seconds()))
                      : "was there");
  return exit_of_work();
}

Exit BuildCommand::run_estimate() const {
  const auto needed = damiera::estimate(request());
  if (!needed) return fail(needed.error());
  const std::uint64_t beside = memory_beside_tables(asked.options.threads);
  const std::uint64_t most = needed->memory + beside, least = needed->least_memory + beside;
  if (asked.options.json)
    write_json({{"pairs", needed->pairs},
                {"positions", needed->positions},
                {"memory", most},
                {"least_memory", least},
                {"disk", needed->disk},
                {"seconds", needed->seconds},
                {"tables", asked.options.folder().string()}});
  else
    fmt::print(
        "pairs of slices {:>14}\npositions {:>20}\nmemory {:>23}\nleast memory {:>17}\n"
        "disk {:>25}\ntime {:>25}\nfolder {}\n",
        needed->pairs, needed->positions, bytes_text(most),
        fmt::format("{} MiB", (least >> 20) + 1), bytes_text(needed->disk),
        clock_text(needed->seconds), asked.options.folder().string());
  return exit_fine;
}

/// The bytes of the files that were written.
std::uint64_t BuildCommand::bytes(const BuildReport& report) const {
  std::uint64_t sum = 0;
  const auto add = [&](TableId id, std::initializer_list<Metric> metrics) {
    for (const Metric metric : metrics) {
      id.metric = metric;
      std::error_code gone;
      const auto size = std::filesystem::file_size(table_path(asked.options.folder(), id), gone);
      if (!gone) sum += size;
    }
  };
  for (const TableInfo& info : report.built) {
    add(info.id, {Metric::wdl});
    if (asked.dtc) add(info.id, {Metric::dtc});
  }
  for (const TableInfo& info : report.counted)
    add(info.id, {Metric::counted_wdl, Metric::counted_dtc});
  for (const TableInfo& info : report.dtw) add(info.id, {Metric::dtw});
  return sum;
}

void print_rows(const std::vector<TableInfo>& built, Variant game, const std::string& longest) {
  if (built.empty()) return;
  fmt::print("\n{:>6} {:>14} {:>14} {:>14} {:>14}  {}\n", "pieces", "positions", "wins", "draws",
             "losses", longest);
  for (const auto& [n, count] : by_pieces(built, game))
    fmt::print("{:>6} {:>14} {:>14} {:>14} {:>14}  {} {}\n", n, count.totals.positions,
               count.totals.wins, count.totals.draws, count.totals.losses, count.longest.plies,
               count.longest.fen);
}

void BuildCommand::print_text(const BuildReport& report, double seconds) const {
  std::string others;
  if (!report.counted.empty()) others += fmt::format(", {} under the count", report.counted.size());
  if (!report.dtw.empty()) others += fmt::format(", {} with DTW", report.dtw.size());
  fmt::print("{}: {} built{}, {} found finished; {} in {} ({}), {}\n",
             damiera::name(asked.options.variant), in_number(report.built.size(), "slice"), others,
             in_number(report.pairs_found, "pair"), in_number(report.positions, "position"),
             clock_text(seconds), rate_text(report.positions, seconds), bytes_text(bytes(report)));
  fmt::print(
      "solving {:.1f} s, then waiting for tables {:.1f} s; encoding {:.1f} s of processor "
      "time; tables in {}\n",
      report.solve_seconds, report.wait_seconds, report.encode_seconds,
      asked.options.folder().string());
  if (report.pairs_found > 0 && report.built.size() + report.counted.size() + report.dtw.size() > 0)
    fmt::print("\nNew in this run:\n");
  const Variant game = asked.options.variant;
  print_rows(report.built, game, "longest distance to conversion");
  print_rows(report.counted, game,
             "longest, under a count of " + in_number(request().count, "move"));
  print_rows(report.dtw, game, "longest distance to the end of the game");
}

void BuildCommand::print_json(const BuildReport& report, double seconds) const {
  const Variant game = asked.options.variant;
  write_json({{"variant", damiera::name(game)},
              {"tables", asked.options.folder().string()},
              {"complete", !stop_asked()},
              {"slices_built", report.built.size()},
              {"count", request().count},
              {"slices_counted", report.counted.size()},
              {"slices_dtw", report.dtw.size()},
              {"pairs_found", report.pairs_found},
              {"positions", report.positions},
              {"bytes", bytes(report)},
              {"seconds", seconds},
              {"solve_seconds", report.solve_seconds},
              {"wait_seconds", report.wait_seconds},
              {"encode_seconds", report.encode_seconds},
              {"by_pieces", rows_by_pieces(report.built, game, "longest_dtc")},
              {"counted_by_pieces", rows_by_pieces(report.counted, game, "longest_dtc")},
              {"dtw_by_pieces", rows_by_pieces(report.dtw, game, "longest_dtw")}});
}

/// How `build` and `join` work, whatever they make.
void add_work_options(CLI::App& sub, BuildCommand& command) {
  add_memory_option(sub, command.memory);
  sub.add_flag("--keep-planes", command.keep_planes,
               "Keep the values of all slices that are solved, for jobs that look them up; "
               "`damiera checksums --merge` removes them");
  add_choice_option(sub, "--progress", command.progress,
                    {{"text", ProgressForm::text}, {"json", ProgressForm::json}},
                    "How to show progress on standard error; json is a line every two seconds");
}

}  // namespace

void add_join(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("join", "Make tables of the chunks of a pair");
  sub->footer(join_help);
  const auto command = std::make_shared<BuildCommand>();
  command->name = "join";
  command->join = true;
  add_pair_build_options(*sub, command->asked);
  add_slices_option(*sub, command->asked.pairs, "The pair of these slices", "--pair");
  add_work_options(*sub, *command);
  sub->callback([command, &status] { status = command->run(); });
}

void add_build(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("build", "Build tables");
  sub->footer(build_help);
  const auto command = std::make_shared<BuildCommand>();
  add_build_options(*sub, command->asked);
  add_pair_option(*sub, command->asked);
  add_chunk_options(*sub, command->chunk);
  add_work_options(*sub, *command);
  sub->add_flag("--no-space-check", command->any_space,
                "Begin even if the disk seems too small, for instance if it compresses");
  sub->add_flag("--estimate", command->estimate, "Say what it would need, and build nothing")
      ->excludes("--level");
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
