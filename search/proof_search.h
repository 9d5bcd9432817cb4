// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "search/graph.h"

namespace damiera {

/// Chooses which positions of a graph to expand: depth-first proof-number search (df-pn) of one
/// question at a time. Only Graph and ClosedSets decide what is proved. The numbers here only say
/// where to look next, so a result that depends on the path is never called proved.
///
/// Source: Nagai, "Df-pn algorithm for searching AND/OR trees", 2002; with the largest number of
/// the children and their count in place of the sum, since lines of play meet again often: Ueda et
/// al., "Weak proof-number search", 2008; thresholds widened by a quarter: Pawlewicz and Lew,
/// "Improving depth-first PN-search: 1 + epsilon trick", 2006.
class ProofSearch {
 public:
  /// Called before each expansion, which may take long where tables are read; false ends the
  /// search.
  using GoOn = std::function<bool()>;

  ProofSearch(Graph& graph, SuccessorSource& source, GoOn go_on)
      : graph_{graph}, source_{source}, go_on_{std::move(go_on)} {}

  /// Searches until the question is answered, `quota` positions are expanded, or it goes round in
  /// circles. Returns how many positions were expanded.
  std::size_t search(Graph::Id root, ProofQuestion q, std::size_t quota);
  /// Expands these positions, as far as that is possible. Returns how many were.
  std::size_t expand(std::span<const Graph::Id> ids);
  /// Forgets which positions were put off, and computes all proof numbers again. A search computes
  /// only those on its path.
  void refresh();

  /// True once go_on said no, memory is full, or a table could not be read.
  bool is_over() const { return over_; }
  std::uint64_t expanded() const { return expanded_; }

 private:
  using Id = Graph::Id;
  using Effort = Graph::Effort;

  /// The proof numbers of a position, computed from its children, and the child to go on with.
  struct View {
    Effort effort;
    Id best = Graph::none;
    std::uint32_t second = 0;  ///< the number by which `best` was chosen, of the next best
    std::uint32_t open = 0;    ///< children without an answer
    bool circles = false;      ///< for now, a search of this position gains nothing
  };

  void descend(Id id, ProofQuestion q, const Effort& limit, int depth);
  void step_down(const View& view, ProofQuestion q, const Effort& limit, int depth);
  bool expand(Id id);
  View look(Id id, ProofQuestion q) const;

  Graph& graph_;
  SuccessorSource& source_;
  GoOn go_on_;
  Successors successors_;
  std::uint64_t expanded_ = 0;
  std::size_t quota_ = 0, steps_ = 0;
  bool over_ = false;
};

}  // namespace damiera
