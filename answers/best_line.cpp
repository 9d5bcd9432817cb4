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

Result<BestLine> best_line(const Tablebase& tables, const Position& start) {
  const Evaluator evaluator{tables, std::nullopt};
  const auto here = evaluator.evaluate(start);
  if (!here) return here.error();
  BestLine line{*here, {}, {}};
  int quiet_moves = 0;  // since the last conversion
  for (Position pos = start;;) {
    const auto moves = evaluator.moves(pos);
    if (!moves) return moves.error();
    if (line.start.probe.value == Value::draw) {
      std::ranges::copy_if(*moves, std::back_inserter(line.drawing), [](const EvaluatedMove& m) {
        return m.worth.probe.value == Value::draw;
      });
      return line;
    }
    if (moves->empty()) return line;
    if (lacks_distance(moves->front().worth)) return unknown_distance(tables.variant(), pos);
    line.moves.push_back(moves->front());
    quiet_moves = moves->front().move.is_conversion() ? 0 : quiet_moves + 1;
    // In undamaged tables, every best move shortens a distance.
    if (quiet_moves > Outcome::max_plies)
      return Error{Error::Code::corrupt,
                   name(TableId{tables.variant(), material_of(pos), Metric::dtc}) +
                       ": distances do not fall along the best line"};
    pos = line.moves.back().position;
  }
}

}  // namespace damiera
