#include "generator/endings/ending_block_solver.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// Slices solved for plies to the end of the game, in memory, one pair after the other.
template <Rules R>
class SolvedEndings {
 public:
  explicit SolvedEndings(Value at_end) : known_{at_end} {}
  /// Solves a pair, again if it was solved before. Requires that all pairs that its positions lead
  /// to are solved.
  const PairWork<R>& solve(const SlicePair& pair, Solver solver) {
    works_.push_back(std::make_unique<PairWork<R>>(
        pair, Keep::distances, zeroed(PairWork<R>::bytes_for(pair, Keep::distances))));
    PairWork<R>& work = *works_.back();
    for (int s = 0; s < pair.slices(); ++s) known_.add(work.slice(s).material(), work.outcomes(s));
    work.for_each_block(ending_block_solver<R>(solver, pair.first, known_),
                        [](std::uint64_t) { return true; });
    return work;
  }
  /// Forgets the pair solved before the last.
  void forget_last_but_one() { works_.erase(works_.end() - 2); }

 private:
  KnownEndings<R> known_;
  std::vector<std::unique_ptr<PairWork<R>>> works_;
};

/// Compares the fast solver with the plain one, on every position of the pairs and of the pairs
/// that they lead to.
template <Rules R>
void expect_same_endings(Value at_end, const std::set<SlicePair>& wanted) {
  SolvedEndings<R> solved{at_end};
  for (const SlicePair& pair : plan(wanted, R.kings_play())) {
    const auto& plain = solved.solve(pair, Solver::plain);
    const auto& lanes = solved.solve(pair, Solver::lanes);
    for (int s = 0; s < pair.slices(); ++s)
      expect_same_outcomes(lanes.outcomes(s), plain.outcomes(s), [&](std::uint64_t i) {
        return text<R>(plain.slice(s).position(Index{i}));
      });
    if (testing::Test::HasFatalFailure()) return;
    solved.forget_last_but_one();
  }
}

void expect_same_endings(Variant variant, const std::set<SlicePair>& wanted) {
  with_moves(variant, [&]<Rules R>() { expect_same_endings<R>(value_at(variant), wanted); });
}

class EndingSolverTest : public VariantTest {};

TEST_P(EndingSolverTest, AgreesWithThePlainOneOnAllSmallSlices) {
  const int pieces = thorough ? 3 : 2;
  expect_same_endings(GetParam(), pairs_of(pieces, rules_of(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Variants, EndingSolverTest, testing::ValuesIn(test::played_variants()),
                         variant_name);

#ifdef NDEBUG
TEST(EndingSolver, AgreesWithThePlainOneOnFourPieces) {
  expect_same_endings(Variant::italian, pairs_named({"KMvKM"}));
  expect_same_endings(Variant::russian_giveaway, pairs_named({"KMvKM"}));
}
TEST(EndingSolver, AgreesWithThePlainOneOnFourPieces10x10) {
  expect_same_endings(Variant::international, pairs_named({"KKvKK"}));
}
// These blocks have enough rows for several threads.
TEST(EndingSolver, AgreesWithThePlainOneOnLargeBlocks) {
  expect_same_endings(Variant::english, pairs_named({"KKKvK"}));
}

// Minutes for each game, so by hand: --gtest_also_run_disabled_tests --gtest_filter=*DISABLED*
TEST_P(EndingSolverTest, DISABLED_AgreesWithThePlainOneOnFourPieces) {
  expect_same_endings(GetParam(), pairs_of(4, rules_of(GetParam())));
}
TEST_P(EndingSolverTest, DISABLED_AgreesWithThePlainOneOnFivePieces) {
  expect_same_endings(GetParam(), pairs_of(5, rules_of(GetParam())));
}
// Three kings on the lane side.
TEST(EndingSolver, DISABLED_AgreesWithThePlainOneOnSixKings) {
  expect_same_endings(Variant::english, pairs_named({"KKKvKKK"}));
}
#endif

}  // namespace
}  // namespace damiera
