#include <fmt/core.h>

#include "apps/cli/holder.h"
#include "apps/cli/options.h"
#include "apps/terminal/output.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"
#include "data/folder/chunks_folder.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "data/folder/manifest.h"
#include "data/folder/planes_folder.h"

namespace damiera {

namespace {

constexpr const char* checksums_help =
    R"(Reads every file, and writes the list that FORMAT.md describes: name, size and XXH3 of each.
`damiera verify --against` compares a folder with such a list. The files of a folder are also listed
in the file checksums.txt of each game in it.

Jobs of `damiera plan` list the tables that they wrote in files of their own next to it. --merge
puts these lists into checksums.txt, and reads the tables that are in none of them. It ends a plan:
it removes the values that jobs kept for each other, see docs/planes.md, and the chunks of pairs,
from the folder of --planes if the plan had one.

Examples:
  damiera checksums italian --tables /data/draughts > italian.txt
  damiera checksums italian --tables /data/draughts --merge)";

Result<void> remove_work_files(const std::filesystem::path& folder, Variant variant) {
  if (auto removed = remove_leftovers(folder, variant); !removed) return removed.error();
  if (auto removed = remove_planes(folder, variant); !removed) return removed.error();
  if (auto removed = remove_chunks(folder, variant); !removed) return removed.error();
  return {};
}

// The lock comes first: while jobs still work, they need the files that are removed here. Releasing
// the lock removes the lock file that the jobs shared.
Exit merge_lists(const Options& options, const std::filesystem::path& planes) {
  std::error_code failed;  // a lock would make the folder
  if (!std::filesystem::exists(options.folder() / name(options.variant), failed) && !failed)
    return fail(no_tables(options.folder(), options.variant));
  const auto lock =
      FolderLock::take(options.folder(), options.variant, holder("checksums", options.variant));
  if (!lock) return fail(lock.error());
  for (const auto& folder : {options.folder(), planes})
    if (auto removed = remove_work_files(folder, options.variant); !removed)
      return fail(removed.error());
  const auto manifest = Manifest::open(options.folder(), options.variant);
  if (!manifest) return fail(manifest.error());
  if (manifest->list().empty()) return fail(no_tables(options.folder(), options.variant));
  if (options.json)
    write_json({{"variant", name(options.variant)}, {"files", manifest->list().size()}});
  else
    fmt::print("{}: {} listed\n", manifest_path(options.folder(), options.variant).string(),
               in_number(manifest->list().size(), "table"));
  return exit_fine;
}

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
  write_json({{"variant", name(options.variant)}, {"files", files}});
  return exit_fine;
}

}  // namespace

void add_checksums(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("checksums", "List the tables of a folder with their checksums");
  sub->footer(checksums_help);
  const auto options = std::make_shared<Options>();
  const auto merge = std::make_shared<bool>(false);
  const auto planes = std::make_shared<std::filesystem::path>();
  add_tables_variant_option(*sub, options->variant);
  add_tables_option(*sub, *options);
  add_json_option(*sub, *options);
  auto* const asked =
      sub->add_flag("--merge", *merge, "Bring the folder's checksums.txt up to date instead");
  add_folder_option(*sub, "--planes", *planes,
                    "With --merge: where the jobs of the plan kept values")
      ->needs(asked);
  sub->callback([options, merge, planes, &status] {
    const auto kept = planes->empty() ? options->folder() : *planes;
    status = *merge ? merge_lists(*options, kept) : list_checksums(*options);
  });
}

}  // namespace damiera
