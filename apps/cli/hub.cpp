#include <iostream>

#include "apps/cli/options.h"
#include "apps/hub/hub_loop.h"
#include "apps/terminal/output.h"

namespace damiera {

namespace {

constexpr const char* hub_help =
    R"(Speaks the Hub protocol, version 2, on standard input and output, and nothing on standard error.
Give the program and the argument "hub" to a GUI as the command of an engine. It plays all games:
the parameter "variant" selects one. Where the tables hold a position, it never throws away a draw
or a win; where they hold distances too, it wins in the fewest plies. In other positions a search
with the tables as leaves plays. docs/hub.md describes parameters, notation and what is promised.

Example:
  printf 'hub\nset-param name=variant value=italian\ninit\n
  pos pos=WeeWeeeeeeeeeeeeeeeeweeeeeeeeeeBe\ngo think\n' | damiera hub)";

struct HubCommand {
  Options options;
  int count_moves = 0;
};

std::optional<std::string> read_line() {
  std::string line;
  if (!std::getline(std::cin, line)) return {};
  if (line.ends_with('\r')) line.pop_back();  // of a GUI on Windows
  return line;
}

void write_line(const std::string& line) {
  write_output(line + '\n');
  flush_output();
}

Exit run(const HubCommand& command) {
  std::ios::sync_with_stdio(false);
  HubSession session{
      {.folders = command.options.folders_to_read(),
       .count_moves = command.count_moves,
       .threads = std::max(1, command.options.threads)},
      [tables = command.options.tables](Variant variant) {
        return Options{.variant = variant, .tables = tables}.folders_without_tables();
      }};
  serve_hub(session, read_line, write_line);
  return exit_fine;
}

}  // namespace

void add_hub(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("hub", "Play as an engine under a GUI (Hub protocol)");
  sub->footer(hub_help);
  const auto command = std::make_shared<HubCommand>();
  add_tables_option(*sub, command->options);
  add_search_threads_option(*sub, command->options);
  add_draw_count_option(*sub, command->count_moves);
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera
