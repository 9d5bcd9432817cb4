#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

#include "answers/claim_text.h"
#include "apps/cli/options.h"

namespace damiera {

namespace {

constexpr const char* claim_help =
    R"(Reads games in PDN, replays them, and judges the draws by count that their rules know: the
40 moves of FID Art. 10, the 50 of the English game, the 25, 16 and 5 of FMJD Art. 6, the
counts of draughts-64. The first sentence says how the game ends. Then each count is granted,
not yet complete, annulled by a move, not admissible, or not claimed: complete, but on request,
without --from, in a game that was won. Then the tables say what the position was worth where
the count began, with and without the count, and which moves changed that, with the better one.

Moves are named as on the score sheet: 47w is White's move 47; 47 alone will do where only one
side can be meant. --from names the move before which the draw was claimed; without it every
count begins as soon as it can. An annulled count may begin again (FID Art. 10.5). --at names
the last move that had been made when it is judged; without it that is the last of the game.

--json writes one object a line for each game: {"game":1,"variant":...,"white":...,
"black":...,"result":...,"plies":...,"notes":[...],"headline":...,"drawn":true,"claims":[...]},
or with "error" in place of what follows the plies. A claim is {"article":...,
"reduced_by":null|...,"moves":40,"claimed":true|false|null,"verdict":"granted|not yet|annulled|
not admissible|not claimed","from":"12w","last":"51b","counted":{"white":40,"black":40},
"annulled_by":null|{"number","move","kind"},"reason":null|...,"fen":...,"others":[...],
"truth":{"covered":true,"to_move","value":{"wdl","dtc","counted"},"moves_needed","plies_left",
"changes":[...]}}; "claimed" is null for counts that begin by themselves; "counted" of a value
is the value under the count, null where it is not known. docs/claim.md tells more.

Exit status: 0 fine; with --exit-code 1 if a game is not drawn; 2 a game that cannot be read, or
usage; 3 tables that are damaged.

Examples:
  damiera claim game.pdn
  damiera claim game.pdn --from 47w --count 20
  damiera claim --game italian --fen "W:WK3:BK31" --moves "3-7 31-27 7-3")";

struct ClaimCommand {
  std::string file;  ///< "-" for standard input; empty for --moves
  std::optional<Variant> variant;
  std::string fen, moves;
  ClaimRequest request;
  std::vector<std::filesystem::path> tables;
  bool json = false, exit_code = false;
};

/// All of a stream, up to a bound.
Result<std::string> read_all(std::istream& in, const std::string& name) {
  constexpr std::size_t most = std::size_t{256} << 20;
  std::string text;
  std::string chunk(std::size_t{1} << 20, '\0');
  while (in) {
    in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) return Error{Error::Code::io, name + ": larger than 256 MiB"};
  }
  if (in.bad()) return Error{Error::Code::io, name + ": cannot be read"};
  return text;
}

Result<std::string> text_of(const ClaimCommand& command) {
  // A tag makes it a game, even without a move.
  if (command.file.empty()) return "[Event \"?\"] " + command.moves;
  if (command.file == "-") return read_all(std::cin, "standard input");
  std::ifstream in{command.file, std::ios::binary};
  if (!in) return Error{Error::Code::io, command.file + ": cannot be opened"};
  return read_all(in, command.file);
}

Result<PdnDefaults> defaults_of(const ClaimCommand& command) {
  PdnDefaults defaults{command.variant, {}};
  if (command.fen.empty()) return defaults;
  if (!command.variant) return Error{Error::Code::bad_notation, "--fen: expected --game with it"};
  const auto setup = parse_fen(*command.variant, command.fen);
  if (!setup) return Error{setup.error().code, "--fen: " + setup.error().message};
  defaults.start = *setup;
  return defaults;
}

/// Judges games, with the tables of each variant opened once.
class ClaimJudge {
 public:
  explicit ClaimJudge(const ClaimCommand& command) : command_{command} {}

  /// An error is about tables; what is wrong with the game is in the answer.
  Result<JudgedGame> judge(PdnGame read) {
    JudgedGame judged{std::move(read), command_.request.from.has_value(), {}};
    if (judged.read.error) return judged;
    const Game& game = judged.read.game;
    const auto counts = requested_counts(game.variant, command_.request);
    if (!counts) return unanswered(judged, counts.error());
    auto values = values_of(game.variant);
    if (!values) return values.error();
    for (const DrawCount& count : *counts) {
      auto claim = damiera::judge(game, count, command_.request);
      if (!claim) return unanswered(judged, claim.error());
      auto truth = claim_truth(**values, game, *claim);
      if (!truth) return truth.error();
      judged.claims.push_back({*std::move(claim), *std::move(truth)});
    }
    return judged;
  }

