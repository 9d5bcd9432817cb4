#include "answers/claim/claim_truth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "answers/claim/claim_words.h"
#include "rules/notation/pdn.h"
#include "tests/probe/built_tables.h"
#include "tests/support/random_games.h"

namespace damiera {
namespace {

/// The value under a count by its definition: the game is drawn when the count's plies have been
/// made without a conversion, and a conversion resets the count. It is slow, and uses the tables'
/// values without a count only to cut off draws.
class Definition {
 public:
  Definition(const Tablebase& tables, int moves) : tables_{tables}, plies_{2 * moves} {}

  Value value(Variant variant, const Position& pos, int counted) {
    const auto known = known_.find({pos, counted});
    if (known != known_.end()) return known->second;
    Value best = Value::loss;
    const Setup setup{pos, Color::white};
    const Moves moves = legal_moves(variant, setup);
    if (!moves.empty() && counted == plies_) best = Value::draw;
    for (const Move& m : moves) {
      if (counted == plies_ || best == Value::win) break;
      const Position next = after(variant, setup, m).pos;
      const bool draws = *tables_.wdl(next) == Value::draw;
      best = std::max(
          best, draws ? Value::draw : -value(variant, next, m.is_conversion() ? 0 : counted + 1));
    }
    return known_[{pos, counted}] = best;
  }

