#include "search/solve.h"

#include <fmt/core.h>

#include <atomic>
#include <chrono>

#include "answers/json.h"
#include "answers/line_text.h"
#include "answers/values.h"
#include "apps/cli/board_text.h"
#include "apps/cli/count_option.h"
#include "apps/cli/position_command.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr const char* solve_help =
    R"(Searches positions with more pieces than the tables hold. Its answers are proved, with
unlimited moves and whatever was played before; see docs/solve.md. It ends when the value is proved.
If --time, --nodes, --hash or Ctrl-C ends it earlier, it gives the bounds proved so far: "does not
win", "does not lose".

With --count N the value is under a draw count of N moves by each side, which is at zero in the
position: every conversion (a capture or a man move) of a win must be in time, and a position that
is won only with unlimited moves is a draw. Tables of that count are used if there are any ("damiera
build --count N"); else the tables with unlimited moves give the draws, and the rest is searched.

For a win or a loss it shows a line to a position of the tables, or to the end of the game. The
winner needs no more plies than the line has to get there, against any defence.

The JSON object is {"fen":...,"variant":...,"to_move":...,"pieces":6,"count":40,
"wdl":"win|draw|loss","at_least":...,"at_most":...,"ended":"solved|time|nodes|memory|stopped",
"plies":9,"line":[moves],"nodes":...,"positions":...,"table_hits":...,"seconds":...}. "count" is
null with unlimited moves, else all values are under this count. "wdl" is null unless it is proved;
"at_least" and "at_most" are its proved bounds. "plies" and "line" are null for draws, where nothing
is won, and where the tables hold the position: see `damiera line`. At the end of a game they are 0
and []. "nodes" are positions whose moves were looked at, "positions" those that are held in memory.

One position is searched by two threads at most, one for each question: can the side to move win,
can the opponent? If there are many lines, each is searched by one thread.

The exit status is 1 if a value was not proved.

)";

constexpr const char* solve_examples = R"(

Examples:
  damiera solve italian "W:WK9,22,25,30:BK1,8,12" --time 60 --hash 4G
  damiera solve italian "W:WK3,K20:BK31,4" --count --max-pieces 3
  damiera solve russian "W:WKa1,c1,e1:BKh8,b6" --max-pieces 3 --json
  damiera solve english - --time 1 < positions.fen > values.jsonl)";

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// "wins", "draws or wins", ...: what is proved, for the side to move.
std::string_view in_words(const Bounds& b) {
  if (b.lo == Value::win) return "wins";
  if (b.hi == Value::loss) return "loses";
  if (b.is_exact()) return "draws";
  if (b.lo == Value::draw) return "does not lose";
  return b.hi == Value::draw ? "does not win" : "may win, draw or lose";
}

void show(const SolveWork& work, double seconds, Progress& progress) {
  if (seconds < 0.2) return;  // most searches are over by then
  progress.say("solving",
               fmt::format("{}, {} nodes ({}), {} positions, {} table hits; {}",
                           clock_text(seconds), work.nodes, rate_text(work.nodes, seconds),
                           work.positions, work.hits, in_words(work.bounds)));
}

/// The result for one position.
struct Solved {
  Solution solution;
  double seconds;
  bool out_of_time;

  std::string_view end() const {
    switch (solution.end) {
      case SolveEnd::solved:
        return "solved";
      case SolveEnd::nodes:
        return "nodes";
      case SolveEnd::memory:
        return "memory";
      case SolveEnd::stopped:
        break;
    }
    return out_of_time ? "time" : "stopped";
  }
};

struct SolveCommand : PositionCommand {
  CountOption count;
  SolveOptions limits{.bytes = std::size_t{512} << 20};
  double seconds = 0;  // 0: no limit
};

struct SolveAnswers {
  const Tablebase& tables;
  const SolveCommand& command;
  std::atomic<bool>& all_proved;

  Result<Solved> solved(const FenRecord& record, bool is_shown) const {
    const Setup& setup = record.setup;
    if (command.limits.count > 0 && record.counted.value_or(0) > 0)
      return Error{Error::Code::bad_position,
                   fmt::format("H{}: expected a count that is at zero", *record.counted)};
    const auto begin = Clock::now();
    Progress progress;
    bool out_of_time = false;
    auto found = solve(tables, setup.pos, command.limits, [&](const SolveWork& work) {
      const double seconds = seconds_since(begin);
      if (is_shown) show(work, seconds, progress);
      out_of_time = command.seconds > 0 && seconds >= command.seconds;
      return !out_of_time && !stop_asked();
    });
    if (!found) return found.error();
    if (!found->work.bounds.is_exact()) all_proved = false;
    return Solved{*std::move(found), seconds_since(begin), out_of_time};
  }

