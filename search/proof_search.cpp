#include "search/proof_search.h"

namespace damiera {

namespace {

constexpr std::uint32_t unreachable = 1 << 30;
constexpr int deepest = 2000;

constexpr std::uint8_t bit(ProofQuestion q) { return static_cast<std::uint8_t>(1 << int(q)); }

/// The first proof numbers: the more pieces the attacker has, the nearer the proof seems.
Graph::Effort first_guess(const Position& pos, ProofQuestion q) {
  const int mine = 2 * pos.my_men.count() + 3 * pos.my_kings.count();
  const int theirs = 2 * pos.their_men.count() + 3 * pos.their_kings.count();
  const int ahead = q == ProofQuestion::wins ? mine - theirs : theirs - mine;
  return {static_cast<std::uint32_t>(std::clamp(8 - ahead, 1, 24)),
          static_cast<std::uint32_t>(std::clamp(8 + ahead, 1, 24))};
}

std::uint32_t widened(std::uint32_t n) { return std::min(unreachable, n + n / 4 + 1); }

}  // namespace

std::size_t ProofSearch::search(Id root, ProofQuestion q, std::size_t quota) {
  const auto before = expanded_;
  quota_ = quota;
  steps_ = 64 * quota + 1000;
  descend(root, q, {unreachable, unreachable}, 0);
  return static_cast<std::size_t>(expanded_ - before);
}

std::size_t ProofSearch::expand(std::span<const Id> ids) {
  const auto before = expanded_;
  quota_ = ids.size();
  for (const Id id : ids)
    if (!graph_[id].expanded && !graph_[id].bounds.is_exact() && !expand(id)) break;
  return static_cast<std::size_t>(expanded_ - before);
}

bool ProofSearch::expand(Id id) {
  if (over_ || quota_ == 0) return false;
  if (graph_.is_full() || !go_on_() || !source_.find(graph_[id].pos.position(), successors_)) {
    over_ = true;
    return false;
  }
  const Id first_new = static_cast<Id>(graph_.size());
  graph_.expand(id, successors_);
  for (Id child = first_new; child < graph_.size(); ++child)
    for (const ProofQuestion q : {ProofQuestion::wins, ProofQuestion::loses})
      graph_[child].effort_of(q) = first_guess(graph_[child].pos.position(), q);
  ++expanded_;
  --quota_;
  return true;
}

/// A proof needs the attacker's easiest move and all moves of the defender; a disproof needs all
/// moves of the attacker and the defender's easiest. A child that is put off, or on the path, gains
/// nothing for the attacker.
ProofSearch::View ProofSearch::look(Id id, ProofQuestion q) const {
  const Graph::Node& node = graph_[id];
  const bool attacks = q == ProofQuestion::wins;
  View view{.effort = {}};
  std::uint32_t least = UINT32_MAX, second = UINT32_MAX, largest = 0;
  for (Id e = node.first_edge; e < node.first_edge + node.edges; ++e) {
    const Id to = graph_.edge(e).to;
    if (graph_.answer(to, other(q))) continue;
    const Graph::Node& child = graph_[to];
    if ((child.on_path | child.put_off) & bit(other(q))) {
      view.circles = true;
      if (attacks) continue;
      return view;
    }
    const Effort& effort = child.effort_of(other(q));
    const std::uint32_t chosen_by = attacks ? effort.proof : effort.disproof;
    largest = std::max(largest, attacks ? effort.disproof : effort.proof);
    second = std::min(second, std::max(least, chosen_by));
    if (chosen_by < least) {
      least = chosen_by;
      view.best = to;
    }
    ++view.open;
  }
  if (view.open == 0) {
    view.circles = true;
    return view;
  }
  view.circles = false;
  view.second = second;
  const std::uint32_t all = std::min(unreachable, largest + view.open - 1);
  view.effort = attacks ? Effort{least, all} : Effort{all, least};
  return view;
}

void ProofSearch::step_down(const View& view, ProofQuestion q, const Effort& limit, int depth) {
  const std::uint32_t others = view.open - 1;
  const auto less = [&](std::uint32_t n) { return n > others ? n - others : 0; };
  const std::uint32_t turn = widened(std::min(view.second, unreachable));
  if (q == ProofQuestion::wins)
    descend(view.best, other(q), {std::min(limit.proof, turn), less(limit.disproof)}, depth + 1);
  else
    descend(view.best, other(q), {less(limit.proof), std::min(limit.disproof, turn)}, depth + 1);
}

void ProofSearch::descend(Id id, ProofQuestion q, const Effort& limit, int depth) {
  graph_[id].on_path |= bit(q);
  while (!graph_.answer(id, q)) {
    if (!graph_[id].expanded) {
      if (!expand(id)) break;
      continue;
    }
    const View view = look(id, q);
    if (view.circles || depth == deepest) {
      graph_[id].put_off |= bit(q);
      break;
    }
    graph_[id].effort_of(q) = view.effort;
    if (view.effort.proof >= limit.proof || view.effort.disproof >= limit.disproof) break;
    if (over_ || quota_ == 0 || steps_ == 0) break;
    --steps_;
    step_down(view, q, limit, depth);
  }
  graph_[id].on_path &= static_cast<std::uint8_t>(~bit(q));
}

void ProofSearch::refresh() {
  const auto n = static_cast<Id>(graph_.size());
  for (Id id = 0; id < n; ++id) graph_[id].put_off = 0;
  for (Id id = n; id-- > 0;) {
    if (!graph_[id].has_edges()) continue;
    for (const ProofQuestion q : {ProofQuestion::wins, ProofQuestion::loses})
      if (!graph_.answer(id, q))
        if (const View view = look(id, q); !view.circles) graph_[id].effort_of(q) = view.effort;
  }
}

}  // namespace damiera
