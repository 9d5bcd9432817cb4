#include "apps/cli/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>

#include "apps/cli/how_to_get.h"
#include "apps/terminal/environment.h"
#include "apps/terminal/message.h"
#include "apps/terminal/shell_word.h"
#include "data/file/utf8_path.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_list.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

/// The path that an option names in UTF-8. `what` is "file" or "folder", for the message. An empty
/// name is refused, as by some_text().
std::filesystem::path named_path(const std::string& option, const std::string& what,
                                 const std::string& name) {
  if (name.empty()) throw CLI::ValidationError(option, "expected a " + what + ", found no name");
  return utf8_path(name);
}

bool is_there(const std::filesystem::path& folder) {
  std::error_code failed;
  return std::filesystem::exists(folder, failed);
}

/// True if a folder of $DAMIERA_TABLES has no tables of the game where they are expected. False if
/// the folder only holds tables of another game.
bool is_empty_for(const std::filesystem::path& folder, Variant variant) {
  if (holds_tables(folder, variant)) return false;
  return !hint_of_tables(folder, variant).empty() ||
         std::ranges::none_of(all_variants, [&](Variant v) { return holds_tables(folder, v); });
}

CLI::Validator number_that(std::function<bool(double)> is_fine, const std::string& expected) {
  const auto check = [is_fine = std::move(is_fine), expected](const std::string& text) {
    double number = 0;
    const bool fine = CLI::detail::lexical_cast(text, number) && is_fine(number);
    return fine ? std::string{} : damiera::quoted(text) + ": expected " + expected;
  };
  return CLI::Validator{check, ""};
}

/// "italian, english, ... or brazilian".
std::string list_games() {
  std::string text;
  for (const Variant v : all_variants) {
    if (!text.empty()) text += v == all_variants.back() ? " or " : ", ";
    text += name(v);
  }
  return text;
}

}  // namespace

std::filesystem::path Options::folder() const {
  if (!tables.empty()) return tables.front();
  const auto list = tables_of_environment();
  return list.empty() ? user_tables() : list.front();
}

std::vector<std::filesystem::path> Options::folders_to_read() const {
  auto folders = tables;
  auto others = tables_of_environment();
  if (others.empty() && tables.empty()) others = {user_tables()};
  std::ranges::copy_if(others, std::back_inserter(folders), is_there);
  return folders;
}

std::vector<std::filesystem::path> Options::folders_without_tables() const {
  const Variant owner = tables_of(variant);
  std::vector<std::filesystem::path> found;
  for (const auto& folder : tables)
    if (is_there(folder) && !holds_tables(folder, owner)) found.push_back(folder);
  for (const auto& folder : tables_of_environment())
    if (is_empty_for(folder, owner)) found.push_back(folder);
  return found;
}

std::vector<std::filesystem::path> Options::folders() const {
  for (const auto& folder : folders_without_tables()) warn_of_no_tables(folder, tables_of(variant));
  return folders_to_read();
}

void add_variant_option(CLI::App& command, Variant& variant) {
  add_parsed_option(command, "variant", variant, parse_variant, "The game: " + list_games())
      ->required()
      ->type_name("GAME");
}

void add_tables_variant_option(CLI::App& command, Variant& variant) {
  const auto parse = [](const std::string& text) -> Result<Variant> {
    const auto read = parse_variant(text);
    return read ? Result<Variant>{tables_of(*read)} : read;
  };
  add_parsed_option(command, "variant", variant, parse,
                    "The game whose tables these are: " + list_games())
      ->required()
      ->type_name("GAME");
}

CLI::Option* add_folders_option(CLI::App& command, const std::string& option,
                                std::vector<std::filesystem::path>& folders,
                                const std::string& description) {
  const auto take = [option, &folders](const std::vector<std::string>& names) {
    folders.clear();
    for (const std::string& name : names) folders.push_back(named_path(option, "folder", name));
  };
  return command.add_option_function<std::vector<std::string>>(option, take, description)
      ->type_name("DIR");
}

CLI::Option* add_folder_option(CLI::App& command, const std::string& option,
                               std::filesystem::path& folder, const std::string& description) {
  const auto take = [option, &folder](const std::string& name) {
    folder = named_path(option, "folder", name);
  };
  return command.add_option_function<std::string>(option, take, description)->type_name("DIR");
}

CLI::Option* add_file_option(CLI::App& command, const std::string& option,
                             std::filesystem::path& file, const std::string& description) {
  const auto take = [option, &file](const std::string& name) {
    if (name == "-")
      throw CLI::ValidationError(option, "'-': expected a file; './-' is one with this name");
    file = named_path(option, "file", name);
  };
  return command.add_option_function<std::string>(option, take, description)->type_name("FILE");
}

