#include <fmt/core.h>

#include "answers/values.h"
#include "apps/cli/options.h"
#include "apps/hub/dxp_loop.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "rules/counts/draw_count.h"

namespace damiera {

namespace {

constexpr const char* dxp_help =
    R"(Plays draughts against another program by the DamExchange protocol (DXP). Without --connect
it is the follower: it waits for a program that connects and requests games. With --connect it
requests them, and the sides change after each game. It ends with the connection. Without
--draw-count, games have the draw count of the game, if only conversions begin it anew. Where there
is no count, games are drawn after 100 moves by each side without a conversion.

DXP is a protocol of the 10x10 board; on 8x8 positions are sent with 32 squares, which few other
programs understand. docs/hub.md says more.

Exit status: 0 fine; 1 the other program refuses the game, or sends a move that is illegal or cannot
be read; 2 usage; 3 the connection fails; 75 the other side closed it in a game, broke off a game,
or ended before all games were played.

Examples:
  damiera dxp
  damiera dxp --listen 0.0.0.0 --port 27531
  damiera dxp --connect 192.168.1.7 --games 2 --minutes 5)";

struct DxpCommand {
  Options options;
  std::string host, address = "127.0.0.1", start;
  int port = 27531;
  int count_moves = -1;  // -1: none was asked for; 0: no count
  double move_seconds = 0;
  DxpOptions play;
};

void print_result(const DxpResult& result, int number) {
  const std::string_view word = !result.value                  ? "broken off"
                                : *result.value == Value::win  ? "won"
                                : *result.value == Value::draw ? "drawn"
                                                               : "lost";
  fmt::print("game {}: {} against {}, {}, {}\n", number, word, result.opponent,
             result.began ? "first" : "second", plies_in_words(static_cast<int>(result.plies)));
  flush_output();
}

Result<DxpConnection> connection(const DxpCommand& command) {
  if (!command.host.empty()) return DxpConnection::to(command.host, command.port);
  return DxpConnection::from(command.address, command.port, [&](int port) {
    fmt::print("listening on {} port {}\n", command.address, port);
    flush_output();
  });
}

Exit play(const DxpCommand& command, Mover& mover) {
  auto connected = connection(command);
  if (!connected) return fail(connected.error());
  int games = 0, broken_off = 0;
  DxpPlayer player{mover, command.play, [&](const DxpResult& r) {
                     print_result(r, ++games);
                     broken_off += !r.value;
                   }};
  if (const auto played = play_dxp(*connected, player); !played) return fail(played.error());
  if (!player.complaint().empty()) {
    print_message("damiera: {}\n", player.complaint());
    return exit_no;
  }
  if (command.play.initiator && games < command.play.games)
    return fail(
        {Error::Code::try_again, fmt::format("the other side ended the match after {} of {}", games,
                                             in_number(command.play.games, "game"))});
  // We asked for whole games, so the other side has ended these.
  const bool whole = command.play.initiator && command.play.moves == 0;
  if (!whole || broken_off == 0) return exit_fine;
  return fail({Error::Code::try_again,
               fmt::format("the other side broke off {} of {} games", broken_off, games)});
}

/// The draw count of the games: the one that is asked for, or else the one of their rules, if only
/// conversions begin it anew. 0 if there is none.
int count_of_games(const DxpCommand& command) {
  if (command.count_moves >= 0) return command.count_moves;
  const DrawCount* count = count_by_conversions(command.options.variant);
  return count ? count->moves : 0;
}

Exit run(DxpCommand& command) {
  const Variant variant = command.options.variant;
  if (!command.start.empty()) {
    const auto start = parse_fen(variant, command.start);
    if (!start) return fail({start.error().code, "--position: " + start.error().message});
    if (start->pos != without_runs(start->pos))
      return fail({Error::Code::bad_position,
                   "--position: DXP cannot send which king moved last: expected no run of a king"});
    command.play.start = *start;
  }
  command.play.initiator = !command.host.empty();
  if (command.move_seconds > 0) command.play.move_seconds = command.move_seconds;
  const auto mover = Mover::open({.variant = variant,
                                  .folders = command.options.folders(),
                                  .count_moves = count_of_games(command),
                                  .threads = std::max(1, command.options.threads)});
  if (!mover) return fail(mover.error());
  return play(command, **mover);
}

void add_connection_options(CLI::App& sub, DxpCommand& command) {
  sub.add_option("--connect", command.host, "Ask the program on this host for games")
      ->check(some_text("a host"))
      ->type_name("HOST");
  sub.add_option("--listen", command.address, "Wait on this address [127.0.0.1]")
      ->check(some_text("an address"))
      ->type_name("ADDRESS")
      ->excludes("--connect");
  add_number_option(sub, "--port", command.port, 0, 65535,
                    "TCP port [27531]; 0: any that is free, which is said");
}

void add_game_options(CLI::App& sub, DxpCommand& command) {
  // Only the side that connects asks for games.
  add_number_option(sub, "--games", command.play.games, 1, 9999, "Games to ask for [1]")
      ->needs("--connect");
  add_number_option(sub, "--minutes", command.play.minutes, 1, 999,
                    "Minutes to ask for, for --moves moves [10]")
      ->needs("--connect");
  add_number_option(sub, "--moves", command.play.moves, 0, 999, "Moves in that time; 0: all [0]")
      ->needs("--connect");
  sub.add_option("--position", command.start, "Where games begin, in PDN FEN")
      ->check(some_text("a position"))
      ->type_name("FEN")
      ->needs("--connect");
  sub.add_option("--move-time", command.move_seconds,
                 "Seconds for each move, whatever the clock says")
      ->check(between(0.001, 1e7))
      ->type_name("SECONDS");
  add_draw_count_option(sub, command.count_moves);
}

}  // namespace

void add_dxp(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("dxp", "Play against another program over TCP (DXP)");
  sub->footer(dxp_help);
  const auto command = std::make_shared<DxpCommand>();
  command->options.variant = Variant::international;
  add_variant_option(*sub, command->options.variant);
  sub->get_option("variant")->required(false);
  add_connection_options(*sub, *command);
  add_game_options(*sub, *command);
  add_tables_option(*sub, command->options);
  add_search_threads_option(*sub, command->options);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
