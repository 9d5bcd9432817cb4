#include <gtest/gtest.h>

#include <algorithm>

#include "answers/verification/value_checker.h"
#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "rules/listed_games.h"
#include "rules/notation/fen.h"
#include "rules/notation/game.h"
#include "rules/resolve.h"
#include "tests/probe/built_tables.h"
#include "tests/support/brute_force.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using test::BruteForce;
using test::BuiltTables;

/// Tables with every metric: of two pieces, and of three in the games on 64 squares in which a
/// king's capture or the end of the game differs from the games that other tests look at.
class EveryGame : public testing::TestWithParam<Variant> {
 protected:
  static int pieces() {
    const Variant v = GetParam();
    return v == Variant::thai || v == Variant::spanish || v == Variant::english_giveaway ? 3 : 2;
  }
};

TEST_P(EveryGame, TellsValueAndDistancesOfEveryPosition) {
  const BuiltTables built{GetParam(), pieces(), {.dtc = true, .count = 0, .dtw = true}};
  ASSERT_TRUE(built.ok()) << built.error();
  const auto tables = Tablebase::open(GetParam(), {built.folder()}, {.shipped = false});
  ASSERT_TRUE(tables);
  EXPECT_EQ(tables->max_pieces(Metric::dtw), pieces());
  const BruteForce truth{GetParam(), pieces()};
  with_moves(GetParam(), [&]<Rules R>() {
    const auto look = [&](const Position& pos) {
      if (testing::Test::HasFailure()) return;
      if (R.goal == Goal::first_king_wins && pos.kings().any()) return;
      const auto [value, dtc] = truth.lookup(pos);
      const auto probe = tables->probe(pos);
      const auto ending = tables->ending(pos);
      ASSERT_TRUE(probe && ending) << fen(R.id, {pos, Color::white});
      const Probe expected = value == Value::draw ? Probe{value, {}} : Probe{value, dtc};
      ASSERT_EQ(*probe, expected) << fen(R.id, {pos, Color::white});
      ASSERT_EQ(*ending, (Ending{value, truth.dtw(pos)})) << fen(R.id, {pos, Color::white});
    };
    for (int n = 2; n <= pieces(); ++n) test::for_each_position<R>(n, look);
  });
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(test::played_variants()),
                         [](const auto& game) { return std::string{name(game.param)}; });

/// Frisian tables of a king and a man against a king: art. 17 limits the king's moves.
class Frisian : public testing::Test {
 protected:
  static constexpr Material pieces{1, 1, 0, 1};
  static const BuiltTables& built() {  // once for all tests
    static const BuiltTables tables{
        Variant::frisian, {pieces}, {.dtc = true, .count = 0, .dtw = true}};
    return tables;
  }

  void SetUp() override {
    if (!in_build(Variant::frisian)) GTEST_SKIP() << "built without the game";
  }
  Tablebase tables(const std::filesystem::path& folder) const {
    return *Tablebase::open(Variant::frisian, {folder}, {.shipped = false});
  }
  template <class Visit>
  static void for_each_position_of_both(const Visit& visit) {
    for (const Material& m : {pieces, pieces.flipped()}) {
      const SliceIndex<frisian> slice{m};
      for (std::uint64_t i = 0; i < slice.size(); ++i) visit(slice.position(Index{i}));
    }
  }
};

TEST_F(Frisian, TablesHoldEveryRunOfKings) {
  ASSERT_TRUE(built().ok()) << built().error();
  const Tablebase tables = this->tables(built().folder());
  const BruteForce truth{Variant::frisian, pieces};
  std::uint64_t changed = 0;
  for_each_position_of_both([&](const Position& pos) {
    if (HasFailure()) return;
    const auto [value, dtc] = truth.lookup(pos);
    const auto probe = tables.probe(pos);
    ASSERT_TRUE(probe);
    ASSERT_EQ(*probe, (value == Value::draw ? Probe{value, {}} : Probe{value, dtc}))
        << fen(Variant::frisian, {pos, Color::white});
    ASSERT_EQ(*tables.ending(pos), (Ending{value, truth.dtw(pos)}));
    changed += value != truth.lookup(without_runs(pos)).value;
  });
  EXPECT_GT(changed, 1000u);  // the limit decides many games
}

TEST_F(Frisian, PackedTablesTellTheSame) {
  const Tablebase tables = this->tables(built().folder());
  for (const Profile profile : {Profile::small, Profile::fast}) {
    const BuiltTables other{Variant::frisian, 2};
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      const auto wdl = Table::open(built().folder(), {Variant::frisian, pieces, Metric::wdl});
      const auto table = Table::open(built().folder(), {Variant::frisian, pieces, metric});
      ASSERT_TRUE(pack(*table, *wdl, other.folder(), profile));
    }
    const Tablebase packed = this->tables(other.folder());
    const SliceIndex<frisian> slice{pieces};
    for (std::uint64_t i = 0; i < slice.size(); ++i) {
      const Position pos = slice.position(Index{i});
      if (has_capture<frisian>(pos)) continue;
      ASSERT_EQ(*packed.probe(pos), *tables.probe(pos))
          << fen(Variant::frisian, {pos, Color::white});
    }
  }
}

