#include "search/closed_sets.h"

namespace damiera {

bool ClosedSets::is_seed(Id id, Question q) const {
  const auto answer = graph_.answer(id, q);
  return answer ? *answer : !graph_[id].has_edges();
}

void ClosedSets::take_away(Id id, Question q) {
  taken_.push_back(static_cast<std::uint32_t>(place(id, q)));
  away_[place(id, q)] = 1;
}

/// The attacker moves where the question is `wins`: one move to what was taken away is enough. The
/// defender moves where it is `loses`: all must lead there.
void ClosedSets::take_predecessors(std::uint32_t entry) {
  const Id id = entry / 2;
  const Question before = other(Question(entry % 2));
  for (Id e = graph_[id].entering; e != Graph::none; e = graph_.edge(e).next) {
    const Id from = graph_.edge(e).from;
    if (away_[place(from, before)] || !is_open(from, before)) continue;
    if (before == Question::wins || ++lost_moves_[from] == graph_[from].edges)
      take_away(from, before);
  }
}

bool ClosedSets::prove() {
  const std::size_t n = graph_.size();
  away_.assign(2 * n, 0);
  lost_moves_.assign(n, 0);
  taken_.clear();
  for (Id id = 0; id < n; ++id)
    for (const Question q : {Question::wins, Question::loses})
      if (is_seed(id, q)) take_away(id, q);
  for (std::size_t i = 0; i < taken_.size(); ++i) take_predecessors(taken_[i]);
  return narrow_what_remains();
}

bool ClosedSets::narrow_what_remains() {
  bool found = false;
  const auto remains = [&](Id id, Question q) { return !away_[place(id, q)] && is_open(id, q); };
  for (Id id = 0; id < away_.size() / 2; ++id) {
    const bool wins = remains(id, Question::wins), loses = remains(id, Question::loses);
    if (!wins && !loses) continue;
    found = true;
    graph_.narrow(id, {loses ? Value::draw : Value::loss, wins ? Value::draw : Value::win});
  }
  return found;
}

}  // namespace damiera
