#include "search/frontier.h"

namespace damiera {

namespace {

class Wave {
 public:
  explicit Wave(const Graph& graph) : graph_{graph}, met_(graph.size()) {}

  std::vector<Graph::Id> run(Graph::Id root, std::span<const ProofQuestion> questions,
                             std::size_t most) {
    std::vector<Graph::Id> found;
    for (const ProofQuestion q : questions)
      if (!graph_.answer(root, q)) meet(root, q);
    for (std::size_t i = 0; i < line_.size() && found.size() < most; ++i) {
      const auto [id, q] = line_[i];
      const Graph::Node& node = graph_[id];
      if (!node.expanded && (met_[id] & listed) == 0) {
        met_[id] |= listed;
        found.push_back(id);
      }
      for (Graph::Id e = node.first_edge; e < node.first_edge + node.edges; ++e)
        meet(graph_.edge(e), other(q));
    }
    return found;
  }

 private:
  struct State {
    Graph::Id id;
    ProofQuestion q;
  };
  static constexpr std::uint8_t listed = 4;

  /// Under a draw count it also follows a proved win, which may turn out to come sooner.
  void meet(const Graph::Edge& edge, ProofQuestion q) {
    const auto answer = graph_.answer(edge.to, q);
    if (!answer || (*answer && graph_.is_counted() && !edge.conversion)) meet(edge.to, q);
  }
  void meet(Graph::Id id, ProofQuestion q) {
    const auto bit = static_cast<std::uint8_t>(1 << static_cast<int>(q));
    if (met_[id] & bit) return;
    met_[id] |= bit;
    line_.push_back({id, q});
  }

  const Graph& graph_;
  std::vector<std::uint8_t> met_;  // by position: bits for the questions, and one if it was found
  std::vector<State> line_;
};

}  // namespace

std::vector<Graph::Id> frontier(const Graph& graph, Graph::Id root,
                                std::span<const ProofQuestion> questions, std::size_t most) {
  return Wave{graph}.run(root, questions, most);
}

}  // namespace damiera
