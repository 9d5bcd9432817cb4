#include "generator/find_damage.h"

#include <algorithm>
#include <set>

#include "data/file/first_damage.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "data/folder/manifest.h"
#include "generator/parallel.h"

namespace damiera {

namespace {

// The error of the first block that cannot be read.
Result<void> read_blocks(const Table& table) {
  FirstDamage damage;
  for_each_number(table.blocks(), [&](std::uint64_t n) { damage.add(n, table.check(n)); });
  return damage.result();
}

/// True if reading the table needs the WDL table of its slice. If that one is damaged or missing,
/// damage of this one is hidden.
bool is_read_beside_wdl(const std::filesystem::path& folder, const TableId& id) {
  return !holds_values(id.metric) && coding_of(folder, id) == Coding::tree;
}

Result<void> read_table(const std::filesystem::path& folder, const TableId& id) {
  const auto table = Table::open(folder, id);
  if (!table) return table.error();
  return read_blocks(*table);
}

}  // namespace

Result<std::vector<TableId>> expected_tables(const std::filesystem::path& folder, Variant variant) {
  auto found = list_tables(folder, variant);
  if (!found) return found;
  if (const auto listed = read_checksums(manifest_path(folder, variant)))
    for (const auto& [file, sum] : *listed)
      if (const auto id = parse_table_name(file); id && id->variant == variant)
        found->push_back(*id);
  std::set<TableId> expected;
  for (TableId id : *found) {
    for (int side = 0; side < 2; ++side) {
      expected.insert({id, wdl_beside(id)});
      id.material = id.material.flipped();
    }
  }
  std::vector<TableId> ordered{expected.begin(), expected.end()};
  std::ranges::sort(ordered, {}, solving_order);
  return ordered;
}

bool is_damage(const Error& error) {
  return error.code == Error::Code::corrupt || error.code == Error::Code::foreign_table ||
         error.code == Error::Code::missing_table;
}

Result<std::vector<Damage>> find_damage(
    const std::filesystem::path& folder, const std::vector<TableId>& tables,
    std::vector<TableId>& blocked,
    const std::function<bool(const TableId&, std::uint64_t positions)>& progress) {
  std::vector<Damage> found;
  std::uint64_t positions = 0;
  for (const TableId& id : tables) {
    if (!progress(id, positions)) break;
    positions += positions_of(id);
    const auto read = read_table(folder, id);
    if (read) continue;
    if (!is_damage(read.error())) return read.error();
    const TableId wdl = wdl_beside(id);
    const bool is_without_wdl =
        !has_table(folder, wdl) || std::ranges::find(found, wdl, &Damage::id) != found.end();
    if (is_without_wdl && is_read_beside_wdl(folder, id))
      blocked.push_back(id);
    else
      found.push_back({id, read.error()});
  }
  return found;
}

}  // namespace damiera
