#include "data/folder/planes_folder.h"

#include "data/file/io_error.h"
#include "data/folder/catalogue.h"
#include "data/folder/names_in.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view planes_ending = ".planes", values_ending = ".wdl";

}  // namespace

fs::path planes_path(const fs::path& folder, const TableId& values) {
  const std::string count = values.count == 0 ? "" : std::to_string(values.count);
  return folder / name(values.variant) /
         ("." + name(values.material) + std::string{planes_ending} + count);
}

std::optional<TableId> parse_planes_name(Variant variant, std::string_view text) {
  const auto dot = text.find('.');
  if (dot == text.npos || !text.substr(dot).starts_with(planes_ending)) return {};
  std::string table{name(variant)};
  table += '/';
  table += text.substr(0, dot);
  table += values_ending;
  table += text.substr(dot + planes_ending.size());
  return parse_table_name(table);
}

Result<int> remove_planes(const fs::path& folder, Variant variant) {
  const fs::path tables = folder / name(variant);
  const auto names = names_in(tables);
  if (!names) return names.error();
  int removed = 0;
  for (const std::string& text : *names) {
    if (!text.starts_with('.') || !parse_planes_name(variant, text.substr(1))) continue;
    std::error_code failed;
    removed += fs::remove(tables / text, failed);
    if (failed) return io_error(tables / text, "remove", failed);
  }
  return removed;
}

}  // namespace damiera
