#include "rules/ending.h"

#include <gtest/gtest.h>

#include "rules/notation/fen.h"
#include "rules/resolve.h"

namespace damiera {
namespace {

TEST(RuleValue, IsCursedOrBlessedWhereTheCountTakesAWinAway) {
  EXPECT_EQ(rule_value(Value::win, Value::win), RuleValue::win);
  EXPECT_EQ(rule_value(Value::draw, Value::win), RuleValue::cursed_win);
  EXPECT_EQ(rule_value(Value::draw, Value::draw), RuleValue::draw);
  EXPECT_EQ(rule_value(Value::draw, Value::loss), RuleValue::blessed_loss);
  EXPECT_EQ(rule_value(Value::loss, Value::loss), RuleValue::loss);
  EXPECT_EQ(-RuleValue::cursed_win, RuleValue::blessed_loss);
  EXPECT_GT(RuleValue::win, RuleValue::cursed_win);
  EXPECT_GT(RuleValue::blessed_loss, RuleValue::loss);
}

TEST(Ending, IsOrderedByWhatOnePrefers) {
  const Ending from_worst[]{{Value::loss, 0}, {Value::loss, 2}, {Value::loss, 8}, {Value::draw, 0},
                            {Value::win, 9},  {Value::win, 3},  {Value::win, 1}};
  for (std::size_t i = 0; i + 1 < std::size(from_worst); ++i) {
    EXPECT_LT(from_worst[i], from_worst[i + 1]);
    // The opponent prefers the opposite order, also when seen one ply earlier.
    EXPECT_GT(from_worst[i].before(), from_worst[i + 1].before());
  }
  EXPECT_EQ((Ending{Value::win, 3}.before()), (Ending{Value::loss, 4}));
  EXPECT_EQ((Ending{Value::draw, 0}.before()), (Ending{Value::draw, 0}));
}

// After each capture the opponent is to move, and the position is worth what `quiet` says.
TEST(Ending, ResolvesThroughCapturesToTheBestOfThem) {
  const auto ending = [](std::string_view text, Ending quiet) {
    return resolve_ending<english>(parse_fen(Variant::english, text)->pos, Value::loss,
                                   [&](const Position&) { return quiet; });
  };
  EXPECT_EQ(ending("W:WK18:BK15", {Value::draw, 0}), (Ending{Value::win, 1}));  // the last piece
  EXPECT_EQ(ending("W:WK18:BK15,K1", {Value::loss, 4}), (Ending{Value::win, 5}));
  EXPECT_EQ(ending("W:WK18:BK15,K1", {Value::win, 7}), (Ending{Value::loss, 8}));
  EXPECT_EQ(ending("W:WK18:BK15,K1", {Value::draw, 0}), (Ending{Value::draw, 0}));
  EXPECT_EQ(ending("W:WK18:BK1", {Value::win, 7}), (Ending{Value::win, 7}));  // nothing to take
  EXPECT_EQ(ending("W:W:BK1", {Value::win, 7}), (Ending{Value::loss, 0}));
  EXPECT_EQ(ending("W:WK1:B", {Value::draw, 0}), (Ending{Value::win, 1}));
}

// In a giveaway game with the same moves.
TEST(Ending, TellsTheGoalByTheValueAtTheEnd) {
  const auto pos = [](std::string_view text) { return parse_fen(Variant::english, text)->pos; };
  const auto none = [](const Position&) { return Ending{Value::draw, 0}; };
  for (const auto& [text, plies] : {std::pair{"W:W:BK1", 0}, {"W:WK1:B", 1}, {"W:WK18:BK15", 1}}) {
    const Value in_giveaway = plies == 0 ? Value::win : Value::loss;
    EXPECT_EQ(resolve_ending<english>(pos(text), Value::win, none), (Ending{in_giveaway, plies}));
    EXPECT_EQ(resolve<english>(pos(text), Value::win, [](const Position&) { return Value::draw; }),
              in_giveaway);
  }
}

// After an error no further captures are looked at: there may be very many.
TEST(Ending, AsksNothingOnceItIsToldToStop) {
  const Position pos = parse_fen(Variant::english, "W:WK18:BK14,K15,K22,K23")->pos;
  int asked = 0;
  const auto value = [&](const Position&) { return ++asked, Value::draw; };
  const auto ending = [&](const Position&) { return ++asked, Ending{Value::draw, 0}; };
  const auto stop = [&] { return asked > 0; };
  resolve<english>(pos, Value::loss, value);
  EXPECT_GT(std::exchange(asked, 0), 1);
  resolve<english>(pos, Value::loss, value, stop);
  EXPECT_EQ(std::exchange(asked, 0), 1);
  resolve_ending<english>(pos, Value::loss, ending);
  EXPECT_GT(std::exchange(asked, 0), 1);
  resolve_ending<english>(pos, Value::loss, ending, stop);
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace damiera
