#include "generator/block_solver.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "tests/generator/fixtures.h"
#include "tests/support/brute_force.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using test::BruteForce;

/// Checks the value, the distance and the capture mark of each position of a pair.
template <Rules R>
void expect_true(const PairWork<R>& work, const BruteForce& truth) {
  for (int s = 0; s < work.pair().slices(); ++s) {
    const SliceIndex<R>& slice = work.slice(s);
    for (std::uint64_t i = 0; i < slice.size(); ++i) {
      const Position pos = slice.position(Index{i});
      const Outcome o = work.outcomes(s)[i];
      ASSERT_TRUE(o.decided()) << text<R>(pos);
      ASSERT_EQ((BruteForce::Solved{o.value(), o.plies()}), truth.lookup(pos)) << text<R>(pos);
      ASSERT_EQ(o.is_capture(), has_capture<R>(pos)) << text<R>(pos);
    }
  }
}

/// Compares both solvers with the truth, on every position of the pairs and of the pairs below
/// them.
void expect_true(Variant variant, const std::set<SlicePair>& wanted, const BruteForce& truth) {
  with_moves(variant, [&]<Rules R>() {
    for (const Solver solver : {Solver::plain, Solver::lanes}) {
      SolvedSlices<R> solved{value_at(variant)};
      for (const SlicePair& pair : plan(wanted, R.kings_play())) {
        expect_true<R>(solved.solve(pair, solver), truth);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

void expect_true(Variant variant, int pieces) {
  expect_true(variant, pairs_of(pieces, rules_of(variant)), {variant, pieces});
}

/// Compares both solvers with each other, on every position of the pairs and of the pairs below
/// them.
template <Rules R>
void expect_equal(Value at_end, const std::set<SlicePair>& wanted) {
  SolvedSlices<R> solved{at_end};
  for (const SlicePair& pair : plan(wanted, R.kings_play())) {
    std::array<std::vector<Outcome>, 2> by_lanes;
    const auto& lanes = solved.solve(pair, Solver::lanes);
    for (int s = 0; s < pair.slices(); ++s) {
      const auto outcomes = lanes.outcomes(s);
      by_lanes[std::size_t(s)].assign(outcomes.begin(), outcomes.end());
    }
    const auto& plain = solved.solve(pair, Solver::plain);
    for (int s = 0; s < pair.slices(); ++s)
      expect_same_outcomes(by_lanes[std::size_t(s)], plain.outcomes(s), [&](std::uint64_t i) {
        return text<R>(plain.slice(s).position(Index{i}));
      });
    if (testing::Test::HasFatalFailure()) return;
  }
}

void expect_equal(Variant variant, const std::set<SlicePair>& wanted) {
  with_moves(variant, [&]<Rules R>() { expect_equal<R>(value_at(variant), wanted); });
}

/// Compares the lane solver that writes values into bit planes with the plain solver that keeps all
/// outcomes, on every position of the pairs with kings.
template <Rules R>
void expect_same_values(Value at_end, const std::set<SlicePair>& wanted) {
  SolvedSlices<R> solved{at_end};
  for (const SlicePair& pair : plan(wanted, R.kings_play())) {
    const auto& plain = solved.solve(pair, Solver::plain);
    if (pair.first.kings() == 0) continue;
    KnownValues<R> known{at_end};
    add_for_pair<R>(known, pair, solved.known());
    PairWork<R> values{pair, Keep::values, zeroed(PairWork<R>::bytes_for(pair, Keep::values))};
    std::uint64_t positions = 0;
    values.solve_in_planes(block_solver<R>(Solver::lanes), known, [&](std::uint64_t n) {
      positions += n;
      return true;
    });
    EXPECT_EQ(positions, values.positions());
    for (int s = 0; s < pair.slices(); ++s) {
      std::vector<Outcome> found(values.slice(s).size());
      values.read(s, 0, found, known);
      struct {
        int plies = 0;
        std::uint64_t index = 0;
      } longest;
      for (std::uint64_t i = 0; i < found.size(); ++i) {
        const Outcome expected = plain.outcomes(s)[i];
        ASSERT_EQ(found[i].value(), expected.value());
        ASSERT_EQ(found[i].is_capture(), expected.is_capture());
        if (!expected.is_capture() && expected.plies() > longest.plies)
          longest = {expected.plies(), i};
      }
      EXPECT_EQ(values.longest(s).plies(), longest.plies);
      EXPECT_EQ(values.longest(s).index(), longest.index);
    }
  }
}

class BlockSolverTest : public VariantTest {};

class ValuesAloneTest : public VariantTest {};

TEST_P(ValuesAloneTest, AreThoseOfThePlainSolver) {
  test::with_few_moves(GetParam(), [&]<Rules R>() {
    if constexpr (R.kings_play())
      expect_same_values<R>(value_at(GetParam()),
                            R.width == 8 && thorough
                                ? pairs_named({"KKvKK", "KKMvK", "KMvKM", "KKKvK"})
                                : pairs_named({"KKvK", "KMvK"}));
  });
}

TEST_P(BlockSolverTest, BothSolversFindTheTruthOfThreePieces) {
  expect_true(GetParam(), thorough || rules_of(GetParam()).width == 8 ? 3 : 2);
}

TEST_P(BlockSolverTest, SolversAgreeOnAllSmallSlices) {
  const bool large_board = rules_of(GetParam()).width > 8;
  const int pieces = (large_board ? 3 : 4) - (thorough ? 0 : 1);
  expect_equal(GetParam(), pairs_of(pieces, rules_of(GetParam())));
}

// Solvers write into bit planes in the same way for all games.
INSTANTIATE_TEST_SUITE_P(Variants, ValuesAloneTest, testing::ValuesIn(test::few_variants),
                         variant_name);
INSTANTIATE_TEST_SUITE_P(Variants, BlockSolverTest, testing::ValuesIn(test::played_variants()),
                         variant_name);

#ifdef NDEBUG
void expect_true(Variant variant, std::string_view slice) {
  const Material material = *parse_material(slice);
  expect_true(variant, {pair_of(material)}, {variant, material});
}

TEST(BlockSolver, FindsTheTruthOfFourPiecesItalian) { expect_true(Variant::italian, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesBrazilian) { expect_true(Variant::brazilian, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesEnglish) { expect_true(Variant::english, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesRussian) { expect_true(Variant::russian, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesThai) { expect_true(Variant::thai, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesSpanish) { expect_true(Variant::spanish, "KMvKM"); }
TEST(BlockSolver, FindsTheTruthOfFourPiecesEnglishGiveaway) {
  expect_true(Variant::english_giveaway, "KMvKM");
}
TEST(BlockSolver, FindsTheTruthOfFourPieces10x10) { expect_true(Variant::international, "KKKvK"); }

// A quarter of a minute for all slices of a game, nearly all of it the brute force; on 10x10 that
// would take too much memory as well.
TEST(BlockSolver, FindsTheTruthOfAllSlicesOfFourPieces) { expect_true(Variant::italian, 4); }

TEST(BlockSolver, SolversAgreeOnFourPieces10x10) {
  expect_equal(Variant::international, pairs_named({"KMvKM"}));
}

TEST(BlockSolver, SolversAgreeOnFivePieces) {
  expect_equal(Variant::italian, pairs_named({"KKKvKK", "KKKKvM"}));
  expect_equal(Variant::brazilian, pairs_named({"KKKKvK"}));
}

TEST(BlockSolver, FindsValuesAloneOfFourPieces10x10) {
  expect_same_values<international>(value_at(international.goal), pairs_named({"KKvKK"}));
}

// Blocks of KKMvKK are large enough that threads share the work on each.
TEST(BlockSolver, PlainOneKeepsBlocksApartThatThreadsSolveAtOnce) {
  const SlicePair pair = pair_named("KKMvKK");
  SolvedSlices<italian> solved;
  KnownValues<italian> known{value_at(italian.goal)};
  for (const SlicePair& below : plan({pair}, true)) {
    solved.solve(below, Solver::lanes);
    for (const Material& m : std::set{below.first, below.second})
      add_slice<italian>(known, m, [&](std::uint64_t b, std::uint64_t p) {
        return solved.known().slice(m).planes.value(b, p);
      });
  }
  PairWork<italian> work{pair, Keep::values,
                         zeroed(PairWork<italian>::bytes_for(pair, Keep::values))};
  const tbb::global_control threads{tbb::global_control::max_allowed_parallelism, 4};
  tbb::task_arena{4}.execute([&] {
    work.solve(
        block_solver<italian>(Solver::plain), known, [](std::uint64_t) { return true; }, false);
  });
  for (const Material& m : {pair.first, pair.second}) {
    const auto& slice = known.slice(m);
    for (std::uint64_t b = 0; b < slice.index->blocks(); ++b)
      for (std::uint64_t p = 0; p < slice.index->block_size(); ++p)
        ASSERT_EQ(slice.planes.value(b, p), solved.known().slice(m).planes.value(b, p))
            << name(m) << " " << b << " " << p;
  }
}

/// Compares the plain solver with the lane solver on some blocks of each pair with `pieces` pieces,
/// among the wanted pairs and those that they need. The lane solver has solved all blocks.
template <Rules R>
void expect_equal_on_some_blocks(const std::set<SlicePair>& wanted, int pieces) {
  SolvedSlices<R> solved;
  const BlockSolver<R> plain = block_solver<R>(Solver::plain);
  for (const SlicePair& pair : plan(wanted, R.kings_play())) {
    const PairWork<R>& lanes = solved.solve(pair, Solver::lanes);
    if (pair.first.total() < pieces) continue;
    PairWork<R> work{pair, Keep::values, zeroed(PairWork<R>::bytes_for(pair, Keep::values))};
    const std::uint64_t size = lanes.slice(0).block_size();
    const std::uint64_t every = std::max<std::uint64_t>(1, lanes.slice(0).size() / 20'000);
    std::atomic<int> blocks = 0;
    const auto compare = [&](const BlockPair<R>& block) {
      const auto number = block.sides[0].slice->block(block.sides[0].men);
      if (number % every != 0) return;
      ++blocks;
      plain(block, solved.known());
      for (int s = 0; s < block.count; ++s) {
        const auto& side = block.sides[std::size_t(s)];
        const int slice = side.slice->material() == pair.first ? 0 : 1;
        const auto found = lanes.outcomes(slice).subspan(side.slice->block(side.men) * size, size);
        expect_same_outcomes(found, side.outcomes, [&](std::uint64_t i) {
          return text<R>(side.slice->position(side.men, i));
        });
      }
    };
    work.for_each_block(compare, [](std::uint64_t) { return !testing::Test::HasFailure(); });
    ASSERT_GT(blocks, 0) << name(pair.first);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(BlockSolver, SolversAgreeOnSomeBlocksOfFourPiecesFrisian) {
  expect_equal_on_some_blocks<frisian>(pairs_named({"KKMvK"}), 4);
}

TEST(BlockSolver, SolversAgreeOnSomeBlocksOfAllPairsOfFourPiecesFrisian) {
  expect_equal_on_some_blocks<frisian>(pairs_of(4, frisian), 4);
}

// Three kings on the lane side.
TEST(BlockSolver, SolversAgreeOnSixPieces) {
  expect_equal(Variant::english, pairs_named({"KKKvKKK"}));
}

// Minutes for each game, so by hand: --gtest_also_run_disabled_tests --gtest_filter=*DISABLED*
TEST_P(BlockSolverTest, DISABLED_SolversAgreeOnEverySlice) {
  const bool large_board = rules_of(GetParam()).width > 8;
  expect_equal(GetParam(), pairs_of(large_board ? 4 : 5, rules_of(GetParam())));
}
TEST_P(BlockSolverTest, DISABLED_SolversAgreeOnLargeSlices) {
  if (rules_of(GetParam()).width > 8)
    expect_equal(GetParam(), pairs_named({"KKKvKK"}));
  else
    expect_equal(GetParam(), pairs_named({"KKKvKKK", "KKKvKKM"}));
}
#endif

}  // namespace
}  // namespace damiera
