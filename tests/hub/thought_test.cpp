#include "apps/hub/thought.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(Score, WonIsAHundredLessAHundredthForEachPly) {
  EXPECT_EQ(score_text(decided_score(Value::win, 41)), "99.59");
  EXPECT_EQ(score_text(decided_score(Value::loss, 42)), "-99.58");
  EXPECT_EQ(score_text(decided_score(Value::draw, 0)), "0.00");
  EXPECT_EQ(score_text(decided_score(Value::win, plies_not_known)), "95.00");
}

// Clients show 100 and -99.99 as a win in 0 moves.
TEST(Score, IsNeverSoNearThatClientsShowZeroMoves) {
  EXPECT_EQ(score_text(decided_score(Value::win, 0)), "99.99");
  EXPECT_EQ(score_text(decided_score(Value::loss, 0)), "-99.98");
  EXPECT_EQ(score_text(decided_score(Value::loss, 1)), "-99.98");
}

TEST(Score, AnOpinionIsNeverTakenForAResult) {
  EXPECT_EQ(score_text(opinion_score(12345)), "89.99");
  EXPECT_EQ(score_text(opinion_score(-12345)), "-89.99");
  EXPECT_EQ(score_text(opinion_score(-5)), "-0.05");
  EXPECT_GT(decided_score(Value::win, 100000), 9000);
}

}  // namespace
}  // namespace damiera