  Result<void> text(const FenRecord& record, Text& out) const {
    const Setup& setup = record.setup;
    const auto found = solved(record, true);
    if (!found) return found.error();
    const Variant variant = tables.variant();
    append(out, board_text(variant, setup));
    const auto& [work, end, line] = found->solution;
    fmt::format_to(std::back_inserter(out), "\n{}\n{} to move {}{}{}.\n", fen(variant, setup),
                   name(setup.to_move), in_words(work.bounds), under_count(),
                   work.bounds.is_exact() ? "" : ": no more is proved");
    if (!line.empty()) append_line(setup, line, out);
    if (is_over(setup)) append(out, "The game is over.\n");
    fmt::format_to(std::back_inserter(out), "{} after {:.2f} s: {}, {}, {}.\n",
                   end == SolveEnd::solved ? "Proved" : fmt::format("Ended ({})", found->end()),
                   found->seconds, in_number(work.nodes, "node"),
                   in_number(work.positions, "position"), in_number(work.hits, "table hit"));
    return {};
  }

  std::string under_count() const {
    const int moves = command.limits.count;
    return moves == 0 ? "" : " under a count of " + in_number(moves, "move");
  }

  bool is_over(const Setup& setup) const {
    return legal_moves(tables.variant(), setup).empty();
  }

  void append_line(const Setup& setup, const std::vector<Move>& line, Text& out) const {
    const Variant variant = tables.variant();
    const Setup last = after_line(variant, setup, line);
    fmt::format_to(std::back_inserter(out), "In at most {}:\n",
                   plies_in_words(static_cast<int>(line.size())));
    append_rows(line_texts(variant, setup, line), setup.to_move, out);
    fmt::format_to(std::back_inserter(out), "{}: {}\n",
                   is_over(last) ? "Final position" : "Then the tables know", fen(variant, last));
  }

  Result<Json> json(const FenRecord& record) const {
    const Setup& setup = record.setup;
    const auto found = solved(record, command.fen != "-");
    if (!found) return found.error();
    const Variant variant = tables.variant();
    const auto& [work, end, line] = found->solution;
    const Bounds& b = work.bounds;
    const auto texts = line_texts(variant, setup, line);
    const bool has_line = !texts.empty() || is_over(setup);
    return Json{{"fen", fen(variant, setup)},
                {"variant", name(variant)},
                {"to_move", name(setup.to_move)},
                {"pieces", setup.pos.occupied().count()},
                {"count", command.limits.count > 0 ? Json(command.limits.count) : Json{}},
                {"wdl", b.is_exact() ? Json(name(b.lo)) : Json{}},
                {"at_least", name(b.lo)},
                {"at_most", name(b.hi)},
                {"ended", found->end()},
                {"plies", has_line ? Json(texts.size()) : Json{}},
                {"line", has_line ? Json(texts) : Json{}},
                {"nodes", work.nodes},
                {"positions", work.positions},
                {"table_hits", work.hits},
                {"seconds", found->seconds}};
  }
};

Exit run(SolveCommand& command) {
  if (command.count.asked)
    command.limits.count = command.count.count(command.options.variant).moves;
  const auto tables = Tablebase::open(command.options.variant, command.options.folders());
  if (!tables) return fail(tables.error());
  catch_stop_signals();
  std::atomic<bool> all_proved = true;
  if (command.fen != "-")
    command.limits.threads = static_cast<int>(thread_count(command.options.threads));
  const SolveAnswers answers{*tables, command, all_proved};
  const Exit status = command.run(
      {.json = [&](const FenRecord& fen) { return answers.json(fen); },
       .text = [&](const FenRecord& fen, Text& out) { return answers.text(fen, out); }});
  return status == exit_fine && !all_proved ? exit_no : status;
}

void add_limits(CLI::App& sub, SolveCommand& command) {
  add_count_option(sub, command.count,
                   "Value under a count of N moves by each side, by default the usual one");
  sub.add_option("--time", command.seconds,
                 "Seconds for each position, about: a step of the search is finished [no limit]")
      ->check(between(0.001, 1e7))
      ->type_name("SECONDS");
  add_number_option(sub, "--nodes", command.limits.nodes, 1, UINT64_MAX,
                    "Positions to look at for each position at most [no limit]");
  add_parsed_option(sub, "--hash", command.limits.bytes, parse_bytes,
                    "Most memory for each position being searched, such as 4G [" +
                        bytes_text(command.limits.bytes) + "]")
      ->type_name("BYTES");
  add_number_option(sub, "--max-pieces", command.limits.max_pieces, 1, 64,
                    "Use tables of at most N pieces [all tables]");
}

}  // namespace

void add_solve(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("solve", "The value of a position beyond the tables, proved");
  sub->footer(std::string{solve_help} + help_for_lines + solve_examples);
  const auto command = std::make_shared<SolveCommand>();
  command->add_options(*sub);
  add_tables_option(*sub, command->options);
  add_limits(*sub, *command);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
