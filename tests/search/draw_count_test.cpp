// Under a draw count: what `solve` proves must agree with a solver that plays the count out.

#include <gtest/gtest.h>

#include "rules/notation/fen.h"
#include "search/solve.h"
#include "tests/support/brute_force.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

using test::BruteForce;
using test::random_position;

constexpr auto until_proved = [](const SolveWork&) { return true; };

/// The play of a line, with the plies of the count that are left.
template <Rules R>
void expect_in_time(Position pos, const Solution& found, const BruteForce::Counted& truth,
                    int count) {
  Value value = found.work.bounds.lo;
  int left = 2 * count;
  for (const Move& m : found.line) {
    ASSERT_GT(left, 0) << "the game is drawn";
    left = m.is_conversion() ? 2 * count : left - 1;
    pos = after<R>(pos, m);
    value = -value;
    if (pos.mine().empty() || pos.theirs().empty()) return;
    const auto [known, plies] = truth.lookup(pos);
    EXPECT_EQ(known, value) << fen(R.id, {pos, Color::white});
    EXPECT_LE(plies, left) << fen(R.id, {pos, Color::white});
  }
}

class UnderACount : public testing::TestWithParam<Variant> {
 protected:
  const Tablebase tables_ = *Tablebase::open(GetParam(), {});
  const BruteForce all_{GetParam(), 3};
};

INSTANTIATE_TEST_SUITE_P(Games, UnderACount,
                         testing::Values(Variant::italian, Variant::english,
                                         Variant::english_giveaway),
                         [](const auto& game) { return std::string{name(game.param)}; });

// With small counts many wins come too late. No tables of these counts exist. Without tables, and
// with tables of unlimited moves, the search finds what the count leaves.
TEST_P(UnderACount, ProvesExactlyWhatTheCountLeaves) {
  with_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{7};
    int changed = 0;
    for (const int count : {1, 2, 3, 5, 8}) {
      const auto truth = all_.counted(count);
      for (int i = 0; i < 40; ++i) {
        Position pos = random_position<R>(random, 2 + i % 2);
        while (pos.mine().empty() || pos.theirs().empty()) pos = random_position<R>(random, 3);
        const auto found =
            solve(tables_, pos, {.max_pieces = 1 + i % 2, .count = count, .bytes = 1 << 26},
                  until_proved);
        ASSERT_TRUE(found) << found.error().message;
        const std::string where = fen(R.id, {pos, Color::white}) + ", " + std::to_string(count);
        const Value value = truth.lookup(pos).value;
        EXPECT_EQ(found->work.bounds, Bounds::exactly(value)) << where;
        const bool is_known =
            found->work.nodes == 0 && (pos.occupied().count() <= 1 + i % 2 || !has_capture<R>(pos));
        EXPECT_EQ(found->line.empty(), value == Value::draw || is_known) << where;
        expect_in_time<R>(pos, *found, truth, count);
        changed += value != all_.lookup(pos).value;
      }
    }
    EXPECT_GT(changed, 10);
  });
}

TEST_P(UnderACount, NothingWrongIsProvedOnTheWay) {
  with_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{8};
    const auto truth = all_.counted(4);
    for (int i = 0; i < 300; ++i) {
      Position pos = random_position<R>(random, 3);
      while (pos.mine().empty() || pos.theirs().empty()) pos = random_position<R>(random, 3);
      const auto found = solve(tables_, pos,
                               {.max_pieces = 1,
                                .count = 4,
                                .nodes = 1 + random() % 400,
                                .bytes = 1 << 24,
                                .threads = 1 + i % 2},
                               until_proved);
      ASSERT_TRUE(found);
      const Bounds& b = found->work.bounds;
      const Value value = truth.lookup(pos).value;
      EXPECT_LE(b.lo, value) << fen(R.id, {pos, Color::white});
      EXPECT_GE(b.hi, value) << fen(R.id, {pos, Color::white});
    }
  });
}

// A win whose first conversion takes all plies of one count is a draw under a smaller one.
TEST(DrawCountSearch, AWinMayComeOneMoveTooLate) {
  const auto tables = *Tablebase::open(Variant::english, {});
  const Position pos = parse_fen(Variant::english, "W:WK1,K2:BK31")->pos;
  const int dtc = *tables.probe(pos)->dtc;
  const int moves = (dtc + 1) / 2;
  for (const int count : {moves, moves - 1}) {
    const auto found = solve(tables, pos, {.max_pieces = 2, .count = count}, until_proved);
    ASSERT_TRUE(found);
    const Value value = count == moves ? Value::win : Value::draw;
    EXPECT_EQ(found->work.bounds, Bounds::exactly(value)) << dtc << " plies, " << count;
  }
}

// Tables of the game's own count are leaves like those with unlimited moves.
TEST(DrawCountSearch, TablesOfTheCountAreUsed) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  std::mt19937_64 random{9};
  int proved = 0;
  for (int i = 0; i < 100; ++i) {
    const Position pos = random_position<italian>(random, 4);
    const auto found = solve(
        tables, pos, {.max_pieces = 3, .count = 40, .nodes = 500, .bytes = 1 << 24}, until_proved);
    ASSERT_TRUE(found);
    const Bounds& b = found->work.bounds;
    const Value value = *tables.counted(pos, 40, 0);
    EXPECT_LE(b.lo, value);
    EXPECT_GE(b.hi, value);
    proved += b.is_exact();
    if (!pos.mine().empty() && !pos.theirs().empty() && b.is_exact()) {
      const auto known = solve(tables, pos, {.count = 40}, until_proved);
      EXPECT_EQ(known->work.nodes, 0) << "the tables hold it";
    }
  }
  EXPECT_GE(proved, 60);
}

}  // namespace
}  // namespace damiera
