#include "answers/claim/claim_values.h"

#include <algorithm>

#include "data/file/table.h"

namespace damiera {

namespace {

/// Whether no move can make the count void from this position on.
bool runs_to_the_end(const DrawCount& count, const Position& pos) {
  const Annulments& annulled = count.annulled;
  const bool by_men = annulled.by_man_move || annulled.by_crowning || annulled.by_last_king;
  return !annulled.by_capture && !annulled.by_leaving && (pos.men().empty() || !by_men);
}

}  // namespace

Result<ClaimValue> ClaimValues::value(const Position& pos, const DrawCount& count, int complete,
                                      int plies) {
  const auto probe = tables_.probe(pos);
  if (!probe) return probe.error();
  ClaimValue value{probe->value, probe->dtc, {}};
  if (probe->value != Value::draw && runs_to_the_end(count, pos)) {
    const auto to_end = plies_to_end(pos);
    if (!to_end) return to_end.error();
    value.to_end = *to_end;
  }
  if (value.to_end) {
    value.with = *value.to_end + plies <= complete ? value.without : Value::draw;
    return value;
  }
  const auto with = under(*probe, pos, count, complete, plies);
  if (!with) return with.error();
  value.with = *with;
  return value;
}

Result<std::optional<Value>> ClaimValues::under(const Probe& probe, const Position& pos,
                                                const DrawCount& count, int complete, int plies) {
  using Known = std::optional<Value>;
  if (probe.value == Value::draw) return Known{Value::draw};
  if (!probe.dtc) return Known{};
  if (*probe.dtc == 0) return Known{probe.value};  // the game is over
  if (count.annulled.by_leaving) return Known{};   // no table knows how long a line is held
  // Nothing but a conversion or the end of the game stops any count.
  if (*probe.dtc + plies > complete) return Known{Value::draw};
  const Annulments& annulled = count.annulled;
  const bool kings_only = pos.men().empty();
  if (!annulled.by_capture || !(kings_only || annulled.by_man_move)) return Known{};
  const auto exact = tables_.counted(pos, count.moves, plies);
  if (exact) return Known{*exact};
  if (exact.error().code != Error::Code::missing_table) return exact.error();
  const auto longest = longest_dtc(pos.occupied().count());
  if (!longest) return longest.error();
  const bool always_in_time = *longest && **longest <= 2 * count.moves;
  return always_in_time ? Known{probe.value} : Known{};
}

Result<std::optional<int>> ClaimValues::plies_to_end(const Position& pos) const {
  const auto ending = tables_.ending(pos);
  if (ending) return std::optional{ending->plies};
  if (ending.error().code == Error::Code::missing_table) return std::optional<int>{};
  return ending.error();
}

/// The longest DTC of all positions with at most `pieces` pieces; nothing without their tables.
Result<std::optional<int>> ClaimValues::longest_dtc(int pieces) {
  if (const auto known = longest_.find(pieces); known != longest_.end()) return known->second;
  if (tables_.max_pieces(Metric::dtc) < pieces) return longest_[pieces] = std::nullopt;
  int found = 0;
  for (const TableId& id : tables_.tables()) {
    if (id.metric != Metric::dtc || id.material.total() > pieces) continue;
    const auto table = tables_.open_table(id);
    if (!table) return table.error();
    found = std::max(found, table->info().longest_plies);
  }
  return longest_[pieces] = found;
}

}  // namespace damiera
