#include "search/solve.h"

#include <new>

#include "search/solver.h"
#include "search/table_source.h"
#include "search/win_distances.h"

namespace damiera {

namespace {

/// Play to the tables from a position that a graph proves won or lost.
template <Rules R>
class ProvedLine {
 public:
  ProvedLine(const Graph& graph, TableSource<R>& source)
      : graph_{graph}, distances_{graph}, source_{source} {}

  std::vector<Move> from(Position pos) {
    std::vector<Move> line;
    for (Graph::Id id = graph_.find(pos); id != Graph::none; id = graph_.find(pos)) {
      const Move move = best(pos, graph_[id].bounds.lo == Value::win);
      line.push_back(move);
      pos = after<R>(pos, move);
    }
    return line;
  }

 private:
  /// A move's distance; nothing if it does not keep the value.
  std::optional<int> plies(const Position& next, bool wins) {
    if (const auto id = graph_.find(next); id != Graph::none) {
      const bool keeps = !wins || graph_[id].bounds.hi == Value::loss;
      return keeps ? std::optional{distances_.plies(id)} : std::nullopt;
    }
    const bool keeps = !wins || source_.leaves().bounds(next).hi == Value::loss;
    return keeps ? std::optional{0} : std::nullopt;
  }

  Move best(const Position& pos, bool wins) {
    std::optional<Move> found;
    int best_plies = 0;
    for (const Move& m : legal_moves<R>(pos)) {
      const auto n = plies(after<R>(pos, m), wins);
      if (!n || (found && (wins ? *n >= best_plies : *n <= best_plies))) continue;
      found = m;
      best_plies = *n;
    }
    assert(found);
    return *found;
  }

  const Graph& graph_;
  WinDistances distances_;
  TableSource<R>& source_;
};

SolveWork work_of(const Solver& solver, std::uint64_t hits) {
  return {solver.expanded(), solver.graph().size(), hits, solver.bounds()};
}

template <Rules R>
Result<Solution> solve_by(const Tablebase& tables, const Position& pos, const SolveOptions& options,
                          const SolveWatch& watch) {
  TableSource<R> source{tables, options.max_pieces};
  const auto& leaves = source.leaves();
  const Bounds known = source.leaves().bounds(pos);
  if (leaves.error()) return *leaves.error();
  if (known.is_exact()) return Solution{{0, 0, leaves.hits(), known}, SolveEnd::solved, {}};
  const Solver* self = nullptr;
  Solver solver{pos, known, source, options, [&] { return watch(work_of(*self, leaves.hits())); }};
  self = &solver;
  const SolveEnd end = solver.run();
  if (leaves.error()) return *leaves.error();
  Solution found{work_of(solver, leaves.hits()), end, {}};
  const bool decided =
      known.is_exact() || solver.bounds().lo == Value::win || solver.bounds().hi == Value::loss;
  if (decided) found.line = ProvedLine<R>{solver.graph(), source}.from(pos);
  if (leaves.error()) return *leaves.error();
  return found;
}

}  // namespace

Result<Solution> solve(const Tablebase& tables, const Position& pos, const SolveOptions& options,
                       const SolveWatch& watch) {
  try {
    return with_rules(tables.variant(), [&]<Rules R>() -> Result<Solution> {
      if (!is_valid<R>(pos)) return Error{Error::Code::bad_position, "no position of this game"};
      return solve_by<R>(tables, pos, options, watch);
    });
  } catch (const std::bad_alloc&) {
    return Error{Error::Code::out_of_memory, "not enough memory for the search"};
  }
}

}  // namespace damiera
