#include "answers/count_words.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

std::string words(RuleValue value, std::optional<int> dtc, const Count& count) {
  return count_in_words(Variant::italian, Color::white, {value, dtc}, count);
}

TEST(CountWords, AgreeInNumber) {
  EXPECT_EQ(
      words(RuleValue::cursed_win, 45, {40, 62}),
      "Count of 40 moves, 31 moves played: White wins in 23 moves (45 plies) at best; 9 moves "
      "(18 plies) remain in the count: a draw by FID Art. 10.");
  EXPECT_EQ(words(RuleValue::cursed_win, 45, {40, 79}),
            "Count of 40 moves, 79 plies played: White wins in 23 moves (45 plies) at best; 1 move "
            "(1 ply) remains in the count: a draw by FID Art. 10.");
  EXPECT_EQ(words(RuleValue::win, 1, {1, 1}),
            "Count of 1 move, 1 ply played: White wins, in 1 move (1 ply) at best to the next "
            "conversion; 1 move (1 ply) remains in the count.");
}

TEST(CountWords, NameOnlyWholeMovesAndPlies) {
  for (int plies = 0; plies <= 80; ++plies) {
    const auto text = words(RuleValue::draw, {}, {40, plies});
    EXPECT_EQ(text.find('.'), text.size() - 1) << text;
  }
}

}  // namespace
}  // namespace damiera