void add_tables_option(CLI::App& command, Options& options) {
  add_folders_option(
      command, "--tables", options.tables,
      fmt::format("Folder of tables; may be given again. The folders of $DAMIERA_TABLES, a list "
                  "with '{}', come after it [{}]. A table is read from the first folder that has "
                  "it, and written to the first folder of all. Small tables that come with the "
                  "program are always read.",
                  folder_separator, user_tables_text))
      ->allow_extra_args(false);  // what follows may be a position
}

void add_memory_option(CLI::App& command, std::uint64_t& memory) {
  add_parsed_option(command, "--memory", memory, parse_bytes,
                    "Memory to use at most, such as 512M or 8G [three quarters of what there is]")
      ->type_name("BYTES");
}

void add_threads_option(CLI::App& command, Options& options) {
  add_number_option(command, "--threads", options.threads, 1, 4096,
                    "Threads [one for each processor]");
}

void add_search_threads_option(CLI::App& command, Options& options) {
  add_number_option(command, "--threads", options.threads, 1, 64, "Threads that search [1]");
}

void add_draw_count_option(CLI::App& command, int& moves) {
  add_number_option(
      command, "--draw-count", moves, 0, max_count_moves,
      "The game is drawn after N moves by each side without a conversion; 0: no count");
}

void add_json_option(CLI::App& command, Options& options) {
  command.add_flag("--json", options.json,
                   "Write JSON for programs instead of text (see docs/json.md)");
}

void add_slices_option(CLI::App& command, std::vector<Material>& slices, const std::string& help,
                       const std::string& option) {
  command
      .add_option_function<std::vector<std::string>>(
          option,
          [option, &slices](const std::vector<std::string>& texts) {
            for (const auto& text : texts) {
              const auto m = parse_material(text);
              if (!m) throw CLI::ValidationError(option, m.error().message);
              slices.push_back(*m);
            }
          },
          help)
      ->delimiter(',')
      ->type_name("SLICE,...");
}

Result<std::vector<Material>> slices_named(Variant variant, const std::vector<std::string>& words) {
  std::vector<Material> slices;
  const auto add = [&](const Material& m) {
    if (std::ranges::find(slices, m) == slices.end()) slices.push_back(m);
  };
  for (const std::string& word : words) {
    const auto pieces = whole_number<int>(word);
    if (!pieces) {
      const auto slice = parse_material(word);
      if (!slice) return slice.error();
      if (auto in_game = check_slice(*slice, rules_of(variant)); !in_game) return in_game.error();
      add(*slice);
      continue;
    }
    if (*pieces < 2 || *pieces > most_pieces)
      return Error{Error::Code::bad_notation,
                   fmt::format("'{}': expected a slice, or 2 to {} pieces", word, most_pieces)};
    std::ranges::for_each(slices_of(*pieces, rules_of(variant)), add);
  }
  return slices;
}

std::uint64_t number_of_option(const std::string& option, const std::string& text,
                               std::uint64_t least, std::uint64_t most) {
  if (const auto number = whole_number(text, least, most)) return *number;
  const std::string range = most < UINT64_MAX ? fmt::format(" from {} to {}", least, most)
                            : least > 0       ? fmt::format(" of at least {}", least)
                                              : "";
  throw CLI::ValidationError(option, damiera::quoted(text) + ": expected a whole number" + range);
}

CLI::Validator at_least(double least) {
  return number_that([least](double n) { return n >= least; },
                     fmt::format("a number of at least {}", least));
}

CLI::Validator between(double least, double most) {
  return number_that([least, most](double n) { return n >= least && n <= most; },
                     fmt::format("a number from {} to {}", least, most));
}

CLI::Validator some_text(const std::string& expected) {
  const auto check = [expected](const std::string& text) {
    return text.empty() ? "expected " + expected + ", found no text" : std::string{};
  };
  return CLI::Validator{check, ""};
}

std::string command_line(const CLI::App& command) {
  std::string line = "damiera " + command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->empty()) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    const std::string name = option->get_positional() ? "" : " " + option->get_name();
    for (const std::string& value : option->results())
      line += is_flag ? name : name + " " + shell_word(value);
  }
  return line;
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  std::uint64_t n = 0;
  const char* end = text.data() + text.size();
  const auto [unit, failed] = std::from_chars(text.data(), end, n);
  const std::size_t place = unit == end ? 0 : units.find(*unit);
  const std::size_t bits = unit == end ? 0 : 10 * (place + 1);
  if (failed != std::errc{} || n == 0 || end - unit > 1 || place >= units.size() ||
      n > UINT64_MAX >> bits)
    return Error{Error::Code::bad_notation,
                 fmt::format("'{}': expected bytes, such as 512M or 8G", text)};
  return n << bits;
}

Exit fail(const Error& error, const Options& options) {
  const Exit status = fail(error);
  const auto missing = parse_table_name(error.table);
  if (error.code == Error::Code::missing_table && missing)
    print_message("{}\n", how_to_get(*missing, options));
  return status;
}

}  // namespace damiera
