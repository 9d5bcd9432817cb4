#include <fmt/core.h>

#include "apps/cli/options.h"
#include "apps/cli/program.h"
#include "apps/terminal/completion.h"
#include "apps/terminal/man_page.h"

namespace damiera {

namespace {

constexpr const char* help_help = R"(Examples:
  damiera help                        all commands
  damiera help probe                  a single command
  damiera help probe --man | man -l -  as a manual page
  damiera help --completion bash      the script that `cmake --install` installs)";

struct HelpCommand {
  explicit HelpCommand(const CLI::App& app) : program{app} {}

  const CLI::App& program;
  std::string command;  // empty: the whole program
  bool man = false, list = false;
  std::optional<Shell> shell;

  Exit run() const {
    if (list) return print_list();
    if (shell) return print(completion(program, *shell));
    const CLI::App* app = command.empty() ? &program : find_command(program, command);
    if (!app) return fail(unknown_command(program, command));
    return print(man ? man_page(*app) : help_text(*app));
  }

 private:
  /// The text of --help. CLI::App::help() would return the help of the command that was parsed,
  /// which is this one.
  std::string help_text(const CLI::App& app) const {
    const std::string name = &app == &program ? "damiera" : "damiera " + app.get_name();
    return app.get_formatter()->make_help(&app, name, CLI::AppFormatMode::Normal);
  }
  static Exit print(const std::string& text) {
    fmt::print("{}", text);
    return exit_fine;
  }
  Exit print_list() const {
    for (const CLI::App* app : program.get_subcommands({})) fmt::print("{}\n", app->get_name());
    return exit_fine;
  }
};

}  // namespace

void add_help(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("help", "This text, or that of a command");
  sub->footer(help_help);
  const auto command = std::make_shared<HelpCommand>(app);
  sub->add_option("command", command->command, "The command [all of them]")->type_name("COMMAND");
  sub->add_flag("--man", command->man, "As a manual page");
  sub->add_flag("--list", command->list, "Only the names of the commands, a line each");
  add_choice_option<std::optional<Shell>>(
      *sub, "--completion", command->shell,
      {{"bash", Shell::bash}, {"zsh", Shell::zsh}, {"fish", Shell::fish}},
      "Instead, the script that makes this shell complete commands");
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
