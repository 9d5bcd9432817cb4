#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "apps/cli/options.h"
#include "apps/serve/server.h"
#include "apps/terminal/message.h"

namespace damiera {

namespace {

constexpr const char* serve_help =
    R"(Answers as the tablebase servers of lichess and lidraughts do, and shows a page with a board at
http://127.0.0.1:9000/. Only this machine can reach it unless --host says otherwise; on the internet
put a proxy in front of it, for TLS. It serves the tables of all games that exist when it starts.

  /italian?fen=W:WK3,20:BK31&counted=31   the position, and its moves, best first
  /italian/mainline, /italian/line        best play; POST /italian/claim judges games in PDN
  /stats/italian/KMvK.json                counts of a slice; /openapi.json describes all
  /download/index.json                    with --downloads: published tables, for `damiera fetch`

After SIGTERM or SIGINT it ends when the current requests are answered. If systemd hands over a
socket, it serves that socket and ignores --host and --port.

Examples:
  damiera serve
  damiera serve --tables /data/draughts --port 8080 --rate 20)";

struct ServeCommand {
  Options options;
  std::string host = "127.0.0.1";
  int port = 9000;
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;
  Limits limits;
  BatchLimits batch;
  std::filesystem::path downloads;
  double request_seconds = 10, answer_seconds = 10, idle_seconds = 60;
};

/// The socket that systemd hands over, by sd_listen_fds(3); nothing without one.
std::optional<int> handed_socket() {
  constexpr int first = 3;
  const char* process = std::getenv("LISTEN_PID");
  const char* count = std::getenv("LISTEN_FDS");
  if (!process || !count || std::to_string(getpid()) != process || std::string{count} == "0")
    return std::nullopt;
  return first;
}

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

Result<void> open_socket(Server& server, const ServeCommand& command) {
  if (const auto socket = handed_socket()) {
    if (auto adopted = server.adopt(*socket); !adopted) return adopted;
    print_message("damiera: serving on the socket that was handed over\n");
    return {};
  }
  std::string host = command.host;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto port = server.listen(host, command.port);
  if (!port) return port.error();
  const bool six = host.find(':') != std::string::npos;
  print_message("damiera: serving on http://{}{}{}:{}/\n", six ? "[" : "", host, six ? "]" : "",
                *port);
  return {};
}

/// Runs the server until a signal of `signals` comes. Every thread blocks them, so this one gets
/// it.
Result<void> run_until_signal(Server& server, const sigset_t& signals) {
  Result<void> ran;
  std::thread serving{[&] {
    ran = server.run();
    kill(getpid(), SIGTERM);  // the wait below ends, whoever ended it
  }};
  int signal = 0;
  sigwait(&signals, &signal);
  server.stop();
  serving.join();
  return ran;
}

Exit run(ServeCommand& command) {
  using std::chrono::milliseconds;
  command.limits.request_time = milliseconds(std::lround(command.request_seconds * 1000));
  command.limits.answer_time = milliseconds(std::lround(command.answer_seconds * 1000));
  command.limits.idle_time = milliseconds(std::lround(command.idle_seconds * 1000));
  const auto folders = [tables = command.options.tables](Variant variant) {
    return Options{.variant = variant, .tables = tables}.folders_to_read();
  };
  Metrics metrics;
  const auto site = Site::open({.folders = folders,
                                .cache_bytes = command.cache_bytes,
                                .batch = command.batch,
                                .downloads = command.downloads},
                               metrics);
  if (!site) return fail(site.error());
  Server server{*site, metrics, command.limits,
                [](const std::string& text) { print_message("damiera: {}\n", text); }};
  // From here on, because a supervisor may send one as soon as the server says where it is.
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  if (const auto opened = open_socket(server, command); !opened) return fail(opened.error());
  const auto ran = run_until_signal(server, signals);
  return ran ? exit_fine : fail(ran.error());
}

void add_limit_options(CLI::App& sub, ServeCommand& command) {
  add_number_option(sub, "--connections", command.limits.connections, 1, 100'000,
                    "Connections open at a time; further ones get 503 [256]");
  sub.add_option("--rate", command.limits.rate,
                 "Requests a second of each address, a position of a batch being one; further ones "
                 "get 429 [any number]")
      ->check(at_least(0))
      ->type_name("N");
  sub.add_option("--burst", command.limits.burst,
                 "Requests that an address may make at once before --rate counts [50]")
      ->check(between(1, 1e9))
      ->type_name("N");
  sub.add_flag("--forwarded", command.limits.forwarded,
               "For --rate, take the address from X-Forwarded-For, which a proxy sets");
  add_number_option(sub, "--max-header", command.limits.header_bytes, 256, 1 << 20,
                    "Bytes of a request's line and headers [16384]")
      ->type_name("BYTES");
  add_number_option(sub, "--max-body", command.limits.body_bytes, 0, 1 << 30,
                    "Bytes of a request's body [1048576]")
      ->type_name("BYTES");
  add_number_option(sub, "--max-lines", command.batch.lines, 1, 10'000'000,
                    "Positions, or games, of one request [1000]");
  sub.add_option("--request-time", command.request_seconds,
                 "Seconds that a client has to send a request, and to read its answer [10]")
      ->check(between(0.01, 86'400.0))
      ->type_name("S");
  sub.add_option("--answer-time", command.answer_seconds,
                 "Seconds to find an answer; after that the request gets 503 [10]")
      ->check(between(0.01, 86'400.0))
      ->type_name("S");
  sub.add_option("--idle-time", command.idle_seconds,
                 "Seconds that a connection stays open without a request [60]")
      ->check(between(0.01, 86'400.0))
      ->type_name("S");
}

}  // namespace

void add_serve(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("serve", "Answer over HTTP, and show a page with a board");
  sub->footer(serve_help);
  const auto command = std::make_shared<ServeCommand>();
  add_tables_option(*sub, command->options);
  sub->add_option("--host", command->host, "The address to serve on [127.0.0.1]")
      ->check(some_text("an address"))
      ->type_name("HOST");
  add_number_option(*sub, "--port", command->port, 0, 65'535,
                    "The port; 0 for any that is free [9000]");
  add_parsed_option(*sub, "--cache", command->cache_bytes, parse_bytes,
                    "Memory for decoded values of all games [256M]")
      ->type_name("BYTES");
  add_folder_option(*sub, "--downloads", command->downloads,
                    "Also offer the files of this folder, below /download");
  add_limit_options(*sub, *command);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
