#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/cli/options.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* checksums_help =
    R"(Reads every file, and writes the list that FORMAT.md describes: name, size and XXH3 of each.
`damiera verify --against` compares a folder with such a list. What a folder holds is also
listed in the file checksums.txt of each game in it.

Example:
  damiera checksums italian --tables /data/draughts > italian.txt)";

Exit list_checksums(const Options& options) {
  const auto tables = list_tables(options.folder(), options.variant);
  if (!tables) return fail(tables.error());
  if (tables->empty()) return fail(no_tables(options.folder(), options.variant));
  const auto list = sum_files(options.folder(), *tables);
  if (!list) return fail(list.error());
  if (!options.json) {
    fmt::print("{}", to_text(*list));
    return exit_fine;
  }
  Json files = Json::array();
  for (const auto& [file, sum] : *list)
    files.push_back(
        {{"name", file}, {"bytes", sum.bytes}, {"xxh3", fmt::format("{:016x}", sum.checksum)}});
  fmt::print("{}\n", Json{{"variant", name(options.variant)}, {"files", files}}.dump(2));
  return exit_fine;
}

}  // namespace

void add_checksums(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("checksums", "List the tables of a folder with their checksums");
  sub->footer(checksums_help);
  const auto options = std::make_shared<Options>();
  add_tables_variant_option(*sub, options->variant);
  add_tables_option(*sub, *options);
  add_json_option(*sub, *options);
  sub->callback([options, &status] { status = list_checksums(*options); });
}

}  // namespace damiera
