#include <fmt/core.h>

#include <chrono>
#include <map>

#include "answers/analyse/analysis_page.h"
#include "apps/cli/options.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/text_file.h"

namespace damiera {

namespace {

constexpr const char* analyse_help =
    R"(Reads games in PDN and grades each move: where a win or a draw was thrown away, with the better
line. Nothing is guessed. A position is known by the tables, or if the values of the positions after
its moves are known, or, with --time, by a search that proves it (see `damiera help solve`). A move
is a mistake if its side can no longer get what it could get before. Values are those with unlimited
moves; for draw counts use `damiera claim`.

--time SECONDS searches each position that is not known otherwise, for at most this time, if it has
at most --beyond N pieces more than the tables hold. Ctrl-C ends the searches; what is known by then
is written.

--pdn writes the file unchanged except for new comments after moves, and --html a page with a graph
of each game, the mistakes with their positions, and the better lines. --json writes an object a
line for each game: {"game":1,"variant":...,"white_player":...,"black_player":...,"plies":80,
"result":...,"notes":[...],"known_from":33,"positions":[{"fen":...,"move":"1w","at_least":"win",
"at_most":"win","by":"tables|moves|search","dtc":...,"dtw":...},...],"mistakes":[{"ply":64,
"move":"33w","played":"26-21","had":"win","left":"draw","better":["26-22",...]}],"white":{"wins":1,
"draws":0},"black":{"wins":0,"draws":0}}, or with "error" in place of what follows the result.
"notes" are faults of the file that change nothing in the game; "ply" is the number of moves before
the mistake. The last two members count what each side threw away; "known_from" is a place in
"positions", null if the last one is not known; a player without a name is null, and so is the
variant if nothing says which game it is.

Exit status: 0 fine; 2 a game that cannot be read, or usage; 3 a file that cannot be opened,
or tables that are damaged; 75 if the searches were stopped.

Examples:
  damiera analyse game.pdn
  damiera analyse game.pdn --time 5 --html game.html
  damiera analyse tournament.pdn --pdn > annotated.pdn)";

struct AnalyseCommand {
  std::string file;
  std::optional<Variant> variant;
  Options options;
  bool pdn = false;
  double seconds = 0;  // 0: no search
  int beyond = 3;
  std::size_t bytes = std::size_t{512} << 20;
  std::filesystem::path html;  // empty: none
};

using Clock = std::chrono::steady_clock;

AnalyseOptions options_of(const AnalyseCommand& command) {
  AnalyseOptions options;
  if (command.seconds == 0) return options;
  options.beyond = command.beyond;
  options.search.bytes = command.bytes;
  options.search.threads = static_cast<int>(thread_count(command.options.threads));
  options.watch = [seconds = std::chrono::duration<double>{command.seconds}] {
    return [seconds, begin = Clock::now()](const SolveWork&) {
      return Clock::now() - begin < seconds && !stop_asked();
    };
  };
  options.go_on = [] { return !stop_asked(); };
  return options;
}

/// Analyses games one after the other, with the tables of each game opened once.
class GameAnalyser {
 public:
  explicit GameAnalyser(const AnalyseCommand& command)
      : command_{command}, options_{options_of(command)} {}

  /// A game that cannot be read keeps its error and has an empty analysis.
  Result<AnalysedGame> analyse(PdnGame read) {
    if (read.error) return AnalysedGame{std::move(read), {}};
    const auto tables = tables_of_game(read.game.variant);
    if (!tables) return tables.error();
    auto made = damiera::analyse(*tables, read.game, options_);
    if (!made) return made.error();
    return AnalysedGame{std::move(read), *std::move(made)};
  }

 private:
  Result<Tablebase> tables_of_game(Variant variant) {
    if (const auto it = tables_.find(variant); it != tables_.end()) return it->second;
    Options options = command_.options;
    options.variant = variant;
    auto tables = Tablebase::open(variant, options.folders());
    if (tables) tables_.emplace(variant, *tables);
    return tables;
  }

  const AnalyseCommand& command_;
  AnalyseOptions options_;
  std::map<Variant, Tablebase> tables_;
};

void print(const AnalyseCommand& command, const AnalysedGame& analysed) {
  Text out;
  if (command.options.json)
    append(out, to_line(to_json(analysed)) + "\n");
  else if (command.pdn)
    append(out, annotated_pdn(analysed));
  else
    append_text(analysed, out);
  write_output(out);
  flush_output();
}

Exit run(const AnalyseCommand& command) {
  if (const auto other = expect_output("--html", command.html, command.file); !other)
    return fail(other.error());
  const auto text = read_text(command.file);
  if (!text) return fail(text.error());
  PdnReader reader{*text, {command.variant, {}}};
  if (command.seconds > 0) catch_stop_signals();
  GameAnalyser analyser{command};
  const bool with_page = !command.html.empty();
  Text page;
  if (with_page) append_analysis_page_start(page);
  Exit status = exit_fine;
  bool any = false;
  while (auto read = reader.next()) {
    any = true;
    const auto analysed = analyser.analyse(*std::move(read));
    if (!analysed) return fail(analysed.error());
    print(command, *analysed);
    if (const auto& error = analysed->read.error)
      status = command.options.json ? exit_of(*error) : fail(*error);  // the object has it
    if (with_page) append_analysis(*analysed, page);
  }
  if (!any)
    return fail({Error::Code::bad_notation, name_of_input(command.file) + ": expected a game"});
  if (with_page) {
    append_analysis_page_end(page);
    if (const auto written = write_text(command.html, {page.data(), page.size()}); !written)
      return fail(written.error());
  }
  return stop_asked() ? stopped_before_the_end() : status;
}

void add_search_options(CLI::App& sub, AnalyseCommand& command) {
  auto* const time = sub.add_option("--time", command.seconds,
                                    "Search each position for at most this time [no search]")
                         ->check(between(0.001, 1e7))
                         ->type_name("SECONDS");
  add_number_option(sub, "--beyond", command.beyond, 1, 64,
                    "Search positions with at most N pieces more than the tables hold [3]")
      ->needs(time);
  add_parsed_option(sub, "--hash", command.bytes, parse_bytes,
                    "Memory for a search at most, such as 4G [" + bytes_text(command.bytes) + "]")
      ->type_name("BYTES")
      ->needs(time);
}

}  // namespace

void add_analyse(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("analyse", "Where was a win or a draw thrown away?");
  sub->footer(analyse_help);
  const auto command = std::make_shared<AnalyseCommand>();
  sub->add_option("file", command->file, "Games in PDN, or - for standard input")
      ->required()
      ->check(some_text("a file"));
  add_parsed_option(*sub, "--game", command->variant, parse_variant,
                    "The game, if the file does not say it")
      ->type_name("GAME");
  add_search_options(*sub, *command);
  add_tables_option(*sub, command->options);
  add_threads_option(*sub, command->options);
  add_json_option(*sub, command->options);
  sub->add_flag("--pdn", command->pdn, "Write the file with comments put in")->excludes("--json");
  add_file_option(*sub, "--html", command->html, "Write a page with graphs as well");
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
