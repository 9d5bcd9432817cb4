#include "probe/coverage.h"

#include <algorithm>

namespace damiera {

namespace {

/// The same slice's table of another metric.
TableId with_metric(TableId id, Metric metric) {
  id.metric = metric;
  if (!is_counted(metric)) id.count = 0;
  return id;
}

TableId with_material(TableId id, const Material& m) {
  id.material = m;
  return id;
}

/// The table of values that belongs to a table of distances; a table of values itself.
TableId values_of(const TableId& id) {
  return with_metric(id, is_counted(id.metric) ? Metric::counted_wdl : Metric::wdl);
}

/// The table without a count, to which a table of a count without blocks refers.
TableId without_count(const TableId& id) {
  return with_metric(id, holds_values(id.metric) ? Metric::wdl : Metric::dtc);
}

/// The table that resolving a capture reads. A DTC table needs only the values there: a decided
/// position with a capture is one ply from its conversion.
TableId looked_through(const TableId& id) { return id.metric == Metric::dtw ? id : values_of(id); }

/// The slices that captures may lead to, as the opponent then sees them: fewer of the opponent's
/// pieces, and perhaps one of my men promoted, unless that ends the game.
std::set<Material> after_captures(const Material& m, bool crowning) {
  std::set<Material> left;
  for (int crowned = 0; crowned <= (crowning ? std::min(1, m.my_men) : 0); ++crowned)
    for (int men = 0; men <= m.their_men; ++men)
      for (int kings = 0; kings <= m.their_kings; ++kings)
        if (men + kings < m.theirs())
          left.insert(Material{m.my_men - crowned, m.my_kings + crowned, men, kings}.flipped());
  return left;
}

}  // namespace

bool Coverage::covers(const TableId& id) {
  const Material& m = id.material;
  if (m.kings() > 0 && !rules_of(id.variant).kings_play()) return true;  // the game is over
  if (m.mine() == 0 || m.theirs() == 0 || !seen_.insert(id).second) return true;
  const auto opened = tables_.reader(id);
  if (!opened) return false;
  const Table& table = (*opened)->table();
  return covers(with_metric(id, Metric::wdl)) && covers(values_of(id)) &&
         (!table.is_as_without_count() || covers(without_count(id))) && covers_captures(id) &&
         (!table.is_searched() || covers_search(id));
}

bool Coverage::covers_captures(const TableId& id) {
  const TableId through = looked_through(id);
  return std::ranges::all_of(after_captures(id.material, rules_of(id.variant).kings_play()),
                             [&](const Material& m) { return covers(with_material(through, m)); });
}

// Quiet moves lead to the flipped slice, or with a promotion to the flip of the slice after it.
bool Coverage::covers_search(const TableId& id) {
  const Material& m = id.material;
  const TableId flip = with_material(id, m.flipped());
  const auto opened = tables_.reader(flip);
  if (!opened || (*opened)->table().is_searched()) return false;
  const Material crowned{m.my_men - 1, m.my_kings + 1, m.their_men, m.their_kings};
  if (m.my_men == 0 || !rules_of(id.variant).kings_play()) return covers(flip);
  return covers(flip) && covers(with_material(id, crowned.flipped()));
}

}  // namespace damiera
