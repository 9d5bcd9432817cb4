// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "search/graph.h"

namespace damiera {

/// Proves draws that are held by moving to and fro. Who defends holds a position if there is a set
/// of positions, this one among them, that the attacker cannot leave to his profit: where he is to
/// move all moves lead to the set, or to positions where he is known not to win; where the defender
/// is to move some move does. However long they play inside the set, nobody wins; so the proof is
/// right whatever was played before.
///
/// The largest such set in a graph is what remains when everything is taken away from which the
/// attacker can force the play to a position without known moves or to his win. That is retrograde
/// analysis, linear in the size of the graph. One thread at a time.
class ClosedSets {
 public:
  explicit ClosedSets(Graph& graph) : graph_{graph} {}

  /// Narrows the bounds of all positions in closed sets. Returns whether there were
  /// any.
  bool prove();

 private:
  using Id = Graph::Id;

  static std::size_t place(Id id, Question q) { return 2 * std::size_t{id} + std::size_t(q); }
  bool is_open(Id id, Question q) const { return !graph_.answer(id, q).has_value(); }
  bool is_seed(Id id, Question q) const;
  void take_away(Id id, Question q);
  void take_predecessors(std::uint32_t entry);
  bool narrow_what_remains();

  Graph& graph_;
  std::vector<std::uint8_t> away_;         // by place: it was taken away
  std::vector<std::uint16_t> lost_moves_;  // by position: moves of the defender that are taken away
  std::vector<std::uint32_t> taken_;       // places, in the order in which they were taken away
};

}  // namespace damiera
