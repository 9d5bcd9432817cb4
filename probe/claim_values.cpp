#include "probe/claim_values.h"

#include <algorithm>

#include "data/table.h"

namespace damiera {

Result<ClaimValue> ClaimValues::value(const Position& pos, const DrawCount& count, int plies) {
  const auto probe = tables_.probe(pos);
  if (!probe) return probe.error();
  const auto with = under(*probe, pos, count, plies);
  if (!with) return with.error();
  return ClaimValue{probe->value, probe->dtc, *with};
}

Result<std::optional<Value>> ClaimValues::under(const Probe& probe, const Position& pos,
                                                const DrawCount& count, int plies) {
  using Known = std::optional<Value>;
  if (probe.value == Value::draw) return Known{Value::draw};
  if (!probe.dtc) return Known{};
  if (*probe.dtc == 0) return Known{probe.value};  // the game is over
  // Nothing but a conversion or the end of the game stops any count.
  if (*probe.dtc + plies > 2 * count.moves) return Known{Value::draw};
  const bool by_man_move = count.annulled.by_man_move || pos.men().empty();
  if (!by_man_move || !count.annulled.by_capture) return Known{};
  const auto longest = longest_dtc(pos.occupied().count());
  if (!longest) return longest.error();
  const bool always_in_time = *longest && **longest <= 2 * count.moves;
  return always_in_time ? Known{probe.value} : Known{};
}

/// The longest distance of all positions of at most so many pieces; nothing without their tables.
Result<std::optional<int>> ClaimValues::longest_dtc(int pieces) {
  if (const auto known = longest_.find(pieces); known != longest_.end()) return known->second;
  std::optional<int>& longest = longest_[pieces];
  if (tables_.max_pieces(Metric::dtc) < pieces) return longest;
  int found = 0;
  for (const TableId& id : tables_.tables()) {
    if (id.metric != Metric::dtc || id.material.total() > pieces) continue;
    const auto table = Table::open(*tables_.folder_of(id), id);
    if (!table) return table.error();
    found = std::max(found, table->info().longest_plies);
  }
  return longest = found;
}

}  // namespace damiera
