// The tables, the counts in their headers, and their numbers of positions.

#include <cstddef>

#include "apps/c/calls.h"
#include "data/file/table.h"
#include "indexing/slice_index.h"

using namespace damiera;
using namespace damiera::c;

namespace {

constexpr std::size_t least_table = sizeof(damiera_table);

damiera_table identity_of(const TableId& id) {
  damiera_table t{};
  const Material& m = id.material;
  t.slice = {m.my_men, m.my_kings, m.their_men, m.their_kings};
  t.metric = static_cast<int>(id.metric);
  t.count = id.count;
  return t;
}

damiera_table table_of(const Table& table) {
  const TableInfo& info = table.info();
  damiera_table t = identity_of(info.id);
  t.positions = info.positions;
  t.wins = info.wins;
  t.draws = info.draws;
  t.losses = info.losses;
  t.captures = info.captures;
  t.bytes = table.bytes();
  t.longest_plies = info.longest_plies;
  t.longest = static_cast<std::uint64_t>(info.longest);
  return t;
}

damiera_status give_table(const Tablebase& tables, const TableId& id, damiera_table& out) {
  if (!known_options(out, least_table)) return wrong_size("table", out, least_table);
  give_known(identity_of(id), out);
  const auto table = tables.table(id);
  if (!table) return fail(table.error());
  give_known(table_of(*table), out);
  return DAMIERA_OK;
}

std::optional<Metric> metric_of(int metric) {
  if (metric < 0 || metric > static_cast<int>(Metric::counted_dtc)) return {};
  return Metric(metric);
}

}  // namespace

size_t damiera_table_count(const damiera_tablebase* tables) {
  std::size_t count = 0;
  static_cast<void>(guarded([&] {
    if (tables) count = tables->tables.tables().size();
    return DAMIERA_OK;
  }));
  return count;
}

damiera_status damiera_table_at(const damiera_tablebase* tables, size_t number,
                                damiera_table* table) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!table) return null_argument("table");
    const auto all = tables->tables.tables();
    if (number >= all.size())
      return fail(DAMIERA_BAD_ARGUMENT, "number: found " + std::to_string(number) + " of " +
                                            std::to_string(all.size()) + " tables");
    return give_table(tables->tables, all[number], *table);
  });
}

damiera_status damiera_table_of(const damiera_tablebase* tables, const damiera_slice* slice,
                                int metric, int count, damiera_table* table) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!slice) return null_argument("slice");
    if (!table) return null_argument("table");
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    const auto kind = metric_of(metric);
    if (!kind) return fail(DAMIERA_BAD_ARGUMENT, "metric: expected a damiera_metric");
    if (is_counted(*kind) && (count < 1 || count > max_count_moves))
      return fail(DAMIERA_BAD_ARGUMENT, "count: found " + std::to_string(count) +
                                            ", expected 1 to " + std::to_string(max_count_moves) +
                                            " moves by each side");
    return give_table(tables->tables,
                      {tables_of(tables->tables.variant()), *material, *kind, count}, *table);
  });
}

damiera_status damiera_position_number(const damiera_tablebase* tables,
                                       const damiera_position* position, damiera_slice* slice,
                                       uint64_t* number) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!number) return null_argument("number");
    const auto found = tables->tables.index(setup.pos);
    if (!found) return fail(found.error());
    const Material m = damiera::material_of(setup.pos);
    if (slice) *slice = {m.my_men, m.my_kings, m.their_men, m.their_kings};
    *number = static_cast<std::uint64_t>(*found);
    return DAMIERA_OK;
  });
}

damiera_status damiera_position_at(const damiera_tablebase* tables, const damiera_slice* slice,
                                   uint64_t number, damiera_position* position) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!slice) return null_argument("slice");
    if (!position) return null_argument("position");
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    const Variant variant = tables->tables.variant();
    const std::uint64_t size = count_positions(*material, rules_of(variant));
    if (number >= size)
      return fail(DAMIERA_BAD_ARGUMENT, "number: found " + std::to_string(number) + " of " +
                                            std::to_string(size) + " positions");
    const auto found = tables->tables.position(*material, Index{number});
    if (!found) return fail(found.error());
    const auto told = held(variant, {*found, Color::white});
    if (!told) return fail(told.error());
    *position = *told;
    return DAMIERA_OK;
  });
}
