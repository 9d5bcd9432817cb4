#include "answers/find/line_starts.h"

#include "answers/evaluator.h"

namespace damiera {

Result<bool> LineStarts::add(const Position& start) {
  if (on_lines_.contains(start)) return false;
  const Evaluator evaluator{tables_, std::nullopt};
  const auto value = tables_.wdl(start);
  if (!value) return value.error();
  if (*value == Value::draw) return true;
  // If this line joins a known one, the rest of it is known.
  for (Position pos = start; on_lines_.insert(pos).second;) {
    const auto moves = evaluator.moves(pos);
    if (!moves) return moves.error();
    if (moves->empty()) break;
    pos = moves->front().position;
  }
  return true;
}

}  // namespace damiera
