#include "search/closed_sets.h"

namespace damiera {

ClosedSets::ClosedSets(Graph& graph)
    : graph_{graph}, taken_(std::size_t(std::max(1, graph.most_plies())) + 1) {}

void ClosedSets::take_away(Id id, ProofQuestion q, int plies) {
  std::uint16_t& known = away_[place(id, q)];
  if (!graph_.is_in_time(plies) || (known != 0 && known <= plies)) return;
  known = static_cast<std::uint16_t>(plies);
  taken_[known].push_back(static_cast<std::uint32_t>(place(id, q)));
  next_ = std::min(next_, std::size_t{known});
}

/// Takes away the positions in which, as far as is known, the attacker may reach his aim at once.
void ClosedSets::take_seeds(Id id) {
  const Graph::Node& node = graph_[id];
  for (const ProofQuestion q : {ProofQuestion::wins, ProofQuestion::loses}) {
    const auto answer = graph_.answer(id, q);
    if (answer && !*answer) continue;
    // Under a count, the moves tell how soon he gets it.
    if (!node.has_edges())
      take_away(id, q, answer ? node.settled_plies() : 1);
    else if (answer && !graph_.is_counted())
      take_away(id, q, 1);
    else if (q == ProofQuestion::wins && node.settled == Value::win)
      take_away(id, q, node.settled_plies());
  }
}

/// Where the question is `wins`, the attacker moves: one move to a position that was taken away is
/// enough. Where it is `loses`, the defender moves: all moves must lead to such positions. `first`:
/// this entry was not followed before.
void ClosedSets::take_predecessors(std::uint32_t entry, bool first) {
  const Id id = entry / 2;
  const ProofQuestion before = other(ProofQuestion(entry % 2));
  for (Id e = graph_[id].entering; e != Graph::none; e = graph_.edge(e).next) {
    const Id from = graph_.edge(e).from;
    if (graph_.answer(from, before) == std::optional{false}) continue;
    if (before == ProofQuestion::wins)
      take_away(from, before, graph_.plies_by(graph_.edge(e), away_[entry]));
    else if ((lost_moves_[from] += first) == graph_[from].edges)
      take_away(from, before, longest_defence(graph_[from]));
  }
}

/// Requires that all moves lead to positions that were taken away.
int ClosedSets::longest_defence(const Graph::Node& node) const {
  int longest = node.settled_plies();
  for (Id e = node.first_edge; e < node.first_edge + node.edges; ++e) {
    const std::uint16_t plies = away_[place(graph_.edge(e).to, ProofQuestion::wins)];
    longest = std::max(longest, graph_.plies_by(graph_.edge(e), plies));
  }
  return longest;
}

void ClosedSets::take_all() {
  while (next_ < taken_.size()) {
    if (taken_[next_].empty()) {
      ++next_;
      continue;
    }
    const std::uint32_t entry = taken_[next_].back();
    taken_[next_].pop_back();
    if (away_[entry] != next_) continue;  // a lesser number of plies was found meanwhile
    const bool first = followed_[entry] == 0;
    followed_[entry] = 1;
    take_predecessors(entry, first);
  }
}

bool ClosedSets::prove() {
  const std::size_t n = graph_.size();
  away_.assign(2 * n, 0);
  followed_.assign(2 * n, 0);
  lost_moves_.assign(n, 0);
  for (Id id = 0; id < n; ++id) take_seeds(id);
  take_all();
  return narrow_what_remains();
}

bool ClosedSets::narrow_what_remains() {
  bool found = false;
  const auto remains = [&](Id id, ProofQuestion q) {
    return away_[place(id, q)] == 0 && !graph_.answer(id, q);
  };
  for (Id id = 0; id < away_.size() / 2; ++id) {
    const bool wins = remains(id, ProofQuestion::wins), loses = remains(id, ProofQuestion::loses);
    if (!wins && !loses) continue;
    found = true;
    graph_.narrow(id, {loses ? Value::draw : Value::loss, wins ? Value::draw : Value::win});
  }
  return found;
}

}  // namespace damiera
