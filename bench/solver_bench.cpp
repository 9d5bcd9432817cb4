// How fast men blocks are solved on one thread: all slices with a number of pieces, given the
// values of slices with fewer pieces. Counters are nanoseconds per position; encoding has its own
// counter.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <chrono>

#include "data/file/table_writer.h"
#include "generator/block_solver.h"
#include "generator/pair_solver.h"

namespace damiera {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Solves all slices of one game, piece count by piece count.
template <Rules R>
class AllSlices {
 public:
  /// The time that solving all slices with a number of pieces took.
  struct Spent {
    std::uint64_t positions = 0;
    double solving = 0, encoding = 0;  // seconds
  };

  /// solve_pair(PairWork<R>&, KnownValues<R>&) solves one pair.
  template <class SolvePair>
  Spent solve(int pieces, const SolvePair& solve_pair) {
    std::set<SlicePair> wanted;
    for (const Material& m : slices_of(pieces)) wanted.insert(pair_of(m));
    Spent spent;
    for (const SlicePair& pair : plan(wanted)) {
      if (pair.first.total() != pieces) continue;
      auto start = Clock::now();
      PairWork<R> work{pair, Keep::distances,
                       *memory_.allocate(PairWork<R>::bytes_for(pair, Keep::distances))};
      for (const Material& m : std::set{pair.first, pair.second})
        known_.add(m, *memory_.allocate(KnownValues<R>::bytes_for(m)));
      solve_pair(work, known_);
      spent.solving += seconds_since(start);
      start = Clock::now();
      encode(work);
      spent.encoding += seconds_since(start);
      spent.positions += work.positions();
    }
    return spent;
  }

 private:
  // Encodes the tables as a build does, and drops the bytes.
  static void encode(const PairWork<R>& work) {
    for (int s = 0; s < work.pair().slices(); ++s) {
      const auto outcomes = work.outcomes(s);
      for (std::size_t first = 0; first < outcomes.size(); first += block_positions) {
        const std::size_t count = std::min<std::size_t>(block_positions, outcomes.size() - first);
        for (const Metric metric : {Metric::wdl, Metric::dtc})
          benchmark::DoNotOptimize(encode_block(metric, outcomes.subspan(first, count)));
      }
    }
  }

  Memory memory_{0, "."};
  KnownValues<R> known_{value_at(R.goal)};
};

bool go_on(std::uint64_t) { return true; }

template <Rules R>
void solve_all(benchmark::State& state, int pieces, Solver solver) {
  const tbb::global_control one{tbb::global_control::max_allowed_parallelism, 1};
  AllSlices<R> slices;
  const PairSolver<R> lanes{Solver::lanes}, plain{Solver::plain};
  for (int n = 2; n < pieces; ++n)
    slices.solve(n, [&](auto& work, auto& known) { lanes(work, known, go_on); });
  LaneTimes times;
  double without_kings = 0;
  const BatchSolver<R> timed = batch_solver<R>(Outcome::max_plies, &times);
  const auto solve_pair = [&](PairWork<R>& work, KnownValues<R>& known) {
    const auto start = Clock::now();
    if (solver == Solver::plain) {
      plain(work, known, go_on);
    } else if (work.pair().first.kings() > 0) {
      work.solve_batches(timed, batch_size<R>(work.pair().first), known, go_on);
    } else {
      lanes(work, known, go_on);
      without_kings += seconds_since(start);
    }
  };
  typename AllSlices<R>::Spent spent;
  for (auto _ : state) spent = slices.solve(pieces, solve_pair);
  const auto each = [&](double seconds) {
    return seconds * 1e9 / static_cast<double>(spent.positions);
  };
  state.SetItemsProcessed(static_cast<std::int64_t>(spent.positions));
  state.counters["ns"] = each(spent.solving);
  if (solver == Solver::plain) return;
  state.counters["layout_ns"] = each(times.layout);
  state.counters["first_pass_ns"] = each(times.first_pass);
  state.counters["sweeps_ns"] = each(times.sweeps);
  state.counters["men_only_ns"] = each(without_kings);
  state.counters["encoding_ns"] = each(spent.encoding);
}

template <Rules R>
void register_game() {
  if constexpr (in_build(R.id))
    for (int pieces = 3; pieces <= (R.width == 8 ? 5 : 4); ++pieces)
      for (const Solver solver : {Solver::plain, Solver::lanes}) {
        const std::string label = (solver == Solver::plain ? "Solve_Plain/" : "Solve_Lanes/") +
                                  std::string{name(R.id)} + "/" + std::to_string(pieces);
        benchmark::RegisterBenchmark(
            label.c_str(), [=](benchmark::State& state) { solve_all<R>(state, pieces, solver); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
      }
}

// The games of docs/notes/solver.md.
void register_all() {
  register_game<italian>();
  register_game<english>();
  register_game<international>();
  register_game<russian>();
  register_game<brazilian>();
}

}  // namespace
}  // namespace damiera

int main(int argc, char** argv) {
  damiera::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
