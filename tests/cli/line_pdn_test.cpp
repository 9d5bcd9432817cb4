#include <gtest/gtest.h>

#include "rules/notation/move_notation.h"
#include "rules/notation/pdn.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

/// The only game in what the program writes.
Game game_of(const std::string& text) {
  PdnReader reader{text};
  auto read = reader.next();
  EXPECT_TRUE(read && !read->error) << text;
  EXPECT_FALSE(reader.next());
  return read ? read->game : Game{};
}

// The longest win of K v K takes 11 plies.
TEST(LinePdn, IsAGameToTheEnd) {
  const test::Program program;
  const auto run = program.run("line italian --pdn W:WK1:BK32");
  ASSERT_EQ(run.status, 0) << run.err;
  const Game game = game_of(run.out);
  EXPECT_EQ(game.variant, Variant::italian);
  EXPECT_EQ(fen(game.variant, game.start), "W:WK1:BK32");
  EXPECT_EQ(game.moves.size(), 11U);
  EXPECT_TRUE(legal_moves(game.variant, game.setups().back()).empty());
  EXPECT_EQ(game.result, "1-0");
}

TEST(LinePdn, OfADrawIsItsResult) {
  const test::Program program;
  const auto run = program.run("line international --pdn W:WK1:BK50");
  ASSERT_EQ(run.status, 0) << run.err;
  const Game game = game_of(run.out);
  EXPECT_TRUE(game.moves.empty());
  EXPECT_EQ(game.result, "1-1");
}

TEST(LinePdn, IsOfOnePosition) {
  const test::Program program;
  EXPECT_EQ(program.run("line english --pdn -").status, 2);
  EXPECT_EQ(program.run("line english --pdn --json W:WK1:BK32").status, 2);
}

}  // namespace
}  // namespace damiera
