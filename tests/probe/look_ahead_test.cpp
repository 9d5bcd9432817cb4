#include "probe/look_ahead.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "probe/tablebase.h"
#include "rules/notation/fen.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// Opens the tables of a folder, and no others.
Tablebase opened(Variant variant, const test::BuiltTables& built, bool dtc_required) {
  return *Tablebase::open(variant, {built.folder()},
                          {.shipped = false, .dtc_required = dtc_required});
}

class LookAheadTest : public testing::TestWithParam<Variant> {};

/// Requires `found` to be right, and there at all if the distance is at most `known_to`.
void expect_right(const Probe& found, const Probe& truth, int known_to, const std::string& where) {
  ASSERT_EQ(found.value, truth.value) << where;
  if (found.dtc) {
    ASSERT_EQ(found.dtc, truth.dtc) << where;
  } else if (truth.dtc) {
    ASSERT_GT(*truth.dtc, known_to) << where;
  }
}

// With tables of values alone, near distances are found, and never a wrong one.
TEST_P(LookAheadTest, FindsEveryNearDistanceAndNoWrongOne) {
  const test::BuiltTables with{GetParam(), 3}, without{GetParam(), 3, {.dtc = false}};
  ASSERT_TRUE(with.ok() && without.ok()) << with.error() << without.error();
  const Tablebase all = opened(GetParam(), with, true), values = opened(GetParam(), without, false);
  std::array<int, most_ahead + 1> seen{};
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{7};
    for (int i = 0; i < 3000; ++i) {
      const Position pos = test::random_position<R>(random, 3);
      const std::string where = fen(GetParam(), {pos, Color::white});
      const Probe truth = *all.probe(pos);
      expect_right(*values.probe(pos), truth, most_ahead, where);
      const auto moves = *values.moves(pos), true_moves = *all.moves(pos);
      for (std::size_t m = 0; m < moves.size(); ++m)
        expect_right(moves[m].probe, true_moves[m].probe, most_ahead - 1, where);
      if (truth.dtc && *truth.dtc <= most_ahead && !has_capture<R>(pos))
        ++seen[static_cast<std::size_t>(*truth.dtc)];
    }
  });
  for (std::size_t plies = 1; plies < seen.size(); ++plies) EXPECT_GT(seen[plies], 0) << plies;
}

// Where the opponent's slice has a table, distances follow from it however far they are.
TEST_P(LookAheadTest, GoesOnToTablesThatAreThere) {
  const Material men{1, 1, 0, 1};
  const test::BuiltTables with{GetParam(), 3}, one_side{GetParam(), 3};
  std::filesystem::remove(one_side.folder() / name(TableId{GetParam(), men, Metric::dtc}));
  const Tablebase all = opened(GetParam(), with, true), some = opened(GetParam(), one_side, false);
  int far = 0;
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    test::for_each_position<R>(3, [&](const Position& pos) {
      if (material_of(pos) != men || far > 1000) return;
      const Probe truth = *all.probe(pos);
      ASSERT_EQ(*some.probe(pos), truth) << fen(GetParam(), {pos, Color::white});
      far += truth.dtc.value_or(0) > most_ahead;
    });
  });
  EXPECT_GT(far, 0);
}

INSTANTIATE_TEST_SUITE_P(Variants, LookAheadTest, testing::ValuesIn(test::sample_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

TEST(LookAhead, IsExactWhereTheBoundsMeet) {
  EXPECT_TRUE((PlyBounds{2, 2}.is_exact()));
  EXPECT_FALSE((PlyBounds{2, 3}.is_exact()));
  EXPECT_FALSE((PlyBounds{PlyBounds::unbounded, PlyBounds::unbounded}.is_exact()));
  EXPECT_EQ((PlyBounds{2, PlyBounds::unbounded}.before().most), PlyBounds::unbounded);
}

// A probe that may not wait for a table does not play moves to find its distance.
TEST(LookAhead, IsNotMadeInMemory) {
  const auto tables = Tablebase::open(Variant::italian, {}, {.dtc_required = false});
  const auto setup = parse_fen(Variant::italian, "W:WK3,20,21:BK31,1");
  ASSERT_TRUE(tables && setup);
  EXPECT_EQ(*tables->probe(setup->pos), (Probe{Value::win, 1}));
  const auto at_once = tables->probe(setup->pos, Reading::in_memory);
  ASSERT_TRUE(at_once) << at_once.error().message;
  EXPECT_EQ(*at_once, (Probe{Value::win, {}}));
}

}  // namespace
}  // namespace damiera
