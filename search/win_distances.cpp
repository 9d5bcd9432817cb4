#include "search/win_distances.h"

namespace damiera {

namespace {

constexpr std::uint16_t unknown = UINT16_MAX;

}  // namespace

void WinDistances::set(Graph::Id id, int plies) {
  plies_[id] = static_cast<std::uint16_t>(std::min(plies, unknown - 1));
  decided_.push_back(id);
}

WinDistances::WinDistances(const Graph& graph)
    : graph_{graph}, plies_(graph.size(), unknown), moves_left_(graph.size()) {
  for (Graph::Id id = 0; id < graph.size(); ++id) {
    const Graph::Node& node = graph[id];
    moves_left_[id] = node.edges;
    const bool won = node.settled == Value::win, lost = node.bounds.hi == Value::loss;
    if (node.expanded && (won || (lost && !node.has_edges()))) set(id, 1);
  }
  for (std::size_t i = 0; i < decided_.size(); ++i) pass_on(decided_[i]);
}

void WinDistances::pass_on(Graph::Id id) {
  for (Graph::Id e = graph_[id].entering; e != Graph::none; e = graph_.edge(e).next) {
    const Graph::Id from = graph_.edge(e).from;
    if (plies_[from] != unknown) continue;
    const Bounds& b = graph_[from].bounds;
    const bool won = b.lo == Value::win, lost = b.hi == Value::loss;
    const bool lost_here = graph_[id].bounds.hi == Value::loss;
    if ((won && lost_here && graph_.is_soonest(graph_.edge(e))) ||
        (lost && --moves_left_[from] == 0))
      set(from, plies_[id] + 1);
  }
}

}  // namespace damiera
