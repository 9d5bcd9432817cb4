#include <tbb/task_arena.h>

#include "generator/lanes/lane_words.h"
#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

/// Solves the men blocks of a pair side by side, and one by one as on processors without the
/// vectors for that. All outcomes must be those of the plain solver.
template <Rules R>
void expect_same_side_by_side(const char* slice) {
  const SlicePair wanted = pair_named(slice);
  SolvedSlices<R> solved;
  const PairWork<R>* work = nullptr;
  for (const SlicePair& pair : plan({wanted}, R.kings_play()))
    work = &solved.solve(pair, pair == wanted ? Solver::plain : Solver::lanes);
  ASSERT_EQ(work->pair(), wanted);
  const std::size_t most = batch_size<R>(wanted.first);
  ASSERT_EQ(most, R.width == 8 ? 8U : 4U);
  const BlockSolver<R> single = block_solver<R>(Solver::lanes);
  const BatchSolver<R> several = batch_solver<R>();
  PairWork<R> again{wanted, Keep::distances,
                    zeroed(PairWork<R>::bytes_for(wanted, Keep::distances))};
  KnownValues<R> known{value_at(R.goal)};
  add_for_pair<R>(known, wanted, solved.known());
  std::size_t batches = 0, largest = 0;
  const auto compare = [&](std::span<const BlockPair<R>> blocks, const KnownValues<R>& values) {
    ++batches;
    largest = std::max(largest, blocks.size());
    for (const BlockPair<R>& block : blocks) {
      single(block, values);
      for (int s = 0; s < block.count; ++s) {
        const auto& side = block.sides[std::size_t(s)];
        const std::uint64_t size = side.outcomes.size();
        const auto truth = work->outcomes(side.slice->material() == wanted.first ? 0 : 1)
                               .subspan(side.slice->block(side.men) * size, size);
        for (std::uint64_t i = 0; i < size; ++i)
          ASSERT_EQ(side.outcomes[i], truth[i]) << text<R>(side.slice->position(side.men, i));
        std::ranges::fill(side.outcomes, Outcome{});
      }
    }
    several(blocks, values);
  };
  tbb::task_arena{1}.execute([&] {
    again.solve_batches(compare, most, known,
                        [](std::uint64_t) { return !testing::Test::HasFailure(); });
  });
  if (testing::Test::HasFailure()) return;
  EXPECT_GT(batches, 1U);
  // A level of blocks with one man has no more blocks than a row of the board has squares.
  EXPECT_EQ(largest,
            wanted.first.men() > 1 ? most : std::min(most, std::size_t(Board<R>::row_squares)));
  for (int s = 0; s < wanted.slices(); ++s)
    EXPECT_TRUE(std::ranges::equal(again.outcomes(s), work->outcomes(s))) << slice;
}

class LaneSolverTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_lane_vectors()) GTEST_SKIP() << "this processor has no vectors for several blocks";
  }
};

// One king, or a king with a fellow, on the lane side; men of one side, or of both.
TEST_F(LaneSolverTest, SolvesBlocksSideBySideAsOneByOne) {
  for (const char* slice : {"KMvK", "KKvM", "KMvM", "KMvKM", "KKMvM"})
    expect_same_side_by_side<english>(slice);
}

TEST_F(LaneSolverTest, SolvesBlocksSideBySideAsOneByOne10x10) {
  for (const char* slice : {"KMvK", "KKvM"}) expect_same_side_by_side<international>(slice);
}
#ifdef NDEBUG
TEST_F(LaneSolverTest, SolvesBlocksOfFourPiecesSideBySideAsOneByOne10x10) {
  expect_same_side_by_side<international>("KKvKM");
}
#endif

/// A pair solved in batches of 8 blocks, by one thread.
std::unique_ptr<PairWork<english>> in_batches(const SlicePair& pair,
                                              const BatchSolver<english>& solver,
                                              const KnownValues<english>& below) {
  auto work = std::make_unique<PairWork<english>>(
      pair, Keep::distances, zeroed(PairWork<english>::bytes_for(pair, Keep::distances)));
  KnownValues<english> known{value_at(english.goal)};
  add_for_pair<english>(known, pair, below);
  tbb::task_arena{1}.execute(
      [&] { work->solve_batches(solver, 8, known, [](std::uint64_t) { return true; }); });
  return work;
}

// The matrix of an empty board is kept from one batch to the next, until the slice changes.
TEST_F(LaneSolverTest, GoesOnToAnotherSlice) {
  const BatchSolver<english> solver = batch_solver<english>();
  SolvedSlices<english> solved;
  for (const SlicePair& pair : plan({pair_named("KMvKM")})) {
    const bool fits = pair.first.kings() > 0 && pair.first.men() > 0;
    const PairWork<english>& plain = solved.solve(pair, fits ? Solver::plain : Solver::lanes);
    if (!fits) continue;
    const auto work = in_batches(pair, solver, solved.known());
    for (int s = 0; s < pair.slices(); ++s)
      EXPECT_TRUE(std::ranges::equal(work->outcomes(s), plain.outcomes(s))) << name(pair.first);
  }
}

TEST_F(LaneSolverTest, AddsUpTheTimeOfItsSteps) {
  const SlicePair wanted = pair_named("KMvM");
  SolvedSlices<english> solved;
  for (const SlicePair& pair : plan({wanted})) solved.solve(pair, Solver::lanes);
  LaneTimes times;
  in_batches(wanted, batch_solver<english>(Outcome::max_plies, &times), solved.known());
  for (const double seconds : {times.layout, times.first_pass, times.sweeps}) {
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 60);
  }
}

}  // namespace
}  // namespace damiera