 private:
  static JudgedGame unanswered(JudgedGame& judged, const Error& error) {
    judged.claims.clear();
    judged.read.error =
        Error{error.code, fmt::format("game {}: {}", judged.read.number, error.message)};
    return std::move(judged);
  }

  Result<ClaimValues*> values_of(Variant variant) {
    const auto known = values_.find(variant);
    if (known != values_.end()) return &known->second;
    const Options options{.variant = variant, .tables = command_.tables};
    auto tables = Tablebase::open(variant, options.folders(), {.dtc_required = false});
    if (!tables) return tables.error();
    return &values_.try_emplace(variant, *std::move(tables)).first->second;
  }

  const ClaimCommand& command_;
  std::map<Variant, ClaimValues> values_;
};

void print(const JudgedGame& judged, bool json) {
  Text out;
  if (json)
    append(out,
           to_json(judged).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  else
    append_text(judged, out);
  std::fwrite(out.data(), 1, out.size(), stdout);
  std::fflush(stdout);  // in the order of the games, wherever both streams go
  if (judged.read.error && !json) fail(*judged.read.error);
}

Exit run(const ClaimCommand& command) {
  if (command.file.empty() && !command.variant)
    return fail({Error::Code::bad_notation, "expected a FILE, or --game with --fen or --moves"});
  if (!command.file.empty() && !command.moves.empty())
    return fail({Error::Code::bad_notation, "--moves: expected without a FILE"});
  const auto defaults = defaults_of(command);
  if (!defaults) return fail(defaults.error());
  const auto text = text_of(command);
  if (!text) return fail(text.error());
  PdnReader reader{*text, *defaults};
  ClaimJudge judge{command};
  Exit status = exit_fine;
  int games = 0;
  for (auto game = reader.next(); game; game = reader.next(), ++games) {
    const auto judged = judge.judge(*std::move(game));
    if (!judged) return fail(judged.error());
    print(*judged, command.json);
    if (judged->read.error)
      status = exit_usage;
    else if (command.exit_code && status == exit_fine && !is_drawn(*judged))
      status = exit_no;
  }
  if (games == 0) return fail({Error::Code::bad_notation, command.file + ": expected a game"});
  return status;
}

/// An option that is read by `parse`, which gives a Result.
template <class T, class Parse>
CLI::Option* add_parsed(CLI::App& app, const char* name, std::optional<T>& value, Parse parse,
                        const char* what) {
  return app.add_option_function<std::string>(
      name,
      [&value, parse, name](const std::string& text) {
        auto read = parse(text);
        if (!read) throw CLI::ValidationError(name, read.error().message);
        value = *read;
      },
      what);
}

}  // namespace

void add_claim(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("claim", "Was a draw by count claimed rightly?");
  sub->footer(claim_help);
  const auto command = std::make_shared<ClaimCommand>();
  sub->add_option("file", command->file, "Games in PDN, or - for standard input");
  add_parsed(*sub, "--game", command->variant, parse_variant,
             "The game, where the file does not say it")
      ->type_name("GAME");
  add_parsed(*sub, "--from", command->request.from, parse_asked_move,
             "The move before which the draw was claimed [as early as possible]")
      ->type_name("MOVE");
  add_parsed(*sub, "--at", command->request.at, parse_asked_move,
             "The last move made when it is judged [the last of the game]")
      ->type_name("MOVE");
  sub->add_option("--count", command->request.moves,
                  "Moves to be counted of each player [those of the rules]")
      ->type_name("N");
  sub->add_option("--fen", command->fen, "Where games without a FEN tag begin; needs --game");
  sub->add_option("--moves", command->moves, "The moves of one game, in place of a file");
  sub->add_option("--tables", command->tables,
                  "Folder of tables; may be given again, the first that has one counts")
      ->type_name("DIR")
      ->allow_extra_args(false);  // what follows is the file
  sub->add_flag("--json", command->json, "Write JSON for programs instead of text");
  sub->add_flag("--exit-code", command->exit_code,
                "Exit with 0 if every game is drawn by a count, with 1 if one is not");
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
