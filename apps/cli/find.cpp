#include <fmt/core.h>

#include <chrono>

#include "answers/evaluator.h"
#include "answers/find/found_text.h"
#include "apps/cli/count_option.h"
#include "apps/cli/options.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/thread_limit.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

constexpr const char* find_help =
    R"(Goes over all positions of slices and writes those that meet all conditions, with White to move,
as they are found. A slice is written KKMvKM, the side to move first; a number stands for all
slices with that number of pieces. With several values, any of them fits.

A move keeps the value if the position after it is worth no less to the side that makes it.
--unique: exactly one legal move keeps the value; captures of the same pieces that end on the same
square are one move.
--unique-line: for wins and losses, the side that wins has exactly one winning move each time along
the line that `damiera line` shows, to the end of the game. A draw has no such line: the side to
move has exactly one drawing move, and again after every reply that keeps the draw. A capture or man
move of either side ends this check, and so does a position that has occurred before: moves up to
there have to be unique, later ones need not.
--zugzwang mutual: with the same pieces, whoever is to move loses; mover: the side to move would be
better off if the opponent were to move.

--dtc and --dtw are plies with unlimited moves: 30..43, 30.., ..8 or 11. With --count N values are
those under a draw count of N moves by each side; --cursed and --blessed are the wins and losses
that it turns into draws. Rows of men are counted from each side's own first row.

Positions come in the order of their numbers in the slice. A search that ends early (--limit,
Ctrl-C) says on standard error with which --from the same command goes on. --sort and
--one-of-each-line go through everything before the first position is written.

CSV has the columns slice,number,fen,wdl,dtc,dtw,count; JSON is an object a line with the same
members, null for what is not known; PDN is a game with best play for each position; count is a line
for each slice that was searched: its name and the number of positions found.

Exit status 75 if it was stopped before the end.

Whole slices are read, which takes two bytes for each of their positions, and two more for each
distance and count in the conditions; positions of slices that do not fit into --memory are looked
up one by one, which takes longer. docs/find.md has examples and figures.

Examples:
  damiera find italian KKvKM --win --unique --without-captures --format count
  damiera find english 4 --zugzwang mutual --format pdn
  damiera find italian KKvKM --win --sort dtw --limit 3 --one-of-each-line
  damiera find russian KKKvK --dtc 20.. --format csv
  damiera find italian KKMvKM --draw --unique --min-men-row 4 --limit 10)";

struct FindCommand {
  Options options;
  std::vector<std::string> what;  // slices, and numbers of pieces
  FindRequest request;
  FindFormat format = FindFormat::fen;
  std::string from, sort;
  bool win = false, draw = false, loss = false, cursed = false, blessed = false;
  bool without_captures = false, captures = false;

  FindCriteria& criteria() { return request.question.criteria; }
  const FindCriteria& criteria() const { return request.question.criteria; }
};

/// "30..43", "30..", "..8" or "11".
Result<PlyRange> parse_range(const std::string& text) {
  const Error wrong{Error::Code::bad_notation,
                    damiera::quoted(text) + ": expected N, N..M, N.. or ..M"};
  PlyRange range;
  const auto dots = text.find("..");
  const std::string least = text.substr(0, dots);
  const std::string most = dots == text.npos ? least : text.substr(dots + 2);
  if (least.empty() && most.empty()) return wrong;
  for (const auto& [part, end] : {std::pair{&least, &range.least}, {&most, &range.most}}) {
    if (part->empty()) continue;
    const auto n = whole_number<int>(*part);
    if (!n) return wrong;
    *end = *n;
  }
  if (range.least > range.most) return wrong;
  return range;
}

void add_range_option(CLI::App& sub, const std::string& name, std::optional<PlyRange>& range,
                      const char* help) {
  add_parsed_option(sub, name, range, parse_range, help)->type_name("N..M");
}

/// Removes the slices before the one that "--from SLICE:N" names; returns N.
Result<std::uint64_t> take_start(const std::string& from, std::vector<Material>& slices) {
  if (from.empty()) return std::uint64_t{0};
  const auto colon = from.find(':');
  const auto number =
      whole_number<std::uint64_t>(colon == from.npos ? from : from.substr(colon + 1));
  const Error wrong{Error::Code::bad_notation,
                    "--from: " + damiera::quoted(from) +
                        ": expected the number of a position, or one of the slices, ':' and it"};
  if (!number) return wrong;
  if (colon == from.npos) return *number;
  const auto slice = parse_material(from.substr(0, colon));
  if (!slice) return slice.error();
  const auto at = std::ranges::find(slices, *slice);
  if (at == slices.end()) return wrong;
  slices.erase(slices.begin(), at);
  return *number;
}

