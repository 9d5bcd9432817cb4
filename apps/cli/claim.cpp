#include "answers/claim/claim_judge.h"
#include "answers/claim/claim_names.h"
#include "answers/claim/claim_page.h"
#include "answers/claim/claim_summary.h"
#include "answers/claim/claim_text.h"
#include "answers/json.h"
#include "apps/cli/options.h"
#include "apps/terminal/language.h"
#include "apps/terminal/output.h"
#include "apps/terminal/text_file.h"
#include "data/file/utf8_path.h"

namespace damiera {

namespace {

constexpr const char* claim_help =
    R"(Reads games in PDN, replays them, and judges the draws by count that their rules know: the
40 moves of FID Art. 10, the 50 of the English game, the 25, 16 and 5 of FMJD Art. 6, the
counts of draughts-64. The first sentence says how the game ends, and who has won on the board.
Then each count is granted, not yet complete, annulled by a move, not admissible, or not
claimed: complete, but on request, without --from, in a game that was won. Then the tables say
what the position was worth where the count began, with and without the count, and which moves
changed that, with the better one.

Moves are named as on the score sheet: 47w is White's move 47; 47 alone will do where only one
side can be meant. --from names the move before which the draw was claimed. The FID's counts
(Italian Art. 10, English 50) are asked for: they are counted from that move on. All others run
by themselves, or look back as the WCDF's does: --from judges whether they were complete at that
move. Without --from every count begins as soon as it can. An annulled count may begin again
(FID Art. 10.5). --at names the last move that had been made when it is judged; without it that
is the last of the game. For a game without draw counts it says so.

A file of several games ends with a summary, and --summary writes nothing else. --html writes a
page as well: a sheet of paper for each game, with diagrams and the count move by move.

--json writes one object a line for each game: {"game":1,"variant":...,"white":...,
"black":...,"result":...,"plies":...,"notes":[...],"headline":...,"drawn":true,
"won":"White"|"Black"|null,"repetition":null|{"article","before":["41w",...],"fen"},
"claims":[...]}, or with "error" in place of what follows the plies; "variant" is null if nothing
says which game it is. "won" says who has won on the board. "repetition" is a position that stood
for the third time. "claims" is empty if the rules of the game know no draw by count. A claim is
{"article":...,"reduced_by":null|...,"moves":40,"claimed":true|false|null,
"verdict":"granted|not yet|annulled|not admissible|not claimed",
"from":"12w","last":"51b","counted":{"white":40,"black":40},
"annulled_by":null|{"number","move","kind"},"reason":null|...,"fen":...,"others":[...],
"truth":{"covered":true,"to_move","value":{"wdl","dtc","counted"},"moves_needed","plies_left",
"changes":[{"number","move","before","after","better","kept"},...]}}, or {"covered":false,"reason":
...} where tables are missing; "claimed" is null for counts that begin by themselves; "from" and
"last" are the first and the last move counted, whatever --from says; "counted" of a value is the
value under the count, null where it is not known. "moves_needed" are those to the next capture or
man move, or to the end of the game where nothing makes the count void. "before", "after" and
"kept", after the better move, are values for the side that moves. With --summary there is one
object alone, {"games","drawn","not_drawn","not_claimed","repeated","unread"}. docs/claim.md tells
more.

Exit status: 0 fine; with --exit-code 1 if a game is not drawn; 2 a game that cannot be read, or
usage; 3 a file that cannot be opened, or tables that are damaged.

Examples:
  damiera claim game.pdn
  damiera claim game.pdn --from 47w --count 20
  damiera claim game.pdn --lang it --html report.html
  damiera claim tournament.pdn --summary
  damiera claim --game italian --fen "W:WK3:BK31" --moves "3-7 31-27 7-3")";

struct ClaimCommand {
  std::string file;  ///< "-" for standard input; empty for --moves
  std::optional<Variant> variant;
  std::optional<std::string> fen;
  std::string moves;
  ClaimRequest request;
  std::vector<std::filesystem::path> tables;
  bool json = false, summary = false, exit_code = false;
  const ClaimPhrases* phrases = nullptr;  ///< of the language that was given
  std::filesystem::path html;             ///< empty: not given
};

Result<std::string> text_of(const ClaimCommand& command) {
  // A tag makes it a game, even without a move.
  if (command.file.empty()) return "[Event \"?\"] " + command.moves;
  return read_text(command.file);
}

Result<PdnDefaults> defaults_of(const ClaimCommand& command) {
  PdnDefaults defaults{command.variant, {}};
  if (!command.fen) return defaults;
  if (!command.variant) return Error{Error::Code::bad_notation, "--fen: expected --game with it"};
  const auto record = parse_fen_record(*command.variant, *command.fen);
  if (!record) return Error{record.error().code, "--fen: " + record.error().message};
  defaults.start = *record;
  return defaults;
}

/// Prints the result of each game as it comes, and a summary at the end.
class ClaimPrinter {
 public:
  explicit ClaimPrinter(const ClaimCommand& command) : command_{command} {
    append_page_start(page_, phrases());
  }

