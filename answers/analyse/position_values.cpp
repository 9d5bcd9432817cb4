#include "answers/analyse/position_values.h"

#include <algorithm>

#include "answers/best_line.h"
#include "answers/evaluator.h"
#include "rules/notation/move_notation.h"
#include "rules/value_at_end.h"

namespace damiera {

namespace {

int pieces(const Position& pos) { return pos.occupied().count(); }

}  // namespace

PositionValues::PositionValues(const Tablebase& tables, const AnalyseOptions& options)
    : tables_{tables}, options_{options}, pieces_{tables.max_pieces(Metric::wdl)} {}

Result<std::optional<Value>> PositionValues::stored(const Position& pos) const {
  if (pieces(pos) > most_pieces) return std::optional<Value>{};
  const auto value = tables_.wdl(pos);
  if (value) return std::optional{*value};
  if (is_missing(value.error())) return std::optional<Value>{};
  return value.error();
}

Result<Bounds> PositionValues::by_moves(const Setup& setup) const {
  const Variant variant = tables_.variant();
  const auto moves = legal_moves(variant, setup);
  if (moves.empty()) return Bounds::exactly(value_at(variant));
  Bounds best = Bounds::exactly(Value::loss);
  for (const Move& move : moves) {
    const auto value = stored(after(variant, setup, move).pos);
    if (!value) return value.error();
    best = best.or_else(*value ? -Bounds::exactly(**value) : Bounds{});
  }
  return best;
}

Result<KnownPosition> PositionValues::look(const Setup& setup) const {
  KnownPosition known;
  const auto value = stored(setup.pos);
  if (!value) return value.error();
  if (!*value) {
    const auto bounds = by_moves(setup);
    if (!bounds) return bounds.error();
    known.bounds = *bounds;
    if (bounds->is_exact()) known.by = KnownBy::moves;
    return known;
  }
  known.bounds = Bounds::exactly(**value);
  known.by = KnownBy::tables;
  const auto here = Evaluator{tables_, std::nullopt}.what_is_known(setup.pos);
  if (!here) return here.error();
  known.dtc = here->probe.dtc;
  known.dtw = here->dtw;
  return known;
}

Result<KnownPosition> PositionValues::search(const Setup& setup) const {
  auto known = look(setup);
  if (!known || known->bounds.is_exact() || pieces(setup.pos) > pieces_ + options_.beyond ||
      options_.beyond == 0 || !options_.go_on())
    return known;
  auto found = solve(tables_, setup.pos, options_.search, options_.watch());
  if (!found) return found.error();
  const Bounds& proved = found->work.bounds;
  known->bounds = {std::max(known->bounds.lo, proved.lo), std::min(known->bounds.hi, proved.hi)};
  if (known->bounds.is_exact()) known->by = KnownBy::search;
  known->proof = std::move(found->line);
  return known;
}

/// Best play from a position; empty where distances are not known.
Result<std::vector<Move>> PositionValues::best_play(const Position& pos) const {
  std::vector<Move> moves;
  const auto line = best_line(tables_, pos);
  if (!line && !is_missing(line.error())) return line.error();
  if (line)
    for (const EvaluatedMove& m : line->moves) moves.push_back(m.move);
  return moves;
}

/// A line, continued with best play from its last position.
Result<std::vector<Move>> PositionValues::extended(std::vector<Move> line, Setup at) const {
  const auto rest = best_play(after_line(tables_.variant(), at, line).pos);
  if (!rest) return rest.error();
  line.insert(line.end(), rest->begin(), rest->end());
  return line;
}

Result<std::vector<Move>> PositionValues::line_for(const Setup& setup, const KnownPosition& known,
                                                   Value value) const {
  if (known.by == KnownBy::tables && value == Value::win) {
    auto line = best_play(setup.pos);
    if (!line || !line->empty()) return line;
  }
  const Variant variant = tables_.variant();
  for (const Move& move : legal_moves(variant, setup)) {
    const auto next = stored(after(variant, setup, move).pos);
    if (!next) return next.error();
    if (!*next || -**next < value) continue;
    return value == Value::win ? extended({move}, setup) : std::vector<Move>{move};
  }
  if (value != Value::win || known.proof.empty()) return std::vector<Move>{};
  return extended(known.proof, setup);
}

}  // namespace damiera
