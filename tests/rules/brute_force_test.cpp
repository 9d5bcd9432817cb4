#include "tests/support/brute_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "rules/notation/fen.h"
#include "rules/resolve.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using test::BruteForce;
using test::for_each_position;

struct Totals {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  int longest = 0;  ///< the largest distance to conversion of a won position, in plies

  void add(const BruteForce::Solved& s) {
    wins += s.value == Value::win;
    draws += s.value == Value::draw;
    losses += s.value == Value::loss;
    if (s.value == Value::win) longest = std::max(longest, s.dtc);
  }
  auto operator<=>(const Totals&) const = default;
};
void PrintTo(const Totals& t, std::ostream* out) {
  *out << t.wins << " / " << t.draws << " / " << t.losses << ", longest " << t.longest;
}

Totals english_totals(const BruteForce& solved, int pieces, bool kings_only = false) {
  Totals totals;
  for_each_position<english>(pieces, [&](const Position& pos) {
    if (!kings_only || pos.men().empty()) totals.add(solved.lookup(pos));
  });
  return totals;
}

// Published: wins, draws and losses of English with few pieces.
TEST(BruteForce, EnglishTotalsEqualThePublishedOnes) {
  const BruteForce solved{Variant::english, 3};
  const Totals two = english_totals(solved, 2);
  EXPECT_EQ((Totals{two.wins, two.draws, two.losses}), (Totals{716, 2370, 402}));
  const Totals three = english_totals(solved, 3);
  EXPECT_EQ((Totals{three.wins, three.draws, three.losses}), (Totals{100250, 8477, 87305}));
  EXPECT_EQ(english_totals(solved, 2, true), (Totals{230, 654, 108, 11}));
}

#ifdef NDEBUG
TEST(BruteForce, EnglishTotalsOfFourPiecesEqualThePublishedOnes) {
  const BruteForce solved{Variant::english, 4};
  const Totals four = english_totals(solved, 4);
  EXPECT_EQ((Totals{four.wins, four.draws, four.losses}), (Totals{2574304, 1717922, 1917090}));
}
#endif

// Small enough to be checked by hand.
TEST(BruteForce, DistancesCountPliesToTheNextConversion) {
  const BruteForce all{Variant::english, 2};
  const auto at = [&](std::string_view text) {
    return all.lookup(parse_fen(Variant::english, text)->pos);
  };
  using Solved = BruteForce::Solved;
  EXPECT_EQ(at("W:WK18:BK15"), (Solved{Value::win, 1}));   // captures the last piece
  EXPECT_EQ(at("W:W5:BK1"), (Solved{Value::loss, 0}));     // cannot move
  EXPECT_EQ(at("B:W5:BK6"), (Solved{Value::win, 1}));      // 6-1 leads to that position
  EXPECT_EQ(at("W:WK29:BK22"), (Solved{Value::loss, 2}));  // 29-25 and is captured
  EXPECT_EQ(at("B:WK29:BK18"), (Solved{Value::win, 3}));   // 18-22 leads there
}

class BruteForceTest : public testing::TestWithParam<Variant> {};

// The definitions of value and distance, read backwards: every position against its successors.
TEST_P(BruteForceTest, EveryValueFollowsFromTheSuccessors) {
  const BruteForce all{GetParam(), 3};
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    // A side without a move, or without pieces, wins where that is the goal of the game.
    const bool wins = rules_of(GetParam()).goal == Goal::no_move_wins;
    const Value stuck = wins ? Value::win : Value::loss;
    for_each_position<R>(3, [&](const Position& pos) {
      const auto here = all.lookup(pos);
      const auto moves = legal_moves<R>(pos);
      if (moves.empty() && wins) {
        ASSERT_EQ(here, (BruteForce::Solved{stuck, 0})) << fen(GetParam(), {pos, Color::white});
        return;
      }
      Value best = Value::loss;
      int quickest = 1 << 20, slowest = 0;
      for (const Move& m : moves) {
        const Position next = after<R>(pos, m);
        const auto there = next.mine().empty() ? BruteForce::Solved{stuck, 0} : all.lookup(next);
        const int plies = m.is_conversion() ? 1 : 1 + there.dtc;
        best = std::max(best, -there.value);
        slowest = std::max(slowest, plies);
        if (there.value == Value::loss) quickest = std::min(quickest, plies);
      }
      const int dtc = best == Value::win ? quickest : best == Value::loss ? slowest : 0;
      ASSERT_EQ(here, (BruteForce::Solved{best, dtc})) << fen(GetParam(), {pos, Color::white});
    });
  });
}

// Knowing the positions without a capture is enough.
TEST_P(BruteForceTest, ResolveLooksThroughCaptures) {
  const BruteForce all{GetParam(), 3};
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    for_each_position<R>(3, [&](const Position& pos) {
      const Value resolved = resolve<R>(pos, value_at(GetParam()), [&](const Position& quiet) {
        EXPECT_FALSE(has_capture<R>(quiet));
        return all.lookup(quiet).value;
      });
      ASSERT_EQ(resolved, all.lookup(pos).value) << fen(GetParam(), {pos, Color::white});
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, BruteForceTest, testing::ValuesIn(test::sample_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
