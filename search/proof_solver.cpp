#include "search/proof_solver.h"

#include "search/frontier.h"

namespace damiera {

ProofSolver::ProofSolver(const Position& pos, const Bounds& known,
                         std::vector<ProofQuestion> questions, SuccessorSource& source,
                         const SolveOptions& options, ProofSearch::GoOn go_on)
    : most_nodes_{options.nodes},
      questions_{std::move(questions)},
      graph_{options.bytes, options.count},
      root_{graph_.add(pos, known)},
      search_{graph_, source, [this, go_on = std::move(go_on)] { return !(stopped_ = !go_on()); }},
      closed_sets_{graph_} {}

bool ProofSolver::is_answered() const {
  return std::ranges::none_of(questions_, [&](ProofQuestion q) { return is_open(q); });
}

bool ProofSolver::is_over() const {
  return is_answered() || search_.is_over() || expanded() >= most_nodes_;
}

std::size_t ProofSolver::quota() const {
  const auto some = std::max<std::uint64_t>(32, expanded() / 8);
  return static_cast<std::size_t>(std::min(some, most_nodes_ - expanded()));
}

/// Returns how many positions it expanded.
std::size_t ProofSolver::round() {
  const auto before = expanded();
  for (const ProofQuestion q : questions_)
    if (is_open(q) && !is_over()) search_.search(root_, q, quota());
  return static_cast<std::size_t>(expanded() - before);
}

void ProofSolver::prove_closed_sets() {
  size_when_proved_ = graph_.size();
  closed_sets_.prove();
}

/// Expands the nearest positions that matter. Returns how many it expanded.
std::size_t ProofSolver::widen() {
  const std::uint64_t some = std::max<std::size_t>(64, graph_.size() / 6);
  const auto most = static_cast<std::size_t>(std::min(some, most_nodes_ - expanded()));
  return search_.expand(frontier(graph_, root_, questions_, most));
}

SolveEnd ProofSolver::run() {
  while (!is_over()) {
    const bool in_circles = round() == 0;
    if (is_over()) break;
    if (in_circles || graph_.size() > size_when_proved_ + size_when_proved_ / 3) {
      prove_closed_sets();
      const bool is_long = in_circles || expanded() > 20000;
      // The only positions left have more moves than there is room for.
      if (is_long && widen() == 0 && in_circles) break;
    }
    search_.refresh();
  }
  if (!is_answered()) prove_closed_sets();
  if (is_answered()) return SolveEnd::solved;
  if (stopped_) return SolveEnd::stopped;
  return expanded() >= most_nodes_ ? SolveEnd::nodes : SolveEnd::memory;
}

}  // namespace damiera
