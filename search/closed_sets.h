// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "search/graph.h"

namespace damiera {

/// Proves draws that the defender holds by moving to and fro. He holds a position if it is in a
/// closed set: a set of positions that the attacker cannot leave with profit. Where the attacker is
/// to move, every move leads to the set or to a position that he is known not to win. Where the
/// defender is to move, some move does. However long they play inside the set, nobody wins, so the
/// proof is right whatever was played before.
///
/// The largest closed set in a graph is found by retrograde analysis, linear in the size of the
/// graph: take away every position from which the attacker can force his win, or a position without
/// known moves. The rest is the set.
///
/// Under a draw count, the attacker must get there in time. Each position is taken away with a
/// lower bound of the plies that he needs to the next conversion, and only if the count allows so
/// many plies. He does not win the rest in time. One thread at a time.
class ClosedSets {
 public:
  explicit ClosedSets(Graph& graph);

  /// Narrows the bounds of all positions in closed sets. Returns whether there were
  /// any.
  bool prove();

 private:
  using Id = Graph::Id;

  static std::size_t place(Id id, ProofQuestion q) { return 2 * std::size_t{id} + std::size_t(q); }
  void take_seeds(Id id);
  void take_away(Id id, ProofQuestion q, int plies);
  void take_all();
  void take_predecessors(std::uint32_t entry, bool first);
  int longest_defence(const Graph::Node& node) const;
  bool narrow_what_remains();

  Graph& graph_;
  std::vector<std::uint16_t> away_;        // by place: plies with which it was taken away, or 0
  std::vector<std::uint8_t> followed_;     // by place: whether its predecessors were looked at
  std::vector<std::uint16_t> lost_moves_;  // by position: moves of the defender that are taken away
  std::vector<std::vector<std::uint32_t>> taken_;  // by plies: places to be followed
  std::size_t next_ = 0;                           // the fewest plies with such places
};

}  // namespace damiera
