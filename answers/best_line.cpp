#include "answers/best_line.h"

#include <algorithm>

namespace damiera {

namespace {

bool is_draw(const Judgement& j) { return j.probe.value == Value::draw; }

}  // namespace

Result<BestLine> best_line(const Tablebase& tables, const Position& start) {
  const Judge judge{tables, {}};
  const auto here = judge.judge(start);
  if (!here) return here.error();
  BestLine line{*here, {}, {}};
  for (Position pos = start;;) {
    const auto moves = judge.moves(pos);
    if (!moves) return moves.error();
    if (line.start.probe.value == Value::draw) {
      std::ranges::copy_if(*moves, std::back_inserter(line.drawing),
                           [](const JudgedMove& m) { return is_draw(m.judgement); });
      return line;
    }
    if (moves->empty()) return line;
    // The first of equals, so that the line is always the same.
    line.moves.push_back(
        *std::ranges::min_element(*moves, is_better, [](const auto& m) { return for_mover(m); }));
    pos = line.moves.back().position;
  }
}

}  // namespace damiera