  void add(const JudgedGame& judged) {
    summary_.add(judged);
    if (!command_.html.empty()) append_sheet(judged, page_, phrases());
    if (!command_.summary) print(judged);
    if (const auto& error = judged.read.error; error && !command_.json)
      fail({error->code, note_text(error->message, phrases())});
  }

  /// Prints it for several games, or for any number if --summary was given.
  void print_summary() const {
    if (!command_.summary && (command_.json || summary_.games < 2)) return;
    Text out;
    append(out, command_.json ? to_line(to_json(summary_)) : in_words(summary_, phrases()));
    append(out, "\n");
    write_output(out);
  }

  Result<void> write_page() {
    if (command_.html.empty()) return {};
    append_page_end(page_);
    return write_text(command_.html, {page_.data(), page_.size()});
  }

  const ClaimSummary& summary() const { return summary_; }

 private:
  /// JSON is in English unless a language is given: the locale must not change what programs read.
  const ClaimPhrases& phrases() const {
    if (command_.phrases) return *command_.phrases;
    const ClaimPhrases* of_locale = command_.json ? nullptr : find_phrases(language_of_locale());
    return of_locale ? *of_locale : english_phrases();
  }

  void print(const JudgedGame& judged) const {
    Text out;
    if (command_.json)
      append(out, to_line(to_json(judged, phrases())) + "\n");
    else
      append_text(judged, out, phrases());
    write_output(out);
    flush_output();  // in the order of the games, wherever both streams go
  }

  const ClaimCommand& command_;
  ClaimSummary summary_;
  Text page_;
};

Exit exit_of(const ClaimCommand& command, const ClaimSummary& summary) {
  if (summary.unread > 0) return exit_usage;
  return command.exit_code && summary.not_drawn() > 0 ? exit_no : exit_fine;
}

Result<void> check(const ClaimCommand& command) {
  if (command.file.empty() && !command.variant)
    return Error{Error::Code::bad_notation, "expected a FILE, or --game with --fen or --moves"};
  if (!command.file.empty() && !command.moves.empty())
    return Error{Error::Code::bad_notation, "--moves: expected without a FILE"};
  return expect_output("--html", command.html, command.file);
}

Exit run(const ClaimCommand& command) {
  if (const auto checked = check(command); !checked) return fail(checked.error());
  const auto defaults = defaults_of(command);
  if (!defaults) return fail(defaults.error());
  const auto text = text_of(command);
  if (!text) return fail(text.error());
  PdnReader reader{*text, *defaults};
  ClaimJudge judge{command.request, [&](Variant variant) {
                     return Options{.variant = variant, .tables = command.tables}.folders();
                   }};
  ClaimPrinter printer{command};
  while (auto game = reader.next()) {
    const auto judged = judge.judge(*std::move(game));
    if (!judged) return fail(judged.error());
    printer.add(*judged);
  }
  if (printer.summary().games == 0)
    return fail({Error::Code::bad_notation, name_of_input(command.file) + ": expected a game"});
  printer.print_summary();
  if (const auto written = printer.write_page(); !written) return fail(written.error());
  return exit_of(command, printer.summary());
}

}  // namespace

void add_claim(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("claim", "Was a draw by count claimed rightly?");
  sub->footer(claim_help);
  const auto command = std::make_shared<ClaimCommand>();
  sub->add_option("file", command->file, "Games in PDN, or - for standard input")
      ->check(some_text("a file"));
  add_parsed_option(*sub, "--game", command->variant, parse_variant,
                    "The game, if the file does not say it")
      ->type_name("GAME");
  add_parsed_option(*sub, "--from", command->request.from, parse_asked_move,
                    "The move before which the draw was claimed [as early as possible]")
      ->type_name("MOVE");
  add_parsed_option(*sub, "--at", command->request.at, parse_asked_move,
                    "The last move made when it is judged [the last of the game]")
      ->type_name("MOVE");
  add_number_option(*sub, "--count", command->request.moves, 1, max_count_moves,
                    "Moves of each player to be counted [as the rules say]");
  sub->add_option("--fen", command->fen, "Where games without a FEN tag begin; needs --game");
  sub->add_option("--moves", command->moves, "The moves of one game, in place of a file");
  add_folders_option(*sub, "--tables", command->tables,
                     "Folder of tables; may be given again, the first that has one counts")
      ->allow_extra_args(false);  // what follows is the file
  sub->add_flag("--json", command->json, "Write JSON for programs instead of text");
  add_file_option(*sub, "--html", command->html, "Write a page as well, to be printed on A4");
  sub->add_option_function<std::string>(
         "--lang",
         [command](const std::string& text) {
           command->phrases = find_phrases(text);
           if (!command->phrases)
             throw CLI::ValidationError("--lang", "'" + text + "': expected en or it");
         },
         "The language of reports, en or it [that of the locale; JSON in English]")
      ->type_name("LANG");
  sub->add_flag("--summary", command->summary, "Say only how many games are drawn");
  sub->add_flag("--exit-code", command->exit_code,
                "Exit with 0 if every game is drawn by a count, with 1 if one is not");
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
