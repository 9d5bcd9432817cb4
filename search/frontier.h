// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "search/graph.h"

namespace damiera {

/// The positions without known moves that still matter to an open question about `root`: play
/// reaches them through positions whose own question is open. The nearest come first, at most
/// `most`.
std::vector<Graph::Id> frontier(const Graph& graph, Graph::Id root,
                                std::span<const ProofQuestion> questions, std::size_t most);

}  // namespace damiera
