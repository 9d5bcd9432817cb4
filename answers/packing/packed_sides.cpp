#include "answers/packing/packed_sides.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "data/file/io_error.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

TableId flipped(TableId id) {
  id.material = id.material.flipped();
  return id;
}

// The slices that have tables of a draw count, and their flips: their values are read as well.
std::set<Material> counted(const std::vector<TableId>& tables) {
  std::set<Material> found;
  for (const TableId& id : tables)
    if (is_counted(id.metric)) found.insert({id.material, id.material.flipped()});
  return found;
}

}  // namespace

PackedSides::PackedSides(const PackRequest& request, const std::vector<TableId>& tables)
    : request_{request}, tables_{tables.begin(), tables.end()}, counted_{counted(tables)} {}

PackedSides::Tables PackedSides::searched_before(
    const std::function<bool(const TableId&, bool)>& is_packed) const {
  Tables found;
  for (const TableId& id : tables_) {
    const TableId by = chosen_by(id);
    if (may_be_left_out(id) && is_packed(by, true) && is_packed(flipped(by), false))
      found.insert(id);
  }
  return found;
}

Result<PackedSides::Tables> PackedSides::to_search(const Tables& before) const {
  using Order = std::pair<std::uint64_t, Material>;
  const auto order = [&](const TableId& id) -> Result<Order> {
    const TableId by = chosen_by(id);
    const auto path = table_path(request_.to, by);
    std::error_code failed;
    const std::uint64_t bytes = std::filesystem::file_size(path, failed);
    if (failed) return io_error(path, "size", failed);
    return Order{bytes, by.material};
  };
  Tables searched;
  for (const TableId& id : tables_) {
    const TableId other = flipped(id);
    if (!may_be_left_out(id) || before.contains(id) || before.contains(other)) continue;
    if (!tables_.contains(chosen_by(id)) || !tables_.contains(chosen_by(other))) continue;
    const auto mine = order(id), others = order(other);
    if (!mine) return mine.error();
    if (!others) return others.error();
    if (*mine > *others) searched.insert(id);
  }
  return searched;
}

// The table whose number of bytes decides whether this one is stored.
TableId PackedSides::chosen_by(TableId id) const {
  if (request_.sides == Sides::one) id.metric = Metric::wdl;
  return id;
}

bool PackedSides::may_be_left_out(const TableId& id) const {
  const Sides sides = request_.sides;
  if (sides == Sides::both || is_counted(id.metric)) return false;
  if (id.material == id.material.flipped()) return false;
  if (sides == Sides::distances && holds_values(id.metric)) return false;
  return !counted_.contains(id.material) || (sides == Sides::distances && id.metric == Metric::dtw);
}

}  // namespace damiera
