// Measures how many random positions `solve` proves within a time. Checks its proofs with larger
// tables where there are any.
//
//   bench_solve_share GAME PIECES MAX_PIECES COUNT SECONDS [SEED [FOLDER [MOVES]]]
//
// takes COUNT random positions of PIECES pieces, solves each with tables of at most MAX_PIECES
// pieces for at most SECONDS of processor time, on one thread, and ends with 1 if a proof was
// wrong. FOLDER holds further tables. MOVES is the length of a draw count in moves by each side; 0:
// no count. Not a Google Benchmark: it has its own main.

#include <fmt/core.h>

#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "rules/notation/fen.h"
#include "search/solve.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

/// Processor time of this program: other work on the machine does not count.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double seconds_since(double begin) { return processor_seconds() - begin; }

struct Judge {
  Tablebase tables;
  SolveOptions options;
  double seconds;
  std::uint64_t solved = 0, within_one = 0, within_tenth = 0, wrong = 0, known = 0, nodes = 0;

  /// Whether bounds contradict the value in the tables. False if the tables do not have it.
  bool contradicts(const Position& pos, const Bounds& bounds) {
    const auto truth = options.count > 0 ? tables.counted(pos, options.count, 0) : tables.wdl(pos);
    if (!truth) {
      fmt::print("unknown {}: {}\n", fen(tables.variant(), {pos, Color::white}),
                 truth.error().message);
      return false;
    }
    ++known;
    return *truth < bounds.lo || *truth > bounds.hi;
  }

  void solve_one(const Position& pos) {
    const double begin = processor_seconds();
    const auto found = solve(tables, pos, options,
                             [&](const SolveWork&) { return seconds_since(begin) < seconds; });
    if (!found) {
      fmt::print("{}\n", found.error().message);
      std::exit(2);
    }
    const double took = seconds_since(begin);
    const std::string text = fen(tables.variant(), {pos, Color::white});
    nodes += found->work.nodes;
    if (found->end == SolveEnd::solved) {
      ++solved;
      within_one += took < 1;
      within_tenth += took < 0.1;
    } else {
      fmt::print("open {} {}..{} nodes {} positions {} {:.2f} s\n", text,
                 name(found->work.bounds.lo), name(found->work.bounds.hi), found->work.nodes,
                 found->work.positions, took);
    }
    if (contradicts(pos, found->work.bounds)) {
      ++wrong;
      fmt::print("WRONG {}\n", text);
    }
  }
};

int run(Variant variant, int pieces, int count, std::uint64_t seed, Judge& judge) {
  std::mt19937_64 random{seed};
  const double begin = processor_seconds();
  for (int i = 0; i < count; ++i)
    with_moves(variant, [&]<Rules R>() {
      Position pos = test::random_position<R>(random, pieces);
      while (pos.mine().empty() || pos.theirs().empty())
        pos = test::random_position<R>(random, pieces);
      judge.solve_one(pos);
    });
  const auto share = [&](std::uint64_t n) { return 100.0 * static_cast<double>(n) / count; };
  fmt::print(
      "{}: {} positions of {} pieces, tables of {}: {:.2f}% solved ({:.2f}% in 1 s, {:.2f}% in 0.1 "
      "s), {} compared, {} wrong; {} nodes, {:.1f} s, {:.0f} nodes a second\n",
      name(variant), count, pieces, judge.options.max_pieces, share(judge.solved),
      share(judge.within_one), share(judge.within_tenth), judge.known, judge.wrong, judge.nodes,
      seconds_since(begin), static_cast<double>(judge.nodes) / seconds_since(begin));
  return judge.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace damiera

int main(int argc, char** argv) {
  using namespace damiera;
  if (argc < 6) return 2;
  const auto variant = parse_variant(argv[1]);
  if (!variant) return 2;
  std::vector<std::filesystem::path> folders;
  if (argc > 7) folders.emplace_back(argv[7]);
  const auto tables = Tablebase::open(*variant, folders);
  if (!tables) return 2;
  Judge judge{*tables,
              {.max_pieces = std::atoi(argv[3]), .count = argc > 8 ? std::atoi(argv[8]) : 0},
              std::atof(argv[5])};
  return run(*variant, std::atoi(argv[2]), std::atoi(argv[4]),
             argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 1, judge);
}