/// Writes what is found.
class FoundWriter {
 public:
  explicit FoundWriter(FindFormat format) : format_{format} {
    if (format == FindFormat::csv) fmt::print("{}\n", found_csv_header);
  }
  void write(const Found& found) {
    ++counts_[found.place.slice];
    if (format_ == FindFormat::count) return;
    write_output(found.text);
    flush();
  }
  /// Writes the counts of the slices that were looked at: of all, or of those up to the slice in
  /// which the search ended.
  void write_counts(const std::vector<Material>& slices, const FindEnd& end) {
    if (format_ != FindFormat::count) return;
    for (const Material& m : slices) {
      const bool is_last = end.next && end.next->slice == m;
      if (!is_last || end.next->number > 0) fmt::print("{} {}\n", name(m), counts_[m]);
      if (is_last) return;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  // Writes at intervals: early results appear soon, and frequent ones are not written one by one.
  void flush() {
    const auto now = Clock::now();
    if (flushed_ + std::chrono::milliseconds{100} > now) return;
    flushed_ = now;
    flush_output();
  }

  FindFormat format_;
  std::map<Material, std::uint64_t> counts_;
  Clock::time_point flushed_{};
};

/// Completes the command from its options. Error bad_notation if they contradict each other.
Result<void> complete(FindCommand& command) {
  FindCriteria& criteria = command.criteria();
  for (const auto& [asked, value] : {std::pair{command.win, RuleValue::win},
                                     {command.draw, RuleValue::draw},
                                     {command.loss, RuleValue::loss},
                                     {command.cursed, RuleValue::cursed_win},
                                     {command.blessed, RuleValue::blessed_loss}})
    if (asked) criteria.values.add(value);
  if ((command.cursed || command.blessed) && !criteria.count) {
    const auto moves = usual_moves(command.options.variant, "--cursed, --blessed");
    if (!moves) return moves.error();
    criteria.count = *moves;
  }
  if (command.without_captures) criteria.captures = CaptureFilter::none;
  if (command.captures) criteria.captures = CaptureFilter::only;
  if (command.request.one_of_each_line && command.sort.empty()) command.sort = "dtc";
  if (command.sort.empty()) return {};
  command.request.order = FindOrder::longest;
  (command.sort == "dtw" ? command.request.question.dtw : command.request.question.dtc) = true;
  return {};
}

/// Error bad_notation if the board has no such row.
Result<void> check_rows(Variant variant, const PlyRange& rows) {
  const int most = rules_of(variant).width;
  const auto wrong = [&](const char* option, int row) {
    return Error{Error::Code::bad_notation,
                 fmt::format("{} {}: expected a row from 1 to {}", option, row, most)};
  };
  if (rows.least > most) return wrong("--min-men-row", rows.least);
  if (rows.most > most && rows.most != PlyRange{}.most) return wrong("--max-men-row", rows.most);
  if (rows.least > rows.most)
    return Error{Error::Code::bad_notation,
                 fmt::format("--min-men-row {}: expected at most the {} of --max-men-row",
                             rows.least, rows.most)};
  return {};
}

Exit say_end(const FindEnd& end, FindFormat format) {
  if (end.next)
    print_message("damiera: {}; there may be more, with --from {}:{}\n",
                  stop_asked() ? "stopped" : "as many as were asked for", name(end.next->slice),
                  end.next->number);
  else if (end.found == 0 && format != FindFormat::count)
    print_message("damiera: no position meets the conditions\n");
  return stop_asked() ? exit_again : exit_fine;
}

Exit run(FindCommand& command) {
  if (const auto done = complete(command); !done) return fail(done.error());
  auto slices = slices_named(command.options.variant, command.what);
  if (!slices) return fail(slices.error());
  if (const auto rows = check_rows(command.options.variant, command.criteria().men_rows); !rows)
    return fail(rows.error());
  const auto from = take_start(command.from, *slices);
  if (!from) return fail(from.error());
  const auto tables = Tablebase::open(command.options.variant, command.options.folders());
  if (!tables) return fail(tables.error());
  catch_stop_signals();
  FoundWriter writer{command.format};
  Finder finder{*tables, command.request};
  const auto render = [&](Found& found) -> Result<void> {
    auto text =
        found_text(*tables, found.place, found.pos, command.format, command.criteria().count);
    if (!text) return text.error();
    found.text = *std::move(text);
    return {};
  };
  const ThreadLimit limit{command.options.threads};
  const auto end = finder.find(
      *slices, *from, render, [&](const Found& found) { return writer.write(found), true; },
      [](std::uint64_t) { return !stop_asked(); });
  if (!end) return fail(end.error(), command.options);
  writer.write_counts(*slices, *end);
  return say_end(*end, command.format);
}

void add_value_options(CLI::App& sub, FindCommand& command) {
  FindCriteria& criteria = command.criteria();
  sub.add_flag("--win", command.win, "The side to move wins");
  sub.add_flag("--draw", command.draw, "It draws");
  sub.add_flag("--loss", command.loss, "It loses");
  add_number_option(sub, "--count", criteria.count, 1, max_count_moves,
                    "Values under a draw count of N moves by each side");
  sub.add_flag("--cursed", command.cursed, "It wins, but the count makes a draw of it");
  sub.add_flag("--blessed", command.blessed, "It loses, but the count makes a draw of it");
  add_range_option(sub, "--dtc", criteria.dtc, "Distance to conversion, in plies");
  add_range_option(sub, "--dtw", criteria.dtw, "Distance to the end of the game, in plies");
}

void add_shape_options(CLI::App& sub, FindCommand& command) {
  FindCriteria& criteria = command.criteria();
  sub.add_flag("--unique", criteria.unique, "Exactly one move keeps the value");
  sub.add_flag("--unique-line", criteria.unique_line, "And so on along the line: a study");
  add_choice_option<Zugzwang>(sub, "--zugzwang", criteria.zugzwang,
                              {{"mutual", Zugzwang::mutual}, {"mover", Zugzwang::mover}},
                              "Having to move is a disadvantage");
  add_number_option(sub, "--min-men-row", criteria.men_rows.least, 1, 64,
                    "Men are on their row R or beyond")
      ->type_name("R");
  add_number_option(sub, "--max-men-row", criteria.men_rows.most, 1, 64,
                    "Men are on their row R or before")
      ->type_name("R");
  sub.add_flag("--without-captures", command.without_captures, "No capture is possible");
  sub.add_flag("--captures", command.captures, "A capture is compulsory")
      ->excludes("--without-captures");
  sub.add_flag("--one-of-symmetric", criteria.one_of_symmetric,
               "Of king positions that are equal when turned or mirrored, the first");
  sub.add_flag("--one-of-each-line", command.request.one_of_each_line,
               "Leave out positions on the best line of another one");
}

void add_output_options(CLI::App& sub, FindCommand& command) {
  add_choice_option<std::string>(sub, "--sort", command.sort, {{"dtc", "dtc"}, {"dtw", "dtw"}},
                                 "The longest distance first");
  add_number_option(sub, "--limit", command.request.limit, 1, UINT64_MAX,
                    "Positions at most [all]");
  sub.add_option("--from", command.from, "Begin with this position: its number, or SLICE:NUMBER")
      ->check(some_text("the number of a position"))
      ->type_name("N");
  add_choice_option<FindFormat>(sub, "--format", command.format,
                                {{"fen", FindFormat::fen},
                                 {"csv", FindFormat::csv},
                                 {"json", FindFormat::json},
                                 {"pdn", FindFormat::pdn},
                                 {"count", FindFormat::count}},
                                "How positions are written [fen]");
}

}  // namespace

void add_find(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("find", "Positions with a property");
  sub->footer(find_help);
  const auto command = std::make_shared<FindCommand>();
  command->request.memory = default_memory();
  add_variant_option(*sub, command->options.variant);
  sub->add_option("slices", command->what, "Slices, or numbers of pieces")
      ->required()
      ->type_name("SLICE|N");
  add_value_options(*sub, *command);
  add_shape_options(*sub, *command);
  add_output_options(*sub, *command);
  add_tables_option(*sub, command->options);
  add_threads_option(*sub, command->options);
  add_memory_option(*sub, command->request.memory);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
