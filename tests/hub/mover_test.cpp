#include "apps/hub/mover.h"

#include <gtest/gtest.h>

#include "rules/notation/move_notation.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

class MoverTest : public testing::TestWithParam<Variant> {};

INSTANTIATE_TEST_SUITE_P(Games, MoverTest, testing::ValuesIn(all_variants),
                         [](const auto& game) { return std::string{name(game.param)}; });

/// True if the tables hold a distance of a win or loss, with which it is played without a search.
bool has_distance(const Tablebase& tables, const Position& pos) {
  const auto probe = tables.probe(pos);
  return probe && probe->dtc;
}

// No move gives a win or a draw away, and a won position is known as won, also if values have no
// distances and a search has to play.
TEST_P(MoverTest, KeepsTheValueOfFourPieces) {
  const auto tables = *Tablebase::open(GetParam(), {});
  const auto mover = *Mover::open({.variant = GetParam()});
  with_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{3};
    int searched = 0;
    for (int i = 0; i < 25; ++i) {
      GameRecord game{GetParam(), {test::random_position<R>(random, 4), Color::white}};
      for (int ply = 0; ply < 6 && !game.result(); ++ply) {
        const Position pos = game.now().pos;
        const Value value = *tables.wdl(pos);
        const Thought thought =
            mover->choose(game, {.nodes = 300}, [](const Thought&) { return true; });
        EXPECT_EQ(-*tables.wdl(after<R>(pos, thought.move)), value) << fen(GetParam(), game.now());
        EXPECT_EQ(thought.score > 9000, value == Value::win) << fen(GetParam(), game.now());
        searched += value != Value::draw && !has_distance(tables, pos);
        game.play(thought.move);
      }
    }
    EXPECT_EQ(searched > 0, tables.max_pieces(Metric::dtc) < 4);
  });
}

// However little time there is. Five pieces have values without distances.
TEST(Mover, KeepsTheValueWithoutTime) {
  const auto expect_kept = [](Variant variant, const char* fen) {
    const auto tables = *Tablebase::open(variant, {});
    const auto mover = *Mover::open({.variant = variant});
    const GameRecord game{variant, *parse_fen(variant, fen)};
    const Value value = *tables.wdl(game.now().pos);
    EXPECT_EQ(value, Value::win) << fen;
    const Thought thought = mover->choose(game, {}, [](const Thought&) { return false; });
    EXPECT_EQ(-*tables.wdl(after(variant, game.now(), thought.move).pos), value) << fen;
  };
  expect_kept(Variant::russian, "B:WKb8,a5:BKc7,f6,a7");
  expect_kept(Variant::russian, "W:WKg5,f2,a1:BKc1,b4");
  expect_kept(Variant::international, "W:W20,K2:B27,3,10");
  expect_kept(Variant::italian, "B:WK22,K31:BK2,K21,13");
}

}  // namespace
}  // namespace damiera
