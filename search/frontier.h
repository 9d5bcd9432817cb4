// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "search/graph.h"

namespace damiera {

/// The positions without known moves that still matter to an open question about `root`: those that
/// play reaches through positions whose own question is open, the nearest first, `most` at most.
std::vector<Graph::Id> frontier(const Graph& graph, Graph::Id root, std::size_t most);

}  // namespace damiera
