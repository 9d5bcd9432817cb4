// Slices and their positions.

#include <algorithm>
#include <array>
#include <cstddef>

#include "apps/c/calls.h"
#include "indexing/slice_index.h"
#include "rules/moves.h"

using namespace damiera;
using namespace damiera::c;

namespace {

// The size of the filter before the bounds of distances were added.
constexpr std::size_t least_filter = offsetof(damiera_filter, min_plies);

/// Looks at the positions of a slice one after the other.
template <Rules R>
class Enumeration {
 public:
  Enumeration(const Tablebase& tables, const Material& m, const damiera_filter& filter)
      : tables_{tables}, index_{m}, filter_{filter} {}

  damiera_status run(damiera_visitor visit, void* user) const {
    const std::uint64_t first = std::min(filter_.first, index_.size());
    const std::uint64_t left = index_.size() - first;
    const std::uint64_t count = filter_.count == 0 ? left : std::min(filter_.count, left);
    for (std::uint64_t n = first; n != first + count; ++n) {
      const Position pos = index_.position(Index{n});
      if (filter_.captures == 0 && has_capture<R>(pos)) continue;
      const auto seen = held(game_, {pos, Color::white});
      if (!seen) continue;  // the visitor would take it for another position
      const auto probe = look_up(pos);
      if (!probe) return fail(probe.error());
      if (!is_wanted(probe->value)) continue;
      if (wants_plies() && probe->value != Value::draw) {
        // An unknown distance must not be taken for one that is out of range.
        if (!probe->dtc)
          return fail(no_such_table({game_, damiera::material_of(pos), Metric::dtc}));
        if (*probe->dtc < filter_.min_plies || *probe->dtc > filter_.max_plies) continue;
      }
      if (visit(user, n, &*seen, static_cast<int>(probe->value),
                probe->dtc.value_or(DAMIERA_NO_DISTANCE)) == 0)
        break;
    }
    return DAMIERA_OK;
  }

 private:
  bool wants_plies() const { return filter_.min_plies != 0 || filter_.max_plies != 0; }
  Result<Probe> look_up(const Position& pos) const {
    if (wants_plies()) return tables_.probe(pos);
    const auto value = tables_.wdl(pos);
    if (!value) return value.error();
    return Probe{*value, {}};
  }
  bool is_wanted(Value value) const {
    const std::array wanted{filter_.loss, filter_.draw, filter_.win};
    return wanted[static_cast<std::size_t>(static_cast<int>(value) + 1)] != 0;
  }

  const Tablebase& tables_;
  const Variant game_ = tables_of(tables_.variant());
  SliceIndex<R> index_;
  const damiera_filter& filter_;
};

}  // namespace

damiera_status damiera_slice_size(int game, const damiera_slice* slice, uint64_t* positions) {
  return guarded([&] {
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    if (!slice) return null_argument("slice");
    if (!positions) return null_argument("positions");
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    if (const auto playable = check_slice(*material, rules_of(*variant)); !playable)
      return fail(DAMIERA_BAD_ARGUMENT, playable.error().message);
    *positions = count_positions(*material, rules_of(*variant));
    return DAMIERA_OK;
  });
}

damiera_status damiera_enumerate(const damiera_tablebase* tables, const damiera_slice* slice,
                                 const damiera_filter* filter, damiera_visitor visit, void* user) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!slice) return null_argument("slice");
    if (!filter) return null_argument("filter");
    if (!visit) return null_argument("visit");
    const auto known = known_options(*filter, least_filter);
    if (!known) return wrong_size("filter", *filter, least_filter);
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    // The numbering of a large slice takes much memory, so it is made only if there is a table.
    const TableId id{tables_of(tables->tables.variant()), *material, Metric::wdl};
    if (!tables->tables.folder_of(id)) return fail(no_such_table(id));
    return with_moves(tables->tables.variant(), [&]<Rules R>() {
      return Enumeration<R>{tables->tables, *material, *known}.run(visit, user);
    });
  });
}
