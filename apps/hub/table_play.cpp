#include "apps/hub/table_play.h"

#include <algorithm>
#include <limits>

#include "data/file/table.h"

namespace damiera {

namespace {

struct NextPosition {
  Move move;
  Position position;
};

std::vector<NextPosition> next_positions(Variant variant, const Position& pos) {
  return with_moves(variant, [&]<Rules R>() {
    std::vector<NextPosition> all;
    for (const Move& m : legal_moves<R>(pos)) all.push_back({m, after<R>(pos, m)});
    return all;
  });
}

bool as_good(const EvaluatedMove& a, const EvaluatedMove& b) {
  return !better(a.worth, b.worth) && !better(b.worth, a.worth);
}

/// Of the moves that win under the count, the one after which the next conversion comes first.
const EvaluatedMove& soonest_conversion(const std::vector<EvaluatedMove>& moves) {
  const auto plies = [](const EvaluatedMove& m) {
    const auto& counted = m.worth.counted;
    const bool wins = counted && counted->value == RuleValue::win;
    return wins && counted->dtc ? *counted->dtc : std::numeric_limits<int>::max();
  };
  return *std::ranges::min_element(moves, {}, plies);
}

}  // namespace

Value value_in_game(const Evaluation& worth) {
  if (!worth.counted) return worth.probe.value;
  if (worth.counted->value == RuleValue::win) return Value::win;
  return worth.counted->value == RuleValue::loss ? Value::loss : Value::draw;
}

std::optional<int> plies_in_game(const Evaluation& worth) {
  if (value_in_game(worth) == Value::draw) return {};
  if (worth.dtw) return worth.dtw;
  return worth.probe.dtc ? worth.probe.dtc : worth.counted ? worth.counted->dtc : std::nullopt;
}

Evaluator TablePlay::evaluator(int quiet_plies) const {
  if (count_moves_ == 0) return Evaluator{tables_, std::nullopt};
  return Evaluator{tables_, Count{count_moves_}.with_plies(quiet_plies)};
}

/// The moves with distances. If the count has no tables, they are evaluated without it.
Result<std::vector<EvaluatedMove>> TablePlay::moves(const Position& pos, int quiet_plies) const {
  auto found = evaluator(quiet_plies).moves(pos);
  if (found || count_moves_ == 0 || !is_missing(found.error())) return found;
  return Evaluator{tables_, std::nullopt}.moves(pos);
}

/// The moves without distances, the best first.
Result<std::vector<EvaluatedMove>> TablePlay::moves_by_value(const Position& pos) const {
  std::vector<EvaluatedMove> found;
  for (const auto& [move, next] : next_positions(tables_.variant(), pos)) {
    const auto value = tables_.wdl(next);
    if (!value) return value.error();
    found.push_back({move, next, {{*value, {}}, {}, {}}, {{-*value, {}}, {}, {}}});
  }
  std::ranges::stable_sort(found, std::greater{},
                           [](const EvaluatedMove& m) { return m.worth.probe.value; });
  return found;
}

/// The value of a position; a draw if it is not known.
Value TablePlay::value(const Position& pos, int quiet_plies) const {
  if (count_moves_ > 0) {
    const int counted = Count{count_moves_}.with_plies(quiet_plies).plies;
    if (const auto found = tables_.counted(pos, count_moves_, counted)) return *found;
  }
  const auto found = tables_.wdl(pos);
  return found ? *found : Value::draw;
}

/// Whether the draw count changes any value of the position's slice.
bool TablePlay::count_matters(const Position& pos) const {
  if (count_moves_ == 0) return false;
  const TableId counted{tables_of(tables_.variant()), material_of(pos), Metric::counted_wdl,
                        count_moves_};
  const auto table = tables_.table(counted);
  return table && !table->is_as_without_count();
}

/// Nothing if `goes_on` ended the count.
std::optional<int> TablePlay::losing_replies(const EvaluatedMove& move, int quiet_plies,
                                             const GoesOn& goes_on) const {
  const int before = move.move.is_conversion() ? 0 : quiet_plies + 1;
  int losing = 0;
  for (const auto& [reply, next] : next_positions(tables_.variant(), move.position)) {
    if (!goes_on()) return {};
    losing += value(next, reply.is_conversion() ? 0 : before + 1) == Value::win;
  }
  return losing;
}

/// Of moves that are equally good draws, the one that is most difficult to answer.
EvaluatedMove TablePlay::trickiest(const std::vector<EvaluatedMove>& moves, int quiet_plies,
                                   const GoesOn& goes_on) const {
  const EvaluatedMove* best = &moves.front();
  int most = -1;
  for (const EvaluatedMove& m : moves) {
    if (!as_good(m, moves.front())) break;
    const auto replies = losing_replies(m, quiet_plies, goes_on);
    if (!replies) break;
    if (*replies > most) best = &m;
    most = std::max(most, *replies);
  }
  return *best;
}

Result<TableChoice> TablePlay::choose(const Position& pos, int quiet_plies,
                                      const GoesOn& goes_on) const {
  auto found = moves(pos, quiet_plies);
  if (!found && is_missing(found.error())) found = moves_by_value(pos);
  if (!found && !is_missing(found.error())) return found.error();
  if (!found || found->empty()) return TableChoice{};
  const EvaluatedMove& first = found->front();
  const Value value = value_in_game(first.worth);
  if (value == Value::draw) return TableChoice{trickiest(*found, quiet_plies, goes_on)};
  if (!plies_in_game(first.worth)) {
    TableChoice choice;
    for (const EvaluatedMove& m : *found)
      if (value_in_game(m.worth) == value) choice.keeping.push_back(m.move);
    return choice;
  }
  if (value == Value::win && count_matters(pos)) return TableChoice{soonest_conversion(*found)};
  return TableChoice{first};
}

}  // namespace damiera
