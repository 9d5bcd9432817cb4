#include "cli/best_line.h"

#include <algorithm>

#include "cli/values.h"

namespace damiera {

Result<BestLine> best_line(const Tablebase& tables, const Position& start) {
  const auto value = tables.probe(start);
  if (!value) return value.error();
  BestLine line{*value, {}, {}};
  for (Position pos = start;;) {
    const auto moves = tables.moves(pos);
    if (!moves) return moves.error();
    if (line.start.value == Value::draw) {
      std::ranges::copy_if(*moves, std::back_inserter(line.drawing),
                           [](const ProbedMove& m) { return m.probe.value == Value::draw; });
      return line;
    }
    if (moves->empty()) return line;
    // The first of equals, so that the line is always the same.
    line.moves.push_back(*std::ranges::min_element(*moves, is_better, for_mover));
    pos = line.moves.back().position;
  }
}

}  // namespace damiera
