// How fast men blocks are solved, on one thread: all slices of a piece count, given the values of
// those with fewer pieces. Counters are nanoseconds per position.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <chrono>

#include "generator/lane_solver.h"
#include "generator/men_solver.h"
#include "generator/pair_work.h"

namespace damiera {
namespace {

using Clock = std::chrono::steady_clock;

/// Solves all slices of one game, piece count by piece count.
template <Rules R>
class AllSlices {
 public:
  /// Solves the slices of `pieces` pieces; returns how many positions they have.
  std::uint64_t solve(int pieces, const BlockSolver<R>& solver) {
    std::set<SlicePair> wanted;
    for (const Material& m : slices_of(pieces)) wanted.insert(pair_of(m));
    std::uint64_t positions = 0;
    for (const SlicePair& pair : plan(wanted)) {
      if (pair.first.total() != pieces) continue;
      PairWork<R> work{pair, Keep::distances,
                       *memory_.allocate(PairWork<R>::bytes_for(pair, Keep::distances))};
      for (const Material& m : std::set{pair.first, pair.second})
        known_.add(m, *memory_.allocate(KnownValues<R>::bytes_for(m)));
      work.solve(solver, known_, [](std::uint64_t) { return true; });
      positions += work.positions();
    }
    return positions;
  }

 private:
  Memory memory_{0, "."};
  KnownValues<R> known_;
};

/// Seconds spent in the steps of the lane solver.
struct Phases {
  double begin = 0, seed = 0, sweep = 0, men = 0;
};

template <Rules R>
BlockSolver<R> timed_lanes(Phases& phases) {
  const auto solver = std::make_shared<LaneSolver<R>>();
  return [solver, &phases](const BlockPair<R>& block, const KnownValues<R>& known) {
    auto last = Clock::now();
    const auto lap = [&](double& sum) {
      const auto now = Clock::now();
      sum += std::chrono::duration<double>(now - last).count();
      last = now;
    };
    if (block.sides[0].slice->material().kings() == 0) {
      solve_without_kings<R>(block, known);
      return lap(phases.men);
    }
    solver->begin(block, known);
    lap(phases.begin);
    solver->seed();
    lap(phases.seed);
    solver->sweep();
    lap(phases.sweep);
  };
}

template <Rules R>
void solve_all(benchmark::State& state, int pieces, Solver solver) {
  const tbb::global_control one{tbb::global_control::max_allowed_parallelism, 1};
  AllSlices<R> slices;
  for (int n = 2; n < pieces; ++n) slices.solve(n, block_solver<R>(Solver::lanes));
  Phases phases;
  std::uint64_t positions = 0;
  const auto fast = timed_lanes<R>(phases);
  const auto slow = block_solver<R>(Solver::plain);
  const auto start = Clock::now();
  for (auto _ : state) positions += slices.solve(pieces, solver == Solver::plain ? slow : fast);
  const auto each = [&](double seconds) { return seconds * 1e9 / static_cast<double>(positions); };
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
  const double all = std::chrono::duration<double>(Clock::now() - start).count();
  state.counters["ns"] = each(all);
  if (solver == Solver::plain) return;
  state.counters["layout_ns"] = each(phases.begin);
  state.counters["first_pass_ns"] = each(phases.seed);
  state.counters["sweeps_ns"] = each(phases.sweep);
  state.counters["men_only_ns"] = each(phases.men);
}

void register_all() {
  for (const Variant variant : all_variants)
    with_rules(variant, [&]<Rules R>() {
      for (int pieces = 3; pieces <= (R.width == 8 ? 5 : 4); ++pieces)
        for (const Solver solver : {Solver::plain, Solver::lanes}) {
          const std::string label = (solver == Solver::plain ? "Solve_Plain/" : "Solve_Lanes/") +
                                    std::string{name(variant)} + "/" + std::to_string(pieces);
          benchmark::RegisterBenchmark(
              label.c_str(), [=](benchmark::State& state) { solve_all<R>(state, pieces, solver); })
              ->Unit(benchmark::kMillisecond)
              ->Iterations(1);
        }
    });
}

}  // namespace
}  // namespace damiera

int main(int argc, char** argv) {
  damiera::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
