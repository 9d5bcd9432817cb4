#include "probe/ranked_moves.h"

#include <algorithm>

namespace damiera {

namespace {

bool is_better(const Probe& a, const Probe& b) {
  if (a.value != b.value) return a.value > b.value;
  return a.value == Value::loss ? a.dtc > b.dtc : a.dtc < b.dtc;
}

}  // namespace

Probe worth_to_mover(const ProbedMove& move) {
  Probe mine{-move.probe.value, move.probe.dtc};
  if (mine.value != Value::draw && move.move.is_conversion())
    mine.dtc = 1;
  else if (mine.dtc)
    ++*mine.dtc;
  return mine;
}

Result<std::vector<ProbedMove>> ranked_moves(const Tablebase& tables, const Position& pos) {
  auto moves = tables.moves(pos);
  if (moves) std::ranges::stable_sort(*moves, is_better, worth_to_mover);
  return moves;
}

}  // namespace damiera