 private:
  const Tablebase& tables_;
  int plies_;
  std::map<std::pair<Position, int>, Value> known_;
};

class ClaimValuesTest : public testing::TestWithParam<Variant> {};

TEST_P(ClaimValuesTest, AreThoseOfTheDefinitionWhereTheyAreKnown) {
  const auto tables = Tablebase::open(GetParam(), {});
  ASSERT_TRUE(tables);
  std::mt19937_64 random{1};
  std::map<std::optional<Value>, int> seen;
  for (int moves : {3, 8, 18}) {
    const int pieces = moves < 8 ? 3 : 2;  // more would take minutes
    DrawCount count = draw_counts(GetParam())[0];
    count.moves = moves;
    ClaimValues values{*tables};
    Definition definition{*tables, moves};
    for (int i = 0; i < 60; ++i) {
      const auto pos = with_moves(
          GetParam(), [&]<Rules R>() { return test::random_position<R>(random, pieces); });
      const int counted = static_cast<int>(random() % (2 * static_cast<unsigned>(moves)));
      const auto got = values.value(pos, count, 2 * count.moves, counted);
      ASSERT_TRUE(got) << got.error().message;
      ++seen[got->with];
      if (!got->with) continue;
      ASSERT_EQ(*got->with, definition.value(GetParam(), pos, counted))
          << fen(GetParam(), {pos, Color::white}) << " " << moves << " " << counted;
    }
  }
  EXPECT_GT(seen[Value::win], 0);
  EXPECT_GT(seen[Value::draw], 0);
}

// With the tables of the count, and of DTW for a count that nothing annuls, nothing is unknown.
TEST_P(ClaimValuesTest, AreAllKnownFromTheTablesOfTheCount) {
  constexpr int moves = 3;
  const test::BuiltTables built{GetParam(), 2, {.dtc = true, .count = moves, .dtw = true}};
  ASSERT_TRUE(built.ok()) << built.error();
  const auto tables = Tablebase::open(GetParam(), {built.folder()}, {.shipped = false});
  ASSERT_TRUE(tables);
  DrawCount conversions = draw_counts(GetParam())[0];
  conversions.moves = moves;
  conversions.annulled.by_man_move = conversions.annulled.by_capture = true;
  DrawCount to_the_end = conversions;
  to_the_end.annulled.by_man_move = to_the_end.annulled.by_capture = false;
  ClaimValues values{*tables};
  Definition definition{*tables, moves};
  std::mt19937_64 random{1};
  std::map<Value, int> seen;
  for (int i = 0; i < 300; ++i) {
    const auto pos =
        with_moves(GetParam(), [&]<Rules R>() { return test::random_position<R>(random, 2); });
    const int counted = static_cast<int>(random() % (2 * moves));
    const auto got = values.value(pos, conversions, 2 * conversions.moves, counted);
    ASSERT_TRUE(got && got->with) << fen(GetParam(), {pos, Color::white});
    ASSERT_EQ(*got->with, definition.value(GetParam(), pos, counted))
        << fen(GetParam(), {pos, Color::white}) << " " << counted;
    ++seen[*got->with];
    const auto end = values.value(pos, to_the_end, 2 * to_the_end.moves, counted);
    ASSERT_TRUE(end && end->with) << fen(GetParam(), {pos, Color::white});
    const Ending ending = *tables->ending(pos);
    ASSERT_EQ(*end->with, ending.plies + counted <= 2 * moves ? ending.value : Value::draw);
  }
  EXPECT_EQ(seen.size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Variants, ClaimValuesTest,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

/// What the shipped tables say of one game, from its beginning.
ClaimTruth truth_of(std::string_view text, int moves) {
  PdnReader reader{text};
  const auto read = reader.next();
  EXPECT_TRUE(read && !read->error);
  ClaimValues values{*Tablebase::open(read->game.variant, {}, {.dtc_required = false})};
  const auto& count = draw_counts(read->game.variant)[0];
  const auto claim =
      judge(read->game, count, {.from = read->game.moves[0].number, .at = {}, .moves = moves});
  const auto truth = claim_truth(values, read->game, *claim);
  EXPECT_TRUE(truth);
  return *truth;
}

// The longest win of K v K: 11 plies, six moves of White.
TEST(ClaimTruth, TellsAWinAndTheMoveThatThrewItAway) {
  const auto truth = truth_of("[GameType \"22\"]\n[FEN \"W:WK1:BK32\"]\n1. 1-5 32-28 2. 5-1", 40);
  EXPECT_EQ(truth.at_request, (ClaimValue{Value::win, 11, Value::win}));
  EXPECT_EQ(moves_needed(truth.at_request), 6);
  EXPECT_EQ(truth.plies_left, 80);
  ASSERT_EQ(truth.changes.size(), 1U);
  const ValueChange& change = truth.changes[0];
  EXPECT_EQ(change.move, 2U);
  EXPECT_EQ(change.before.without, Value::win);
  EXPECT_EQ(change.after.without, Value::draw);
  EXPECT_EQ(change.kept.without, Value::win);
}

// FMJD 6.4: five moves, whatever is captured. The next conversion is in time, the end is not.
TEST(ClaimTruth, TellsTheDistanceToTheEndWhereNothingMakesTheCountVoid) {
  const Tablebase tables = *Tablebase::open(Variant::killer, {});
  const auto counts = draw_counts(Variant::killer);
  const auto count = std::ranges::find(counts, 5, &DrawCount::moves);
  ASSERT_NE(count, counts.end());
  const Position pos = parse_fen(Variant::killer, "W:WK29,K13:BK39")->pos;
  ClaimValues values{tables};
  const ClaimValue value = *values.value(pos, *count, 10, 0);
  EXPECT_EQ(value, (ClaimValue{Value::win, 10, Value::draw, tables.ending(pos)->plies}));
  EXPECT_GT(*value.to_end, 10);
  EXPECT_EQ(moves_needed(value), (*value.to_end + 1) / 2);
  EXPECT_EQ(values.value(pos, *count, *value.to_end, 0)->with, Value::win);
  EXPECT_EQ(values.value(pos, counts[0], 50, 0)->to_end, std::nullopt);
  EXPECT_EQ(
      ClaimWords{english_phrases()}.value(value, "1w", Color::white, true),
      "The tables: at 1w White wins with unlimited moves; the winner needs 6 moves (11 plies) "
      "to the end of the game; the count does not leave time for it and makes the game a "
      "draw");
}

TEST(ClaimTruth, SaysWhichTableIsMissing) {
  const auto truth = truth_of("[GameType \"22\"]\n1. 23-19 10-14", 40);
  EXPECT_NE(truth.not_covered.find("there is no such table"), std::string::npos);
}

TEST(ClaimTruth, CountsTheMovesOfWhoWins) {
  EXPECT_EQ(moves_needed({Value::win, 1, {}}), 1);
  EXPECT_EQ(moves_needed({Value::win, 11, {}}), 6);
  EXPECT_EQ(moves_needed({Value::loss, 0, {}}), 0);
  EXPECT_EQ(moves_needed({Value::loss, 2, {}}), 1);
  EXPECT_EQ(moves_needed({Value::draw, {}, {}}), 0);
}

}  // namespace
}  // namespace damiera
