// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "search/graph.h"

namespace damiera {

/// The distances of the won and lost positions of a graph: in how many plies the winner gets, by
/// the moves of the graph, to a position of the tables or to the end of the game. The loser holds
/// out as long as he can. Under a draw count the winner goes the shortest way to each conversion.
/// One retrograde analysis finds all distances.
class WinDistances {
 public:
  explicit WinDistances(const Graph& graph);

  /// The distance in plies, at least 1. Requires a position whose moves are in the graph, and which
  /// it proves won or lost.
  int plies(Graph::Id id) const { return plies_[id]; }

 private:
  void set(Graph::Id id, int plies);
  void pass_on(Graph::Id id);

  const Graph& graph_;
  std::vector<std::uint16_t> plies_, moves_left_;
  std::vector<Graph::Id> decided_;  // in the order of their distances
};

}  // namespace damiera
