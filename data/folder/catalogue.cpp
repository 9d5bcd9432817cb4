#include "data/folder/catalogue.h"

#include <algorithm>
#include <charconv>

#include "data/file/io_error.h"
#include "data/folder/names_in.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// The table with a file name such as "KKMvKM.wdl" or "KKMvKM.wdl40".
std::optional<TableId> parse_file_name(Variant variant, std::string_view text) {
  const auto dot = text.find('.');
  const auto material = parse_material(text.substr(0, dot));
  if (dot == text.npos || !material) return {};
  if (count_positions(*material, rules_of(variant)) == 0) return {};  // no position
  const std::string_view digits = text.substr(std::min(dot + 4, text.size()));
  int count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  for (const Metric metric :
       {Metric::wdl, Metric::dtc, Metric::dtw, Metric::counted_wdl, Metric::counted_dtc}) {
    if (is_counted(metric) != (count >= 1 && count <= max_count_moves)) continue;
    const TableId id{variant, *material, metric, count};
    if (table_path({}, id).filename() == text) return id;
  }
  return {};
}

// Whether this is a file; false if it is gone by now. Errors: io, also for a folder or a link that
// leads nowhere: a table of another folder must not stand for it.
Result<bool> is_file(const fs::path& path) {
  std::error_code failed, none;
  const auto type = fs::status(path, failed).type();
  if (type == fs::file_type::regular) return true;
  if (type == fs::file_type::none) return io_error(path, "stat", failed);
  if (type == fs::file_type::not_found &&
      fs::symlink_status(path, none).type() != fs::file_type::symlink)
    return false;
  return Error{Error::Code::io, path.string() + ": not a file"};
}

}  // namespace

std::optional<TableId> parse_table_name(std::string_view text) {
  const auto slash = text.find('/');
  const auto variant = parse_variant(text.substr(0, slash));
  if (slash == text.npos || !variant || name(*variant) != text.substr(0, slash)) return {};
  return parse_file_name(*variant, text.substr(slash + 1));
}

std::uint64_t positions_of(const TableId& id) {
  return count_positions(id.material, rules_of(id.variant));
}

bool has_table(const fs::path& folder, const TableId& id) {
  std::error_code none;
  return fs::is_regular_file(table_path(folder, id), none);
}

std::tuple<int, int, int, int, Metric, int> solving_order(const TableId& id) {
  const Material& m = id.material;
  return {m.total(), m.men(), m.my_men, m.my_kings, id.metric, id.count};
}

Result<std::vector<TableId>> list_tables(const fs::path& folder, Variant variant) {
  const auto names = names_in(folder / name(variant));
  if (!names) return names.error();
  std::vector<TableId> tables;
  for (const std::string& text : *names) {
    const auto id = parse_file_name(variant, text);
    if (!id) continue;
    const auto there = is_file(table_path(folder, *id));
    if (!there) return there.error();
    if (*there) tables.push_back(*id);
  }
  std::ranges::sort(tables, {}, solving_order);
  return tables;
}

}  // namespace damiera
