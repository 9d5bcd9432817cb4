#include "search/solve.h"

#include <array>
#include <mutex>
#include <new>
#include <thread>

#include "search/proof_solver.h"
#include "search/table_source.h"
#include "search/win_distances.h"

namespace damiera {

namespace {

/// Finds play to the tables from a position that a graph proves won or lost.
template <Rules R>
class ProvedLine {
 public:
  ProvedLine(const Graph& graph, TableSource<R>& source)
      : graph_{graph}, distances_{graph}, source_{source} {}

  std::vector<Move> from(Position pos) {
    std::vector<Move> line;
    for (Graph::Id id = graph_.find(pos); id != Graph::none; id = graph_.find(pos)) {
      const Move move = best(pos, graph_[id]);
      line.push_back(move);
      pos = after<R>(pos, move);
    }
    return line;
  }

 private:
  /// A move's distance; nothing if it does not keep the value.
  std::optional<int> plies(const Move& move, const Position& next, const Graph::Node& node) {
    const bool wins = node.bounds.lo == Value::win;
    if (const auto id = graph_.find(next); id != Graph::none) {
      const Graph::Edge edge{id, move.is_conversion(), 0, Graph::none};
      const bool keeps = !wins || (graph_[id].bounds.hi == Value::loss &&
                                   is_soon(node, graph_.plies_by(edge, graph_[id].plies)));
      return keeps ? std::optional{distances_.plies(id)} : std::nullopt;
    }
    const bool keeps = !wins || (source_.leaves().bounds(next).hi == Value::loss &&
                                 is_soon(node, source_.plies_by(move, next).value_or(1)));
    return keeps ? std::optional{0} : std::nullopt;
  }

  /// Whether the move is on a shortest way to the next conversion, which the winner must go under a
  /// count.
  bool is_soon(const Graph::Node& node, int plies) const {
    return !graph_.is_counted() || plies <= node.plies;
  }

