#include "answers/best_line.h"

#include <algorithm>

#include "data/file/outcome.h"

namespace damiera {

int BestLine::conversions() const {
  return static_cast<int>(
      std::ranges::count_if(moves, [](const EvaluatedMove& m) { return m.move.is_conversion(); }));
}

// Without distances no move of a line would be known as the best, and the line might not end.
Error unknown_distance(Variant variant, const Position& pos) {
  const std::string table = name(TableId{variant, material_of(pos), Metric::dtc});
  return {Error::Code::missing_table,
          "a distance of " + table + " or of what it leads to is not known", table};
}

namespace {

bool lacks_distance(const Evaluation& worth) { return !worth.probe.dtc && !worth.dtw; }

}  // namespace

Result<void> follow_best_line(const Tablebase& tables, const Position& start,
                              const VisitMoves& visit) {
  const Evaluator evaluator{tables, std::nullopt};
  int quiet_moves = 0;  // since the last conversion
  for (Position pos = start;;) {
    const auto moves = evaluator.moves(pos);
    if (!moves) return moves.error();
    if (moves->empty()) return {};
    const EvaluatedMove& best = moves->front();
    if (lacks_distance(best.worth)) return unknown_distance(tables.variant(), pos);
    if (!visit(*moves)) return {};
    quiet_moves = best.move.is_conversion() ? 0 : quiet_moves + 1;
    // In undamaged tables, every best move shortens a distance.
    if (quiet_moves > Outcome::max_plies)
      return Error{Error::Code::corrupt,
                   name(TableId{tables.variant(), material_of(pos), Metric::dtc}) +
                       ": distances do not fall along the best line"};
    pos = best.position;
  }
}

Result<BestLine> best_line(const Tablebase& tables, const Position& start) {
  const Evaluator evaluator{tables, std::nullopt};
  const auto here = evaluator.evaluate(start);
  if (!here) return here.error();
  BestLine line{*here, {}, {}};
  if (here->probe.value == Value::draw) {
    const auto moves = evaluator.moves(start);
    if (!moves) return moves.error();
    std::ranges::copy_if(*moves, std::back_inserter(line.drawing),
                         [](const EvaluatedMove& m) { return m.worth.probe.value == Value::draw; });
    return line;
  }
  const auto followed = follow_best_line(tables, start, [&](const auto& moves) {
    line.moves.push_back(moves.front());
    return true;
  });
  if (!followed) return followed.error();
  return line;
}

}  // namespace damiera
