#include <gtest/gtest.h>

#include <set>

#include "data/folder/catalogue.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "tests/probe/built_tables.h"
#include "tests/support/brute_force.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"
#include "tests/support/thorough.h"

namespace damiera {
namespace {

using test::BruteForce;
using test::BuiltTables;

Tablebase opened(Variant variant, const BuiltTables& built) {
  return *Tablebase::open(variant, {built.folder()}, {.shipped = false});
}

/// The definition: what can be forced in the plies that are left.
RuleValue expected(const BruteForce::Solved& within, Value unlimited, int plies_left) {
  const bool in_time = within.dtc <= plies_left;
  return rule_value(in_time ? within.value : Value::draw, unlimited);
}

/// One position at the start of the count, at its end, and where its win or loss is just in time.
void expect_true(const Tablebase& tables, const Position& pos, const BruteForce& truth,
                 const BruteForce::Counted& counted, int moves) {
  const auto within = counted.lookup(pos);
  const Value unlimited = truth.lookup(pos).value;
  const int last = 2 * moves - within.dtc;
  for (const int plies : std::set{0, last, std::min(last + 1, 2 * moves), 2 * moves}) {
    const auto probed = tables.probe(pos, Count{moves, plies});
    ASSERT_TRUE(probed) << probed.error().message;
    ASSERT_EQ(probed->value, expected(within, unlimited, 2 * moves - plies));
    ASSERT_EQ(probed->dtc.value_or(0), within.dtc);
    ASSERT_EQ(probed->dtc.has_value(), within.value != Value::draw);
  }
}

class Counts : public testing::TestWithParam<Variant> {};

// Tables of both solvers, through the reader, against brute force.
TEST_P(Counts, OfThreePiecesAreAsByBruteForce) {
  const bool large_board = rules_of(GetParam()).width > 8;
  const int pieces = large_board && !thorough ? 2 : 3;
  const BruteForce truth{GetParam(), pieces};
  for (const int moves : thorough ? std::vector{5, 10, 20} : std::vector{5}) {
    const BruteForce::Counted counted = truth.counted(moves);
    for (const Solver solver : {Solver::plain, Solver::lanes}) {
      if (solver == Solver::plain && moves > 5) continue;  // longer counts hardly bite
      const BuiltTables built{GetParam(), pieces, {.count = moves, .solver = solver}};
      ASSERT_TRUE(built.ok()) << built.error();
      const Tablebase tables = opened(GetParam(), built);
      EXPECT_EQ(tables.max_pieces(Metric::counted_dtc, moves), pieces);
      test::with_sample_moves(GetParam(), [&]<Rules R>() {
        for (int n = 2; n <= pieces; ++n)
          test::for_each_position<R>(
              n, [&](const Position& pos) { expect_true(tables, pos, truth, counted, moves); });
      });
      if (HasFatalFailure()) return;
    }
  }
}

// Some win must come too late for the count, or the test above shows little.
TEST_P(Counts, OfFewMovesMakeWinsCursed) {
  const BuiltTables built{GetParam(), 3, {.count = 1}};
  ASSERT_TRUE(built.ok()) << built.error();
  const Tablebase tables = opened(GetParam(), built);
  std::map<RuleValue, int> values;
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    for (int i = 0; i < 20000; ++i) {
      const Position pos = test::random_position<R>(random, 3);
      if (pos.mine().any() && pos.theirs().any()) ++values[tables.probe(pos, Count{1})->value];
    }
  });
  for (const auto value : {RuleValue::win, RuleValue::cursed_win, RuleValue::draw,
                           RuleValue::blessed_loss, RuleValue::loss})
    EXPECT_GT(values[value], 0) << name(value);
}

TEST_P(Counts, MovesGoOnWithTheCountOrBeginItAnew) {
  constexpr int moves = 5;
  const BuiltTables built{GetParam(), 3, {.count = moves}};
  ASSERT_TRUE(built.ok()) << built.error();
  const Tablebase tables = opened(GetParam(), built);
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    for (int i = 0; i < 5000; ++i) {
      const Position pos = test::random_position<R>(random, 2 + i % 2);
      if (pos.mine().empty() || pos.theirs().empty()) continue;
      const int plies = i % (2 * moves);
      const auto here = *tables.probe(pos, Count{moves, plies});
      const auto probed = *tables.moves(pos, Count{moves, plies});
      const Moves legal = legal_moves<R>(pos);
      const bool has_won = legal.empty() && rules_of(GetParam()).goal == Goal::no_move_wins;
      auto best = has_won ? RuleValue::win : RuleValue::loss;
      ASSERT_EQ(probed.size(), legal.size());
      for (std::size_t k = 0; k < legal.size(); ++k) {
        EXPECT_EQ(probed[k].move, legal[k]);
        const int then = legal[k].is_conversion() ? 0 : plies + 1;
        ASSERT_EQ(probed[k].probe, *tables.probe(after<R>(pos, legal[k]), Count{moves, then}));
        best = std::max(best, -probed[k].probe.value);
      }
      ASSERT_EQ(here.value, best);  // one move is enough, and none does better
    }
  });
}

TEST_P(Counts, OfDistancesToTheEndAreAsByBruteForce) {
  const bool large_board = rules_of(GetParam()).width > 8;
  const int pieces = large_board && !thorough ? 2 : 3;
  const BruteForce truth{GetParam(), pieces};
  const BuiltTables built{GetParam(), pieces, {.dtw = true}};
  ASSERT_TRUE(built.ok()) << built.error();
  const Tablebase tables = opened(GetParam(), built);
  EXPECT_EQ(tables.max_pieces(Metric::dtw), pieces);
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    for (int n = 2; n <= pieces; ++n)
      test::for_each_position<R>(n, [&](const Position& pos) {
        const auto found = tables.ending(pos);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_EQ(*found, (Ending{truth.lookup(pos).value, truth.dtw(pos)}));
      });
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Counts,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian,
                                         Variant::english_giveaway),
                         [](const auto& game) { return std::string{name(game.param)}; });

