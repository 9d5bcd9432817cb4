// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/table_folders.h"
#include "apps/terminal/output.h"
#include "apps/terminal/resources.h"
#include "probe/tablebase.h"
#include "rules/notation/utf8.h"

namespace damiera {

/// The values of the options that most commands have.
struct Options {
  Variant variant{};
  std::vector<std::filesystem::path> tables;  ///< the folders given with --tables
  int threads = 0;                            ///< 0: one for each processor
  bool json = false;

  /// The folder to write to: the first of --tables, else the first of $DAMIERA_TABLES, else the
  /// user's own.
  std::filesystem::path folder() const;
  /// The folders to read, in this order: the folders of --tables, then of $DAMIERA_TABLES; if
  /// neither is given, the user's own. Folders of the last two count only if they exist. Prints no
  /// warning.
  std::vector<std::filesystem::path> folders_to_read() const;
  /// The folders that the user named and that hold no table of the game, which may be a mistake. A
  /// missing folder of --tables is not among them: to read it is an error.
  std::vector<std::filesystem::path> folders_without_tables() const;
  /// The folders to read, with a warning on standard error about each of folders_without_tables().
  std::vector<std::filesystem::path> folders() const;
};

void add_variant_option(CLI::App& command, Variant& variant);
/// Adds the option for commands about a game's tables: `variant` becomes tables_of() the game.
void add_tables_variant_option(CLI::App& command, Variant& variant);
/// An option with the name of a folder in UTF-8, which may be given again.
CLI::Option* add_folders_option(CLI::App& command, const std::string& option,
                                std::vector<std::filesystem::path>& folders,
                                const std::string& description);
/// An option with the name of one folder, or of a file, in UTF-8.
CLI::Option* add_folder_option(CLI::App& command, const std::string& option,
                               std::filesystem::path& folder, const std::string& description);
CLI::Option* add_file_option(CLI::App& command, const std::string& option,
                             std::filesystem::path& file, const std::string& description);
/// "--tables DIR", which may be given again.
void add_tables_option(CLI::App& command, Options& options);
void add_threads_option(CLI::App& command, Options& options);
/// "--memory 8G".
void add_memory_option(CLI::App& command, std::uint64_t& memory);
/// Of commands that play: threads of the search, and the moves after which a game is drawn.
void add_search_threads_option(CLI::App& command, Options& options);
void add_draw_count_option(CLI::App& command, int& moves);
void add_json_option(CLI::App& command, Options& options);
/// "--slices KKvK,KMvK", or another option that takes slices.
void add_slices_option(CLI::App& command, std::vector<Material>& slices, const std::string& help,
                       const std::string& option = "--slices");

/// The slices that words name: "KKvKM", or "4" for all of four pieces. Error bad_notation.
Result<std::vector<Material>> slices_named(Variant variant, const std::vector<std::string>& words);

/// The command as it was given, as a line that a shell reads: "damiera plan english --pieces 5".
std::string command_line(const CLI::App& command);

/// "8G" in bytes: K, M, G and T are powers of 1024. Error bad_notation.
Result<std::uint64_t> parse_bytes(std::string_view text);

/// An option whose text `parse` reads; the message of its error ends the command.
template <class T, class Parse>
CLI::Option* add_parsed_option(CLI::App& command, const std::string& option, T& value, Parse parse,
                               const std::string& help);

/// A whole number from `least` to `most`: "--threads 4". `value` may be an optional.
template <class T>
CLI::Option* add_number_option(CLI::App& command, const std::string& option, T& value,
                               std::uint64_t least, std::uint64_t most, const std::string& help);
/// The number of such an option. Throws CLI::ValidationError, which says what was expected.
std::uint64_t number_of_option(const std::string& option, const std::string& text,
                               std::uint64_t least, std::uint64_t most);

/// A check of a number: unlike those of CLI11 it refuses "nan", and its message is short.
CLI::Validator at_least(double least);
CLI::Validator between(double least, double most);
/// Refuses an empty text: it may come from a shell variable that is not set, and must not mean that
/// nothing was given. `expected`: "a file".
CLI::Validator some_text(const std::string& expected);

/// A few words, each of which stands for a value, as in "--profile small".
template <class T>
using Choices = std::vector<std::pair<std::string, T>>;
/// An option whose value is one of these words. Unlike with CLI11's own check, its help shows the
/// words alone.
template <class T>
void add_choice_option(CLI::App& command, const std::string& option, T& value,
                       const Choices<T>& choices, const std::string& help);

/// Does the same as fail(error). For a missing table it also says which tables exist, and the cost
/// of building it.
Exit fail(const Error& error, const Options& options);

template <class T, class Parse>
CLI::Option* add_parsed_option(CLI::App& command, const std::string& option, T& value, Parse parse,
                               const std::string& help) {
  return command.add_option_function<std::string>(
      option,
      [option, &value, parse](const std::string& text) {
        auto read = parse(text);
        if (!read) throw CLI::ValidationError(option, read.error().message);
        value = *std::move(read);
      },
      help);
}

template <class T>
CLI::Option* add_number_option(CLI::App& command, const std::string& option, T& value,
                               std::uint64_t least, std::uint64_t most, const std::string& help) {
  const auto take = [option, &value, least, most](const std::string& text) {
    const std::uint64_t number = number_of_option(option, text, least, most);
    if constexpr (std::is_integral_v<T>)
      value = static_cast<T>(number);
    else
      value = static_cast<typename T::value_type>(number);
  };
  return command.add_option_function<std::string>(option, take, help)->type_name("N");
}

template <class T>
void add_choice_option(CLI::App& command, const std::string& option, T& value,
                       const Choices<T>& choices, const std::string& help) {
  std::string words;
  for (const auto& [word, meaning] : choices) words += (words.empty() ? "" : "|") + word;
  const auto choose = [option, &value, choices, words](const std::string& text) {
    for (const auto& [word, meaning] : choices)
      if (word == text) return void(value = meaning);
    throw CLI::ValidationError(option, damiera::quoted(text) + ": expected " + words);
  };
  command.add_option_function<std::string>(option, choose, help)->type_name(words);
}

}  // namespace damiera
