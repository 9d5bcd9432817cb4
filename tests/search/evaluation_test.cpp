#include "search/evaluation.h"

#include <gtest/gtest.h>

#include "rules/notation/fen.h"

namespace damiera {
namespace {

template <Rules R>
int score(const char* text, Value at_end) {
  return evaluate<R>(parse_fen(R.id, text)->pos, at_end);
}

TEST(Evaluation, PrefersPiecesWhereTheyWin) {
  EXPECT_GT(score<english>("W:W21,30,K22:B1", Value::loss), 100);
  EXPECT_LT(score<english>("B:W21,30,K22:B1", Value::loss), -100);
}

// In a giveaway game neither having pieces nor having lost them is an advantage by itself.
TEST(Evaluation, CountsMovesAloneWhereWhoHasNoneWins) {
  EXPECT_EQ(score<english>("W:W31:B2", Value::win), 0);
  EXPECT_EQ(score<english>("W:W31,32:B2", Value::win), 2 * (4 - 2));
  EXPECT_EQ(score<english>("B:W31,32:B2", Value::win), 2 * (2 - 4));
}

}  // namespace
}  // namespace damiera
