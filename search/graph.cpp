#include "search/graph.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "search/zobrist.h"

namespace damiera {

namespace {

// Far more than the moves of any position that was met in a search.
constexpr std::size_t most_edges = 512;
// Edges for each position on average: fewer than this were measured in every game, positions
// without moves included.
constexpr std::size_t edges_a_node = 3;
// Bytes of a position in the index and in ClosedSets. The index is at least a quarter and at most
// half full, and grows by copying.
constexpr std::size_t bytes_beside = 4 * 6 + 16;

template <class T>
T* reserve(std::size_t count) {
  void* block = std::aligned_alloc(64, (count * sizeof(T) + 63) / 64 * 64);
  if (!block) throw std::bad_alloc{};
  return static_cast<T*>(block);
}

}  // namespace

Graph::Graph(std::size_t bytes, int count)
    : capacity_{std::min<std::size_t>(
          none / 2,
          4 * most_edges + bytes / (sizeof(Node) + edges_a_node * sizeof(Edge) + bytes_beside))},
      edge_capacity_{std::min<std::size_t>(none - 1, edges_a_node * capacity_)},
      most_plies_{2 * count},
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
                .plies = 0,
                .bounds = bounds,
                .settled = Value::loss,
                .settled_in_two = false,
                .expanded = false,
                .on_path = 0,
                .put_off = 0};
  return index_[at] = id;
}

void Graph::expand(Id id, const Successors& successors) {
  nodes_[id].expanded = true;
  if (successors.open.size() > most_edges) return;
  nodes_[id].settled = successors.settled;
  nodes_[id].settled_in_two = successors.settled_in_two;
  nodes_[id].first_edge = static_cast<Id>(edge_count_);
  nodes_[id].edges = static_cast<std::uint16_t>(successors.open.size());
  for (const auto& s : successors.open) {
    const Id to = add(s.pos, s.bounds);
    edges_[edge_count_] = {to, s.conversion, id & 0x7fffffff, nodes_[to].entering};
    nodes_[to].entering = static_cast<Id>(edge_count_++);
  }
  learn(id, from_successors(nodes_[id]));
}

/// What a move is known to reach. If its win comes too late as far as is known, it is at least a
/// draw; it may still turn out to come sooner.
Graph::Known Graph::by_move(const Edge& edge) const {
  const Node& child = nodes_[edge.to];
  const Bounds b = -child.bounds;
  const int plies = plies_by(edge, child.plies);
  if (is_in_time(plies)) return {b, plies};
  return {{std::min(b.lo, Value::draw), std::max(b.hi, Value::draw)}};
}

Graph::Known Graph::from_successors(const Node& node) const {
  Known best{Bounds::exactly(node.settled), node.settled_plies()};
  int longest = best.plies;
  for (Id e = node.first_edge; e < node.first_edge + node.edges; ++e) {
    const Known one = by_move(edges_[e]);
    const bool first_win = best.bounds.lo != Value::win;
    best.bounds = best.bounds.or_else(one.bounds);
    if (one.bounds.lo == Value::win && (first_win || one.plies < best.plies))
      best.plies = one.plies;
    longest = std::max(longest, one.plies);
  }
  if (best.bounds.hi == Value::loss) best.plies = longest;
  return best;
}

void Graph::narrow(Id id, const Bounds& proved) { learn(id, {proved}); }

void Graph::learn(Id id, const Known& proved) {
  Node& node = nodes_[id];
  const Bounds both{std::max(node.bounds.lo, proved.bounds.lo),
                    std::min(node.bounds.hi, proved.bounds.hi)};
  const bool sooner =
      is_counted() && is_decided(proved.bounds) && (node.plies == 0 || proved.plies < node.plies);
  if (both == node.bounds && !sooner) return;
  assert(both.lo <= both.hi);
  node.bounds = both;
  if (sooner) node.plies = static_cast<std::uint16_t>(proved.plies);
  changed_.push_back(id);
  if (changed_.size() > 1) return;  // the outer call goes on with this position
  for (std::size_t i = 0; i < changed_.size(); ++i) pass_on(changed_[i]);
  changed_.clear();
}

void Graph::pass_on(Id id) {
  for (Id e = nodes_[id].entering; e != none; e = edges_[e].next) {
    const Id from = edges_[e].from;
    if (nodes_[from].expanded) learn(from, from_successors(nodes_[from]));
  }
}

}  // namespace damiera
