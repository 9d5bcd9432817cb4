// SPDX-License-Identifier: MIT
#pragma once

#include "search/closed_sets.h"
#include "search/proof_search.h"
#include "search/solve.h"

namespace damiera {

/// Proves what it can about one position: searches a little for each open question in turn, and
/// looks for closed sets each time the graph has grown by a third. One thread at a time.
class ProofSolver {
 public:
  /// `source` must outlive this. `questions` are to be answered about a position whose game goes
  /// on, with the bounds `known`.
  ProofSolver(const Position& pos, const Bounds& known, std::vector<ProofQuestion> questions,
              SuccessorSource& source, const SolveOptions& options, ProofSearch::GoOn go_on);

  /// Works until the questions are answered, or a bound of the options or `go_on` ends it.
  SolveEnd run();

  const Graph& graph() const { return graph_; }
  Graph::Id root() const { return root_; }
  const Bounds& bounds() const { return graph_[root_].bounds; }
  std::uint64_t expanded() const { return search_.expanded(); }

 private:
  bool is_open(ProofQuestion q) const { return !graph_.answer(root_, q); }
  bool is_answered() const;
  bool is_over() const;
  std::size_t round();
  std::size_t quota() const;
  void prove_closed_sets();
  std::size_t widen();

  std::uint64_t most_nodes_;
  std::vector<ProofQuestion> questions_;
  bool stopped_ = false;
  Graph graph_;
  Graph::Id root_;
  ProofSearch search_;
  ClosedSets closed_sets_;
  std::size_t size_when_proved_ = 0;
};

}  // namespace damiera
