#include "answers/find/unique_line.h"

#include <algorithm>
#include <set>

#include "answers/evaluator.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

Result<bool> is_unique_win(const Tablebase& tables, Position pos, bool winner_moves) {
  const Evaluator evaluator{tables, std::nullopt};
  for (;; winner_moves = !winner_moves) {
    const auto moves = evaluator.moves(pos);
    if (!moves) return moves.error();
    if (moves->empty()) return true;
    const auto winning = std::ranges::count_if(
        *moves, [](const EvaluatedMove& m) { return m.worth.probe.value == Value::win; });
    if (winner_moves && winning != 1) return false;
    pos = moves->front().position;
  }
}

/// A move that keeps a draw.
struct Drawing {
  Position next;
  bool converts;
};

Result<std::vector<Drawing>> drawing(const Tablebase& tables, const Position& pos) {
  const Setup setup{pos, Color::white};
  std::vector<Drawing> found;
  for (const Move& move : legal_moves(tables.variant(), setup)) {
    const Position next = after(tables.variant(), setup, move).pos;
    const auto value = tables.wdl(next);
    if (!value) return value.error();
    if (*value == Value::draw) found.push_back({next, move.is_conversion()});
  }
  return found;
}

Result<bool> is_unique_draw(const Tablebase& tables, const Position& start) {
  std::set<Position> met{start};
  std::vector<Position> to_do{start};
  while (!to_do.empty()) {
    const auto mine = drawing(tables, to_do.back());
    to_do.pop_back();
    if (!mine) return mine.error();
    if (mine->size() != 1) return false;
    if (mine->front().converts) continue;
    const auto replies = drawing(tables, mine->front().next);
    if (!replies) return replies.error();
    for (const Drawing& reply : *replies)
      if (!reply.converts && met.insert(reply.next).second) to_do.push_back(reply.next);
  }
  return true;
}

}  // namespace

Result<bool> is_unique_line(const Tablebase& tables, const Position& start) {
  const auto value = tables.wdl(start);
  if (!value) return value.error();
  if (*value == Value::draw) return is_unique_draw(tables, start);
  return is_unique_win(tables, start, *value == Value::win);
}

}  // namespace damiera