TEST_F(Frisian, IsVerified) {
  const Tablebase tables = this->tables(built().folder());
  ValueChecker checker{tables, std::uint64_t{1} << 30};
  const auto found = checker.check(pieces, {}, [](std::uint64_t) { return true; });
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->wrong, 0u);
  EXPECT_EQ(found->counts.positions, 423'360u);
}

Tablebase shipped(Variant variant) { return *Tablebase::open(variant, {}, {}); }

Probe probed(Variant variant, std::string_view text) {
  const auto setup = parse_fen(variant, text);
  EXPECT_TRUE(setup) << setup.error().message;
  const auto probe = shipped(variant).probe(setup->pos);
  EXPECT_TRUE(probe) << probe.error().message;
  return *probe;
}

// The shipped tables are enough to play to the end in every game that they cover.
TEST(ShippedTables, HoldValuesAndDistancesOfUpToFourPieces) {
  for (const ListedGame& game : listed_games) {
    if (!in_build(game.rules.id)) continue;
    const Tablebase tables = shipped(game.rules.id);
    const int most = game.shipped_pieces;
    EXPECT_EQ(tables.max_pieces(Metric::wdl), most) << game.name;
    EXPECT_EQ(tables.max_pieces(Metric::dtc), std::min(most, 4)) << game.name;
    // All shipped tables together stay below 14 MB; this would take the most room.
    const bool frisian = game.rules.king_limit > 0;
    EXPECT_EQ(tables.max_pieces(Metric::dtw), frisian ? 3 : std::min(most, 4)) << game.name;
  }
}

// Without a table: a side has no pieces, or a king has won.
TEST(EndOfTheGame, IsWhatTheGoalSays) {
  EXPECT_EQ(probed(Variant::russian, "W:W:Bb6"), (Probe{Value::loss, 0}));
  EXPECT_EQ(probed(Variant::russian, "W:Wb6:B"), (Probe{Value::win, 1}));
  EXPECT_EQ(probed(Variant::russian_giveaway, "W:W:Bb6"), (Probe{Value::win, 0}));
  EXPECT_EQ(probed(Variant::russian_giveaway, "W:Wb6:B"), (Probe{Value::loss, 1}));
  EXPECT_EQ(probed(Variant::breakthrough, "W:W20:BK46"), (Probe{Value::loss, 0}));
  EXPECT_EQ(probed(Variant::breakthrough, "W:W20:B"), (Probe{Value::win, 1}));
}

TEST(EndOfTheGame, LeavesNoTablesWithKingsWhereTheFirstKingWins) {
  const BuiltTables built{Variant::breakthrough, {*parse_material("KvM")}, {}};
  EXPECT_NE(built.error().find("slice 'KvM': expected men only"), std::string::npos);
}

// Portuguese draughts is played as Spanish, and both find the same tables.
TEST(SharedTables, AreFoundUnderEitherName) {
  const BuiltTables built{Variant::portuguese, 2};
  ASSERT_TRUE(built.ok()) << built.error();
  EXPECT_TRUE(std::filesystem::exists(built.folder() / "spanish" / "KvK.wdl"));
  for (const Variant v : {Variant::portuguese, Variant::spanish}) {
    const auto tables = Tablebase::open(v, {built.folder()}, {.shipped = false});
    ASSERT_TRUE(tables);
    EXPECT_TRUE(tables->probe(parse_fen(v, "W:WK1:BK32")->pos));
    EXPECT_EQ(tables->variant(), v);
    EXPECT_TRUE(tables->folder_of({v, *parse_material("KvK"), Metric::wdl}));
    EXPECT_TRUE(tables->is_covered(*parse_material("KvK"), Metric::wdl));
  }
}

// Positions are written in the notation of the game in the request.
TEST(SharedTables, KeepTheNotationOfAMirroredBoard) {
  const auto tables = shipped(Variant::ivorian);
  const auto setup = *parse_fen(Variant::ivorian, "W:WK1:BK50");
  EXPECT_EQ(fen(tables.variant(), setup), "W:WK1:BK50");
  const auto mirrored = *parse_fen(Variant::international, "W:WK5:BK46");
  EXPECT_EQ(setup, mirrored);
  EXPECT_EQ(*tables.probe(setup.pos), *shipped(Variant::international).probe(mirrored.pos));
}

}  // namespace
}  // namespace damiera
