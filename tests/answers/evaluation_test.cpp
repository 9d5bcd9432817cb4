#include "answers/evaluation.h"

#include <gtest/gtest.h>

#include <vector>

#include "answers/best_line.h"
#include "rules/notation/move_notation.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

Evaluation counted(RuleValue value, const Probe& probe, std::optional<int> dtw = {}) {
  return {probe, dtw, CountedProbe{value, probe.dtc}};
}

/// Expects each evaluation to be better than all later ones, and better than no earlier one.
void expect_in_order(const std::vector<Evaluation>& best_first) {
  for (std::size_t a = 0; a < best_first.size(); ++a)
    for (std::size_t b = 0; b < best_first.size(); ++b)
      EXPECT_EQ(better(best_first[a], best_first[b]), a < b) << a << " " << b;
}

TEST(Evaluation, IsBetterByValueThenDtwThenDtc) {
  expect_in_order({{{Value::win, 9}, 11, {}},
                   {{Value::win, 1}, 15, {}},
                   {{Value::win, 3}, 15, {}},
                   {{Value::win, {}}, 15, {}},
                   {{Value::win, 1}, {}, {}},
                   {{Value::win, {}}, {}, {}},
                   {{Value::draw, {}}, {}, {}},
                   {{Value::loss, {}}, {}, {}},
                   {{Value::loss, 8}, {}, {}},
                   {{Value::loss, 2}, 30, {}},
                   {{Value::loss, 8}, 28, {}},
                   {{Value::loss, 6}, 28, {}}});
}

TEST(Evaluation, UnderACountIsBetterByItsValueFirst) {
  expect_in_order({counted(RuleValue::win, {Value::win, 9}, 40),
                   counted(RuleValue::cursed_win, {Value::win, 1}, 10),
                   counted(RuleValue::draw, {Value::draw, {}}),
                   counted(RuleValue::blessed_loss, {Value::loss, 2}, 2),
                   counted(RuleValue::loss, {Value::loss, 30}, 90)});
}

TEST(Evaluation, OfAMoveIsOnePlyMoreOrOneConversion) {
  const Move quiet{Square{0}, Square{4}, {}, true, false};
  const Move man{Square{0}, Square{4}, {}, false, false};
  const Evaluation lost = counted(RuleValue::loss, {Value::loss, 20}, 30);
  EXPECT_EQ(worth_of(quiet, lost), counted(RuleValue::win, {Value::win, 21}, 31));
  EXPECT_EQ(worth_of(man, lost), counted(RuleValue::win, {Value::win, 1}, 31));
  const Evaluation drawn{{Value::draw, {}}, {}, CountedProbe{RuleValue::draw, {}}};
  EXPECT_EQ(worth_of(man, drawn), drawn);
}

class EvaluatorTest : public testing::TestWithParam<Variant> {};

// For random positions: the value of a position is that of its first move, and no move is better
// than the one before it.
TEST_P(EvaluatorTest, PutsFirstAMoveThatIsWorthWhatThePositionIs) {
  const auto tables = Tablebase::open(GetParam(), {});
  ASSERT_TRUE(tables);
  const Evaluator evaluator{*tables};
  std::mt19937_64 random{11};
  int decided = 0;
  for (int i = 0; i < 500; ++i) {
    const Position pos =
        with_moves(GetParam(), [&]<Rules R>() { return test::random_position<R>(random, 3); });
    const std::string where = fen(GetParam(), {pos, Color::white});
    const auto here = evaluator.evaluate(pos);
    const auto moves = evaluator.moves(pos);
    ASSERT_TRUE(here && moves) << where;
    ASSERT_EQ(moves->size(), legal_moves(GetParam(), {pos, Color::white}).size());
    if (moves->empty()) continue;
    const Evaluation& first = moves->front().worth;
    ASSERT_EQ(first.probe.value, here->probe.value) << where;
    ASSERT_EQ(first.counted->value, here->counted->value) << where;
    // A cursed win that is nearer comes after a win that stands.
    if (first.dtw && here->counted->value != RuleValue::win) {
      ASSERT_EQ(first.dtw, here->dtw) << where;
    }
    for (std::size_t m = 1; m < moves->size(); ++m)
      ASSERT_FALSE(better((*moves)[m].worth, (*moves)[m - 1].worth)) << where;
    decided += here->probe.value != Value::draw;
  }
  EXPECT_GT(decided, 50);
}

class UnknownDistances : public testing::TestWithParam<Variant> {};

// Where distances are not known for all moves: wins that are known to be near come first, and
// losses that are known to be near come last.
TEST_P(UnknownDistances, AreTakenForLongOnes) {
  const auto tables = Tablebase::open(GetParam(), {}, {.dtc_required = false});
  ASSERT_TRUE(tables);
  const Evaluator evaluator{*tables};
  std::mt19937_64 random{12};
  int both = 0;
  for (int i = 0; i < 400 && both == 0; ++i) {
    const Position pos =
        with_moves(GetParam(), [&]<Rules R>() { return test::random_position<R>(random, 5); });
    const auto moves = evaluator.moves(pos);
    if (!moves) continue;  // not all slices of five pieces are shipped
    for (std::size_t m = 1; m < moves->size(); ++m) {
      const Probe &before = (*moves)[m - 1].worth.probe, &next = (*moves)[m].worth.probe;
      if (before.value != next.value || next.value == Value::draw) continue;
      const bool wins = next.value == Value::win;
      const auto &nearer = wins ? before.dtc : next.dtc, &farther = wins ? next.dtc : before.dtc;
      ASSERT_TRUE(nearer || !farther) << fen(GetParam(), {pos, Color::white});
      both += nearer && !farther;
    }
  }
  EXPECT_GT(both, 0);
}

TEST_P(EvaluatorTest, PlaysALineOfDecreasingDistances) {
  const auto tables = Tablebase::open(GetParam(), {});
  ASSERT_TRUE(tables);
  std::mt19937_64 random{13};
  for (int i = 0; i < 100; ++i) {
    const Position pos =
        with_moves(GetParam(), [&]<Rules R>() { return test::random_position<R>(random, 3); });
    const auto line = best_line(*tables, pos);
    ASSERT_TRUE(line) << fen(GetParam(), {pos, Color::white});
    if (line->start.probe.value == Value::draw) {
      EXPECT_TRUE(line->moves.empty());
      EXPECT_FALSE(line->drawing.empty());
    } else {
      EXPECT_EQ(static_cast<int>(line->moves.size()), *line->start.dtw);
    }
  }
}

// Tables of five pieces take long to read: two games will do.
INSTANTIATE_TEST_SUITE_P(Variants, UnknownDistances,
                         testing::Values(Variant::english, Variant::russian),
                         [](const auto& suite) { return std::string{name(suite.param)}; });
INSTANTIATE_TEST_SUITE_P(Variants, EvaluatorTest,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