  Move best(const Position& pos, const Graph::Node& node) {
    const bool wins = node.bounds.lo == Value::win;
    std::optional<Move> found;
    int best_plies = 0;
    for (const Move& m : legal_moves<R>(pos)) {
      const auto n = plies(m, after<R>(pos, m), node);
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

/// One solver, or two that share what they prove: each works on one question about the same
/// position, in a graph of its own. What one proves ends the other if that decides the value.
template <Rules R>
class Team {
 public:
  Team(const Tablebase& tables, const Position& pos, const SolveOptions& options,
       const SolveWatch& watch)
      : tables_{tables}, pos_{pos}, options_{options}, watch_{watch} {}

  Result<Solution> solve() {
    TableSource<R> source{tables_, options_.max_pieces, options_.count};
    known_ = found_.work.bounds = source.leaves().bounds(pos_);
    found_.work.hits = source.leaves().hits();
    if (source.leaves().error()) return *source.leaves().error();
    if (found_.work.bounds.is_exact()) {
      append_captures(source, found_.line);
      if (source.leaves().error()) return *source.leaves().error();
      return found_;
    }
    if (options_.threads > 1 && found_.work.bounds == Bounds{})
      ask_at_once();
    else
      ask({{ProofQuestion::wins, ProofQuestion::loses}}, options_, parts_[0]);
    if (error_) return *error_;
    found_.end = end();
    return found_;
  }

 private:
  /// What a solver has done so far.
  struct Part {
    SolveWork work;
    SolveEnd end = SolveEnd::solved;
  };

  /// Appends captures that keep the win or loss at the end of the line, up to a position that
  /// tables hold or to the end of the game: the value of a capture is known without a search.
  void append_captures(TableSource<R>& source, std::vector<Move>& line) const {
    Position pos = pos_;
    for (const Move& move : line) pos = after<R>(pos, move);
    const Bounds bounds = source.leaves().bounds(pos);
    Value value = bounds.lo;
    if (!bounds.is_exact() || value == Value::draw) return;
    while (!source.leaves().holds(material_of(pos)) && has_capture<R>(pos)) {
      value = -value;
      const auto moves = legal_moves<R>(pos);
      const auto keeps = std::ranges::find_if(moves, [&](const Move& m) {
        return source.leaves().bounds(after<R>(pos, m)) == Bounds::exactly(value);
      });
      if (keeps == moves.end()) break;
      line.push_back(*keeps);
      pos = after<R>(pos, *keeps);
    }
  }

  void ask_at_once() {
    SolveOptions half = options_;
    half.nodes = options_.nodes / 2;
    half.bytes = options_.bytes / 2;
    const std::jthread other{[&] { ask({{ProofQuestion::loses}}, half, parts_[1]); }};
    ask({{ProofQuestion::wins}}, half, parts_[0]);
  }

  void ask(std::vector<ProofQuestion> questions, const SolveOptions& options, Part& part) try {
    TableSource<R> source{tables_, options.max_pieces, options.count};
    const ProofSolver* self = nullptr;
    ProofSolver solver{
        pos_,   known_,  std::move(questions),
        source, options, [&] { return report(*self, source.leaves().hits(), part); }};
    self = &solver;
    part.end = solver.run();
    add_up(solver, source.leaves().hits(), part);
    take_line(solver, source);
  } catch (const std::bad_alloc&) {
    const std::scoped_lock lock{mutex_};
    error_ = Error{Error::Code::out_of_memory, "not enough memory for the search"};
  }

  /// Returns whether to go on.
  bool report(const ProofSolver& solver, std::uint64_t hits, Part& part) {
    add_up(solver, hits, part);
    const std::scoped_lock lock{mutex_};
    const SolveWork& all = found_.work;
    if (!stopped_ && !all.bounds.is_exact()) stopped_ = !watch_(all);
    return !stopped_ && !all.bounds.is_exact() && !error_;
  }

  void add_up(const ProofSolver& solver, std::uint64_t hits, Part& part) {
    const std::scoped_lock lock{mutex_};
    part.work = {solver.expanded(), solver.graph().size(), hits, solver.bounds()};
    SolveWork& all = found_.work;
    all = {0, 0, 0, all.bounds};
    for (const Part& p : parts_) {
      all.nodes += p.work.nodes;
      all.positions += p.work.positions;
      all.hits += p.work.hits;
      all.bounds = {std::max(all.bounds.lo, p.work.bounds.lo),
                    std::min(all.bounds.hi, p.work.bounds.hi)};
    }
  }

  void take_line(const ProofSolver& solver, TableSource<R>& source) {
    const Bounds& b = solver.bounds();
    std::vector<Move> line;
    if (b.lo == Value::win || b.hi == Value::loss)
      line = ProvedLine<R>{solver.graph(), source}.from(pos_);
    if (!line.empty()) append_captures(source, line);
    const std::scoped_lock lock{mutex_};
    if (source.leaves().error()) error_ = source.leaves().error();
    if (found_.line.empty()) found_.line = std::move(line);
  }

  SolveEnd end() const {
    if (found_.work.bounds.is_exact()) return SolveEnd::solved;
    if (stopped_) return SolveEnd::stopped;
    return std::max(parts_[0].end, parts_[1].end);
  }

  const Tablebase& tables_;
  const Position& pos_;
  const SolveOptions& options_;
  const SolveWatch& watch_;
  Bounds known_;      // without a search
  std::mutex mutex_;  // of what follows
  std::array<Part, 2> parts_;
  Solution found_{{}, SolveEnd::solved, {}};
  std::optional<Error> error_;
  bool stopped_ = false;
};

}  // namespace

Result<Solution> solve(const Tablebase& tables, const Position& pos, const SolveOptions& options,
                       const SolveWatch& watch) {
  return with_moves(tables.variant(), [&]<Rules R>() -> Result<Solution> {
    if (!is_valid<R>(pos)) return Error{Error::Code::bad_position, "no position of this game"};
    return Team<R>{tables, pos, options, watch}.solve();
  });
}

}  // namespace damiera
