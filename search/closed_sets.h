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
/// analysis, linear in the size of the graph.
///
/// Under a draw count the attacker has to get there in time: what is taken away is taken with the
/// fewest plies to the next conversion that he may need, a lower bound, and only if the count
/// allows them. What remains he does not win in time. One thread at a time.
class ClosedSets {
 public:
  explicit ClosedSets(Graph& graph);

  /// Narrows the bounds of all positions in closed sets. Returns whether there were
  /// any.
  bool prove();

 private:
  using Id = Graph::Id;

  static std::size_t place(Id id, Question q) { return 2 * std::size_t{id} + std::size_t(q); }
  void take_seeds(Id id);
  void take_away(Id id, Question q, int plies);
  void take_all();
  void take_predecessors(std::uint32_t entry, bool first);
  int longest_defence(const Graph::Node& node) const;
  bool narrow_what_remains();

  Graph& graph_;
  std::vector<std::uint16_t> away_;        // by place: the plies with which it was taken away, or 0
  std::vector<std::uint8_t> followed_;     // by place: its predecessors were looked at
  std::vector<std::uint16_t> lost_moves_;  // by position: moves of the defender that are taken away
  std::vector<std::vector<std::uint32_t>> taken_;  // by plies: places to be followed
  std::size_t next_ = 0;                           // the fewest plies with such places
};

}  // namespace damiera
