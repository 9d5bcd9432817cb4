#include "apps/terminal/completion.h"

#include <fmt/core.h>

#include "apps/terminal/shell_word.h"
#include "rules/rules.h"

namespace damiera {

namespace {

using Commands = std::vector<const CLI::App*>;

std::string all_games() {
  std::string text;
  for (const Variant v : all_variants) text += (text.empty() ? "" : " ") + std::string{name(v)};
  return text;
}

std::string names_of(const Commands& commands) {
  std::string text;
  for (const CLI::App* command : commands) text += (text.empty() ? "" : " ") + command->get_name();
  return text;
}

/// The long names of all options: "--tables --json".
std::string options_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& word : option->get_lnames())
      text += (text.empty() ? "--" : " --") + word;
  return text;
}

bool takes_game(const CLI::App& command) { return command.get_option_no_throw("variant"); }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }
bool takes_folder(const CLI::Option& option) { return option.get_type_name() == "DIR"; }

std::string bash_cases(const Commands& commands) {
  std::string text;
  for (const CLI::App* command : commands)
    text += fmt::format("    {}) options='{}' first='{}' ;;\n", command->get_name(),
                        options_of(*command),
                        takes_game(*command)            ? all_games()
                        : command->get_name() == "help" ? names_of(commands)
                                                        : "");
  return text;
}

std::string bash(const CLI::App& app, const Commands& commands) {
  return fmt::format(R"(# Completion of damiera for bash.
_damiera() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} options='' first=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} {}' -- "$word")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ ${{COMP_WORDS[COMP_CWORD - 1]}} == --tables ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif ((COMP_CWORD == 2)); then
    mapfile -t COMPREPLY < <(compgen -W "$first" -- "$word")
  fi
}}
complete -o default -F _damiera damiera
)",
                     names_of(commands), options_of(app), bash_cases(commands));
}

/// The text without brackets, since zsh shows descriptions between brackets.
std::string zsh_text(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '[' ? '(' : c == ']' ? ')' : c;
  return safe;
}

std::string zsh_arguments(const CLI::App& command, const Commands& commands) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& word : option->get_lnames())
      text += " \\\n        " +
              in_quotes(fmt::format("*--{}[{}]{}", word, zsh_text(option->get_description()),
                                    takes_folder(*option)  ? ":folder:_files -/"
                                    : takes_value(*option) ? ":value:_files"
                                                           : ""));
  if (takes_game(command)) text += " \\\n        " + in_quotes("1:game:(" + all_games() + ")");
  if (command.get_name() == "help")
    text += " \\\n        " + in_quotes("1:command:(" + names_of(commands) + ")");
  return text + " \\\n        '*:file:_files'";
}

std::string zsh(const CLI::App&, const Commands& commands) {
  std::string described, cases;
  for (const CLI::App* command : commands) {
    const std::string& name = command->get_name();
    described += "    " + in_quotes(name + ":" + zsh_text(command->get_description())) + "\n";
    cases +=
        fmt::format("    {})\n      _arguments{} ;;\n", name, zsh_arguments(*command, commands));
  }
  return fmt::format(R"(#compdef damiera
# Completion of damiera for zsh.
_damiera() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac
}}
_damiera "$@"
)",
                     described, cases);
}

std::string fish_option(const std::string& when, const CLI::Option& option) {
  std::string text;
  for (const std::string& word : option.get_lnames())
    text += fmt::format("complete -c damiera -n {} -l {}{} -d {}\n", when, word,
                        takes_folder(option)  ? " -r -a '(__fish_complete_directories)'"
                        : takes_value(option) ? " -r"
                                              : "",
                        in_quotes(option.get_description(), "\\'"));
  return text;
}

std::string fish(const CLI::App& app, const Commands& commands) {
  std::string text = "# Completion of damiera for fish.\n";
  for (const CLI::Option* option : app.get_options())
    text += fish_option("__fish_use_subcommand", *option);
  for (const CLI::App* command : commands) {
    const std::string& name = command->get_name();
    text += fmt::format("complete -c damiera -f -n __fish_use_subcommand -a {} -d {}\n", name,
                        in_quotes(command->get_description(), "\\'"));
    const std::string when = in_quotes("__fish_seen_subcommand_from " + name);
    for (const CLI::Option* option : command->get_options()) text += fish_option(when, *option);
    if (takes_game(*command))
      text += fmt::format("complete -c damiera -n {} -a '{}'\n", when, all_games());
    if (name == "help")
      text += fmt::format("complete -c damiera -f -n {} -a '{}'\n", when, names_of(commands));
  }
  return text;
}

}  // namespace

std::string completion(const CLI::App& app, Shell shell) {
  const Commands commands = app.get_subcommands({});
  switch (shell) {
    case Shell::bash:
      return bash(app, commands);
    case Shell::zsh:
      return zsh(app, commands);
    case Shell::fish:
      return fish(app, commands);
  }
  return {};
}

}  // namespace damiera