#ifdef NDEBUG
struct FourPieces {
  Variant variant;
  const char* slice;
  int moves;
};

class CountsOfFour : public testing::TestWithParam<FourPieces> {};

// Compares positions of a slice of four pieces with brute force over all positions that it leads
// to.
TEST_P(CountsOfFour, AreAsByBruteForce) {
  const auto& [variant, slice, moves] = GetParam();
  const Material material = *parse_material(slice);
  const BruteForce truth{variant, material};
  const auto counted = truth.counted(moves);
  const BuiltTables built{variant, {material}, {.count = moves, .dtw = true}};
  ASSERT_TRUE(built.ok()) << built.error();
  const Tablebase tables = opened(variant, built);
  test::with_sample_moves(variant, [&]<Rules R>() {
    const SliceIndex<R> index{material};
    std::mt19937_64 random{1};
    for (int i = 0; i < 50'000; ++i) {
      const Position pos = index.position(Index{random() % index.size()});
      expect_true(tables, pos, truth, counted, moves);
      ASSERT_EQ(*tables.ending(pos), (Ending{truth.lookup(pos).value, truth.dtw(pos)}));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, CountsOfFour,
                         testing::Values(FourPieces{Variant::italian, "KKvKM", 3},
                                         FourPieces{Variant::english, "KMvKK", 5},
                                         FourPieces{Variant::international, "KKKvK", 2},
                                         FourPieces{Variant::russian, "KMvKK", 2},
                                         FourPieces{Variant::brazilian, "KKKvM", 3}),
                         [](const auto& game) { return std::string{name(game.param.variant)}; });
#endif

/// With Italian tables of two and three pieces.
class CountTables : public testing::Test {
 protected:
  const BuiltTables built_{Variant::italian, 3, {.count = 20, .dtw = true}};
  const Tablebase tables_ = opened(Variant::italian, built_);
  const Position two_kings{{}, Bitboard{0b11}, {}, Bitboard{1u << 31}};
};

// With three pieces every win converts within 20 moves by each side (the longest distance is 34
// plies), so only headers are stored.
TEST_F(CountTables, StoreNothingWhereTheCountDoesNotMatter) {
  int tables = 0;
  for (const TableId& id : tables_.tables())
    if (is_counted(id.metric)) {
      ++tables;
      EXPECT_EQ(std::filesystem::file_size(table_path(built_.folder(), id)), 113u) << name(id);
    }
  EXPECT_EQ(tables, 32);
}

TEST_F(CountTables, OfAnotherCountAreNotGuessed) {
  const auto other = tables_.probe(two_kings, Count{21});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, Error::Code::missing_table);
  EXPECT_NE(other.error().message.find("italian/KKvK.wdl21"), std::string::npos);
  std::filesystem::remove(
      table_path(built_.folder(), {Variant::italian, {0, 2, 0, 1}, Metric::counted_dtc, 20}));
  const auto removed = opened(Variant::italian, built_).probe(two_kings, Count{20});
  ASSERT_FALSE(removed);
  EXPECT_NE(removed.error().message.find("italian/KKvK.dtc20"), std::string::npos);
  std::filesystem::remove(
      table_path(built_.folder(), {Variant::italian, {0, 2, 0, 1}, Metric::dtw}));
  const auto ending = opened(Variant::italian, built_).ending(two_kings);
  ASSERT_FALSE(ending);
  EXPECT_NE(ending.error().message.find("italian/KKvK.dtw"), std::string::npos);
}

TEST_F(CountTables, RefuseCountsThatCannotBe) {
  for (const Count count : {Count{0}, Count{256}, Count{-1}, Count{20, -1}, Count{20, 41}}) {
    const auto probed = tables_.probe(two_kings, count);
    ASSERT_FALSE(probed) << count.moves << ' ' << count.plies;
    EXPECT_EQ(probed.error().code, Error::Code::bad_notation);
    EXPECT_TRUE(probed.error().message.starts_with("draw count: "));
    EXPECT_FALSE(tables_.moves(two_kings, count));
  }
  EXPECT_EQ(tables_.probe(Position{{}, Bitboard{1}, {}, Bitboard{1}}, Count{20}).error().code,
            Error::Code::bad_position);
}

// When the count is complete nothing wins any more, not even a capture. But a side that cannot move
// has lost already.
TEST_F(CountTables, AreOverWhenTheCountIsComplete) {
  const Position capture{{}, Bitboard{1u << 14}, {}, Bitboard{1u << 10}};
  ASSERT_TRUE(has_capture<italian>(capture));
  EXPECT_EQ(tables_.probe(capture, Count{20, 39})->value, RuleValue::win);
  EXPECT_EQ(tables_.probe(capture, Count{20, 40})->value, RuleValue::cursed_win);
  EXPECT_EQ(*tables_.counted(capture, 20, 39), Value::win);
  EXPECT_EQ(*tables_.counted(capture, 20, 40), Value::draw);
  const auto late = tables_.moves(capture, Count{20, 40});
  ASSERT_TRUE(late) << late.error().message;
  for (const CountedMove& m : *late) EXPECT_EQ(m.probe.value, RuleValue::blessed_loss);
  const auto last = tables_.moves(capture, Count{20, 39});
  for (const CountedMove& m : *last) EXPECT_EQ(m.probe.value, RuleValue::loss);
}

}  // namespace
}  // namespace damiera
