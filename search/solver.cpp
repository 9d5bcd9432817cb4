#include "search/solver.h"

#include "search/frontier.h"

namespace damiera {

Solver::Solver(const Position& pos, const Bounds& known, SuccessorSource& source,
               const SolveOptions& options, ProofSearch::GoOn go_on)
    : most_nodes_{options.nodes},
      graph_{options.bytes},
      root_{graph_.add(pos, known)},
      search_{graph_, source, [this, go_on = std::move(go_on)] { return !(stopped_ = !go_on()); }},
      closed_sets_{graph_} {}

bool Solver::is_over() const {
  return bounds().is_exact() || search_.is_over() || expanded() >= most_nodes_;
}

std::size_t Solver::quota() const {
  const auto some = std::max<std::uint64_t>(32, expanded() / 8);
  return static_cast<std::size_t>(std::min(some, most_nodes_ - expanded()));
}

/// Returns how many positions it expanded.
std::size_t Solver::round() {
  const auto before = expanded();
  for (const Question q : {Question::wins, Question::loses})
    if (is_open(q) && !is_over()) search_.search(root_, q, quota());
  return static_cast<std::size_t>(expanded() - before);
}

void Solver::prove_closed_sets() {
  size_when_proved_ = graph_.size();
  closed_sets_.prove();
}

/// Expands the nearest positions that matter.
void Solver::widen() {
  const std::size_t most = std::max<std::size_t>(64, graph_.size() / 6);
  search_.expand(frontier(graph_, root_, std::min<std::uint64_t>(most, most_nodes_ - expanded())));
}

SolveEnd Solver::run() {
  while (!is_over()) {
    const bool in_circles = round() == 0;
    if (is_over()) break;
    if (in_circles || graph_.size() > size_when_proved_ + size_when_proved_ / 3) {
      prove_closed_sets();
      if (in_circles || expanded() > 20000) widen();
    }
    search_.refresh();
  }
  if (!bounds().is_exact()) prove_closed_sets();
  if (bounds().is_exact()) return SolveEnd::solved;
  if (stopped_) return SolveEnd::stopped;
  return expanded() >= most_nodes_ ? SolveEnd::nodes : SolveEnd::memory;
}

}  // namespace damiera
