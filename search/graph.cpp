#include "search/graph.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "search/zobrist.h"

namespace damiera {

namespace {

// Moves of a position that a search meets have been fewer than this by far.
constexpr std::size_t most_edges = 512;
// Edges for each position on average: fewer than this were measured in every game, positions
// without moves included.
constexpr std::size_t edges_a_node = 3;
// The index is at least a quarter and at most half full, and grows by copying; and what
// ClosedSets takes.
constexpr std::size_t bytes_beside = 4 * 6 + 12;

template <class T>
T* reserve(std::size_t count) {
  void* block = std::aligned_alloc(64, (count * sizeof(T) + 63) / 64 * 64);
  if (!block) throw std::bad_alloc{};
  return static_cast<T*>(block);
}

}  // namespace

Graph::Graph(std::size_t bytes)
    : capacity_{std::min<std::size_t>(
          none / 2,
          4 * most_edges + bytes / (sizeof(Node) + edges_a_node * sizeof(Edge) + bytes_beside))},
      edge_capacity_{std::min<std::size_t>(none - 1, edges_a_node * capacity_)},
      nodes_{reserve<Node>(capacity_)},
      edges_{reserve<Edge>(edge_capacity_)},
      index_(1024, none) {}

bool Graph::is_full() const {
  return size_ + most_edges > capacity_ || edge_count_ + most_edges > edge_capacity_;
}

std::size_t Graph::slot(const Position& pos) const {
  std::size_t at = zobrist.key(pos) & (index_.size() - 1);
  const CompactPosition wanted{pos};
  while (index_[at] != none && nodes_[index_[at]].pos != wanted)
    at = (at + 1) & (index_.size() - 1);
  return at;
}

void Graph::grow_index() {
  index_.assign(2 * index_.size(), none);
  for (Id id = 0; id < size_; ++id) index_[slot(nodes_[id].pos.position())] = id;
}

Graph::Id Graph::find(const Position& pos) const { return index_[slot(pos)]; }

Graph::Id Graph::add(const Position& pos, const Bounds& bounds) {
  std::size_t at = slot(pos);
  if (index_[at] != none) return index_[at];
  if (2 * (size_ + 1) > index_.size()) {
    grow_index();
    at = slot(pos);
  }
  const auto id = static_cast<Id>(size_++);
  nodes_[id] = {.pos = CompactPosition{pos},
                .first_edge = none,
                .entering = none,
                .effort = {},
                .edges = 0,
                .bounds = bounds,
                .settled = Value::loss,
                .expanded = false,
                .on_path = 0,
                .put_off = 0};
  return index_[at] = id;
}

void Graph::expand(Id id, const Successors& successors) {
  nodes_[id].expanded = true;
  if (successors.open.size() > most_edges) return;
  nodes_[id].settled = successors.settled;
  nodes_[id].first_edge = static_cast<Id>(edge_count_);
  nodes_[id].edges = static_cast<std::uint16_t>(successors.open.size());
  for (const auto& s : successors.open) {
    const Id to = add(s.pos, s.bounds);
    edges_[edge_count_] = {to, id, nodes_[to].entering};
    nodes_[to].entering = static_cast<Id>(edge_count_++);
  }
  narrow(id, from_successors(nodes_[id]));
}

Bounds Graph::from_successors(const Node& node) const {
  Bounds best = Bounds::exactly(node.settled);
  for (Id e = node.first_edge; e < node.first_edge + node.edges; ++e)
    best = best.or_else(-nodes_[edges_[e].to].bounds);
  return best;
}

void Graph::narrow(Id id, const Bounds& proved) {
  Bounds& known = nodes_[id].bounds;
  const Bounds both{std::max(known.lo, proved.lo), std::min(known.hi, proved.hi)};
  if (both == known) return;
  assert(both.lo <= both.hi);
  known = both;
  changed_.push_back(id);
  if (changed_.size() > 1) return;  // the call below us goes on with it
  for (std::size_t i = 0; i < changed_.size(); ++i) pass_on(changed_[i]);
  changed_.clear();
}

void Graph::pass_on(Id id) {
  for (Id e = nodes_[id].entering; e != none; e = edges_[e].next) {
    const Id from = edges_[e].from;
    if (nodes_[from].expanded) narrow(from, from_successors(nodes_[from]));
  }
}

}  // namespace damiera
