#include "data/folder/expected_tables.h"

#include <algorithm>
#include <vector>

#include "data/folder/catalogue.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

/// The files and folders in a folder, in the order of their names; none if it cannot be read.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> entries;
  for (auto it = fs::directory_iterator{folder, failed}; !failed && it != fs::directory_iterator{};
       it.increment(failed))
    entries.push_back(it->path());
  std::ranges::sort(entries);
  return entries;
}

/// True if tables of the game lie in the folder itself, and not in its folder of that game.
bool lie_in(const fs::path& folder, Variant variant) {
  return std::ranges::any_of(entries_of(folder), [&](const fs::path& file) {
    const std::string table = std::string{name(variant)} + "/" + file.filename().string();
    return parse_table_name(table).has_value();
  });
}

/// "tables/italian/" as "tables/italian", whose last part has a name.
fs::path without_end(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

}  // namespace

bool holds_tables(const fs::path& folder, Variant variant) {
  const auto tables = list_tables(folder, variant);
  return tables && !tables->empty();
}

std::string hint_of_tables(const fs::path& folder, Variant variant) {
  const std::string game{name(variant)};
  if (lie_in(folder, variant)) {
    const fs::path itself = without_end(folder);
    if (itself.filename() == game)
      return "they lie in the folder itself: expected '" +
             (itself.has_parent_path() ? itself.parent_path().string() : ".") + "'";
    return "tables lie in the folder itself: expected them in '" + (itself / game).string() + "'";
  }
  for (const fs::path& entry : entries_of(folder))
    if (holds_tables(entry, variant))
      return "they lie one level deeper: expected '" + entry.string() + "'";
  return {};
}

Error no_tables(const fs::path& folder, Variant variant) {
  if (const auto listed = list_tables(folder, variant); !listed) return listed.error();
  const std::string hint = hint_of_tables(folder, variant);
  return {Error::Code::missing_table, "'" + folder.string() + "' holds no tables of " +
                                          std::string{name(variant)} +
                                          (hint.empty() ? "" : "; " + hint)};
}

}  // namespace damiera
