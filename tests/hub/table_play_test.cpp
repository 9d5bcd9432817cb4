#include "apps/hub/table_play.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/notation/fen.h"
#include "rules/notation/move_notation.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

class TablePlayTest : public testing::TestWithParam<Variant> {
 protected:
  TablePlay play{*Tablebase::open(GetParam(), {}), 0};

  std::vector<Position> positions(int pieces, int number, std::uint64_t seed) const {
    return with_moves(GetParam(), [&]<Rules R>() {
      std::mt19937_64 random{seed};
      std::vector<Position> found;
      while (static_cast<int>(found.size()) < number) {
        const Position pos = test::random_position<R>(random, pieces);
        if (!legal_moves<R>(pos).empty() && pos.theirs().any()) found.push_back(pos);
      }
      return found;
    });
  }
};

/// Whether a position occurs twice while both sides choose by the tables, until the game is over.
bool repeats(const TablePlay& play, Position pos) {
  std::vector<Position> seen;
  for (int quiet = 0; std::ranges::find(seen, pos) == seen.end();) {
    seen.push_back(pos);
    const auto chosen = play.choose(pos, quiet)->move;
    if (!chosen) return false;
    quiet = chosen->move.is_conversion() ? 0 : quiet + 1;
    pos = chosen->position;
  }
  return true;
}

/// Both sides choose by the tables. Returns the value for the side that begins, and after how many
/// plies the game was over. A game without an end stops at `most`.
Ending played_out(const TablePlay& play, Position pos, int most) {
  int quiet = 0;
  for (int ply = 0; ply < most; ++ply) {
    const auto chosen = play.choose(pos, quiet)->move;
    if (!chosen) {
      const Value value = with_moves(play.tables().variant(), [&]<Rules R>() {
        EXPECT_TRUE(legal_moves<R>(pos).empty());
        return *play.tables().wdl(pos);
      });
      return {ply % 2 == 0 ? value : -value, ply};
    }
    quiet = chosen->move.is_conversion() ? 0 : quiet + 1;
    pos = chosen->position;
  }
  return {Value::draw, most};
}

TEST_P(TablePlayTest, WinsInExactlyAsManyPliesAsTheTablesSay) {
  int decided = 0;
  for (const Position& pos : positions(3, 60, 1)) {
    const auto ending = *play.tables().ending(pos);
    if (ending.value == Value::draw) continue;
    ++decided;
    EXPECT_EQ(played_out(play, pos, 300), ending);
  }
  EXPECT_GT(decided, 10);
}

// Without distances to the end it uses those to conversion: the value is kept, and the game ends. A
// win or loss without any distance is left to a search: see mover_test.cpp.
TEST_P(TablePlayTest, KeepsTheValueOfFourPieces) {
  const Tablebase& tables = play.tables();
  const bool distances = tables.max_pieces(Metric::dtc) >= 4;
  const auto all = positions(4, 10, 2);
  std::size_t played = 0;
  for (const Position& pos : all) {
    const auto value = *tables.wdl(pos);
    if (!distances && value != Value::draw && !play.choose(pos, 0)->move) continue;
    EXPECT_EQ(played_out(play, pos, value == Value::draw ? 40 : 400).value, value);
    ++played;
  }
  EXPECT_GE(played, distances ? all.size() : 1);
}

INSTANTIATE_TEST_SUITE_P(Games, TablePlayTest, testing::ValuesIn(all_variants),
                         [](const auto& game) { return std::string{name(game.param)}; });

Position position(Variant variant, const char* fen) { return parse_fen(variant, fen)->pos; }

std::string chosen(const TablePlay& play, const char* fen, int quiet_plies) {
  const Variant variant = play.tables().variant();
  const auto move = play.choose(position(variant, fen), quiet_plies)->move;
  return move ? move_text(variant, *parse_fen(variant, fen), move->move) : "none";
}

// Of moves that all draw, it plays the one after which most of the opponent's replies lose.
TEST(TablePlay, ADrawLeavesTheOpponentMostLosingReplies) {
  const Variant variant = Variant::italian;
  const auto tables = *Tablebase::open(variant, {});
  const TablePlay play{tables, 0};
  std::mt19937_64 random{5};
  int differed = 0;
  for (int i = 0; i < 200; ++i) {
    const Position pos = test::random_position<italian>(random, 3);
    if (*tables.wdl(pos) != Value::draw) continue;
    int most = -1, least = 100, of_chosen = -1;
    const auto move = play.choose(pos, 0)->move;
    ASSERT_TRUE(move);
    for (const Move& m : legal_moves<italian>(pos)) {
      const Position next = after<italian>(pos, m);
      if (*tables.wdl(next) != Value::draw) continue;
      int losing = 0;
      for (const Move& reply : legal_moves<italian>(next))
        losing += *tables.wdl(after<italian>(next, reply)) == Value::win;
      most = std::max(most, losing);
      least = std::min(least, losing);
      if (m == move->move) of_chosen = losing;
    }
    EXPECT_EQ(of_chosen, most);
    differed += least < most;
  }
  EXPECT_GT(differed, 5);
}

// Under a count only wins that come in time are wins; the plies played without a conversion count.
TEST(TablePlay, CountsThePliesThatWerePlayed) {
  const Variant variant = Variant::italian;
  const auto tables = *Tablebase::open(variant, {});
  const TablePlay counting{tables, 40};
  const auto won = position(variant, "W:WK3,20:BK31");
  ASSERT_EQ(tables.probe(won, Count{40, 0})->value, RuleValue::win);
  const int needed = *tables.probe(won, Count{40, 0})->dtc;
  EXPECT_EQ(value_in_game(counting.choose(won, 80 - needed)->move->worth), Value::win);
  EXPECT_EQ(value_in_game(counting.choose(won, 80 - needed + 1)->move->worth), Value::draw);
  EXPECT_EQ(value_in_game(counting.choose(won, 1000)->move->worth), Value::draw);
  EXPECT_EQ(value_in_game(TablePlay{tables, 0}.choose(won, 1000)->move->worth), Value::win);
}

// Two kings win in 4 moves under a count of 12. The shortest way to the end is one that the count
// forbids: to follow it would lead to and fro until the position had occurred five times.
TEST(TablePlay, WinsWithoutRepetitionWhereTheCountForbidsOtherWins) {
  const Variant variant = Variant::english;
  const test::BuiltTables built{
      variant, {*parse_material("KKvKM")}, {.dtc = true, .count = 12, .dtw = true}};
  const TablePlay play{*Tablebase::open(variant, {built.folder()}, {.shipped = false}), 12};
  const Position won = position(variant, "W:WK19,K20:B8,K28");
  ASSERT_EQ(play.tables().probe(won, Count{12, 0})->value, RuleValue::win);
  EXPECT_FALSE(repeats(play, won));
}

// There are tables of 40 moves only: play is then as without a count.
TEST(TablePlay, PlaysWithoutACountThatHasNoTables) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  const TablePlay none{tables, 0}, other{tables, 17};
  EXPECT_EQ(chosen(other, "W:WK3,20:BK31", 0), chosen(none, "W:WK3,20:BK31", 0));
  EXPECT_NE(chosen(other, "W:WK3,20:BK31", 0), "none");
}

TEST(TablePlay, DecidesNothingBeyondTheTables) {
  const TablePlay play{*Tablebase::open(Variant::italian, {}), 0};
  EXPECT_EQ(chosen(play, "W:W21,22,23,24:B1,2,3,4", 0), "none");
}

// Five pieces have values only: a win has no distance, so the search plays it; a draw is kept.
// To compare draws may take long; the first one is as good by its value.
TEST(TablePlay, ComparesDrawsAsLongAsItMay) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  const TablePlay play{tables, 0};
  const auto drawn = position(Variant::italian, "W:WK3,K10:BK32,K28");
  ASSERT_EQ(*tables.wdl(drawn), Value::draw);
  int asked = 0;
  const auto kept = play.choose(drawn, 0, [&] { return ++asked < 2; })->move;
  EXPECT_EQ(asked, 2);
  ASSERT_TRUE(kept);
  EXPECT_EQ(*tables.wdl(kept->position), Value::draw);
}

TEST(TablePlay, NeedsADistanceOfWins) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  const TablePlay play{tables, 0};
  const auto won = position(Variant::italian, "W:WK1,K2,K3,K4:BK29");
  ASSERT_EQ(*tables.wdl(won), Value::win);
  const auto choice = *play.choose(won, 0);
  EXPECT_FALSE(choice.move);
  std::vector<Move> keeping;
  for (const Move& m : legal_moves<italian>(won))
    if (*tables.wdl(after<italian>(won, m)) == Value::loss) keeping.push_back(m);
  EXPECT_EQ(choice.keeping, keeping);
  const auto drawn = position(Variant::italian, "W:WK11,K18:BK22,K4,K32");
  ASSERT_EQ(*tables.wdl(drawn), Value::draw);
  const auto kept = play.choose(drawn, 0)->move;
  ASSERT_TRUE(kept);
  EXPECT_EQ(*tables.wdl(kept->position), Value::draw);
}

}  // namespace
}  // namespace damiera
