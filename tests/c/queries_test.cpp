// Compares the answers of the C interface beyond values and distances with the C++ one, on the same
// tables.

#include <gtest/gtest.h>

#include <map>

#include "apps/c/damiera.h"
#include "data/file/table.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "rules/notation/fen.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"

namespace damiera {
namespace {

constexpr int count_moves = 2;

class CQueries : public testing::TestWithParam<Variant> {
 protected:
  CQueries()
      : built_{built(GetParam())},
        tables_{*Tablebase::open(GetParam(), {built_.folder()}, {.shipped = false})} {
    const damiera_options options{sizeof options, 0, 1};
    EXPECT_EQ(damiera_open(game(), built_.folder().string().c_str(), &options, &handle_),
              DAMIERA_OK);
  }
  ~CQueries() override { damiera_close(handle_); }

  int game() const { return static_cast<int>(GetParam()); }
  /// Calls visit(position, the same in C with White to move) for all positions of two pieces.
  template <class Visit>
  void for_each(const Visit& visit) const {
    with_moves(GetParam(), [&]<Rules R>() {
      test::for_each_position<R>(2, [&](const Position& pos) {
        visit(pos, damiera_position{pos.my_men.bits(), pos.my_kings.bits(), pos.their_men.bits(),
                                    pos.their_kings.bits(), 0});
      });
    });
  }

  static const test::BuiltTables& built(Variant variant) {  // once for all tests of a game
    static std::map<Variant, test::BuiltTables> built;
    const test::BuiltTables::Tables all{.dtc = true, .count = count_moves, .dtw = true};
    return built.try_emplace(variant, variant, 3, all).first->second;
  }

  const test::BuiltTables& built_;
  Tablebase tables_;
  damiera_tablebase* handle_ = nullptr;
};

TEST_P(CQueries, OneProbeTellsWhatAllTablesDo) {
  for (int plies = 0; plies <= 2 * count_moves; plies += 2)
    for_each([&](const Position& pos, const damiera_position& p) {
      const damiera_query query{sizeof query, count_moves, plies, {}, {}};
      damiera_result r{};
      r.size = sizeof r;
      ASSERT_EQ(damiera_probe(handle_, &p, &query, &r), DAMIERA_OK) << damiera_message();
      const Probe probe = *tables_.probe(pos);
      const CountedProbe counted = *tables_.probe(pos, {count_moves, plies});
      const Ending ending = *tables_.ending(pos);
      ASSERT_EQ(r.known, DAMIERA_KNOWS_DTC | DAMIERA_KNOWS_DTW | DAMIERA_KNOWS_COUNT);
      ASSERT_EQ(r.value, static_cast<int>(probe.value));
      ASSERT_EQ(r.dtc, probe.dtc.value_or(DAMIERA_NO_DISTANCE));
      ASSERT_EQ(r.dtw, ending.value == Value::draw ? DAMIERA_NO_DISTANCE : ending.plies);
      ASSERT_EQ(r.counted_value, static_cast<int>(counted.value));
      ASSERT_EQ(r.counted_dtc, counted.dtc.value_or(DAMIERA_NO_DISTANCE));
    });
}

TEST_P(CQueries, OneProbeSaysWhatItDoesNotKnow) {
  const test::BuiltTables bare{GetParam(), 2, {.dtc = false}};
  const damiera_options options{sizeof options, 0, 1};
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(game(), bare.folder().string().c_str(), &options, &tables), DAMIERA_OK);
  std::uint64_t unknown = 0;
  for_each([&](const Position& pos, const damiera_position& p) {
    const damiera_query query{sizeof query, 40, 0, {}, {}};
    damiera_result r{};
    r.size = sizeof r;
    ASSERT_EQ(damiera_probe(tables, &p, &query, &r), DAMIERA_OK) << damiera_message();
    const Value value = *tables_.wdl(pos);
    ASSERT_EQ(r.value, static_cast<int>(value));
    if (value == Value::draw) {
      ASSERT_EQ(r.known & DAMIERA_KNOWS_DTC, DAMIERA_KNOWS_DTC);
    }
    unknown += (r.known & DAMIERA_KNOWS_DTC) == 0;
    ASSERT_EQ((r.known & DAMIERA_KNOWS_DTC) == 0, value != Value::draw && r.dtc < 0);
  });
  // All distances of two Russian pieces are so short that they follow from the values of the moves.
  EXPECT_EQ(unknown > 0, GetParam() == Variant::italian);
  damiera_close(tables);
}

TEST_P(CQueries, OneProbeTakesStructsOfOlderPrograms) {
  const damiera_position p{0, 1, 0, std::uint64_t{1} << 20, 0};
  damiera_result r{};
  r.counted_value = 77;
  r.size = offsetof(damiera_result, counted_value);
  ASSERT_EQ(damiera_probe(handle_, &p, nullptr, &r), DAMIERA_OK) << damiera_message();
  EXPECT_EQ(r.size, offsetof(damiera_result, counted_value));
  EXPECT_EQ(r.counted_value, 77);  // beyond what the program has
  r.size = 4;
  EXPECT_EQ(damiera_probe(handle_, &p, nullptr, &r), DAMIERA_BAD_ARGUMENT);
  r.size = sizeof r;
  damiera_query query{sizeof query, 300, 0, {}, {}};
  EXPECT_EQ(damiera_probe(handle_, &p, &query, &r), DAMIERA_BAD_ARGUMENT);
  query = {sizeof query, 20, 41, {}, {}};
  EXPECT_EQ(damiera_probe(handle_, &p, &query, &r), DAMIERA_BAD_ARGUMENT);
  query = {
      offsetof(damiera_query, plies_played), 20, 41, {}, {}};  // an older program: no plies played
  EXPECT_EQ(damiera_probe(handle_, &p, &query, &r), DAMIERA_OK);
}

// A position that no damiera_position can hold is an error, and never another position.
TEST(CQueriesOfFrisian, HaveNoPositionForTheMovesOfAKing) {
  if (!in_build(Variant::frisian)) GTEST_SKIP() << "built without the game";
  damiera_position p{};
  EXPECT_EQ(damiera_parse_fen(DAMIERA_FRISIAN, "W:WK31,17:BK36:+0+0", &p), DAMIERA_OK);
  EXPECT_EQ(damiera_parse_fen(DAMIERA_FRISIAN, "W:WK31,17:BK36:+0+331", &p), DAMIERA_BAD_POSITION);
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(DAMIERA_FRISIAN, nullptr, nullptr, &tables), DAMIERA_OK);
  const damiera_slice slice{1, 1, 0, 1};
  struct Seen {
    damiera_tablebase* tables;
    std::uint64_t visited = 0, wrong = 0;
  } seen{tables};
  const auto visit = [](void* user, std::uint64_t number, const damiera_position* position,
                        int value, int) {
    auto& [its, visited, wrong] = *static_cast<Seen*>(user);
    std::uint64_t again = 0;
    damiera_position back{};
    int probed = 0;
    const damiera_slice same{1, 1, 0, 1};
    damiera_position_number(its, position, nullptr, &again);
    wrong += again != number || damiera_probe_wdl(its, position, &probed) != DAMIERA_OK ||
             probed != value || damiera_position_at(its, &same, number, &back) != DAMIERA_OK;
    ++visited;
    return 1;
  };
  damiera_filter filter{};
  filter.size = sizeof filter;
  filter.win = filter.draw = filter.loss = filter.captures = 1;
  filter.count = 40'000;
  EXPECT_EQ(damiera_enumerate(tables, &slice, &filter, visit, &seen), DAMIERA_OK);
  EXPECT_EQ(seen.wrong, 0U);
  EXPECT_GT(seen.visited, 100U);
  EXPECT_LT(seen.visited, 40'000U);
  const SliceIndex<frisian> index{{1, 1, 0, 1}};
  std::uint64_t after_a_move = 0;
  while (!index.position(Index{after_a_move}).my_run.any()) ++after_a_move;
  EXPECT_EQ(damiera_position_at(tables, &slice, after_a_move, &p), DAMIERA_BAD_POSITION);
  damiera_close(tables);
}

// From the shipped tables, of all positions of a king and a man against a king after each run.
TEST(CQueriesOfFrisian, AreAnsweredAfterTheMovesOfAKing) {
  if (!in_build(Variant::frisian)) GTEST_SKIP() << "built without the game";
  const Tablebase expected = *Tablebase::open(Variant::frisian, {});
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(DAMIERA_FRISIAN, nullptr, nullptr, &tables), DAMIERA_OK);
  const auto run_of = [](const KingRun& run) {
    return damiera_run{run.moves, static_cast<std::int32_t>(run.king)};
  };
  std::uint64_t asked = 0, changed = 0;
  const SliceIndex<frisian> slice{{1, 1, 0, 1}};
  for (std::uint64_t i = 0; i < slice.size(); i += 97)
    for (const Color to_move : {Color::white, Color::black}) {
      const Position pos = slice.position(Index{i});
      const Position white = seen_by_white(Variant::frisian, {pos, to_move});
      const damiera_position p{white.my_men.bits(), white.my_kings.bits(), white.their_men.bits(),
                               white.their_kings.bits(), to_move == Color::black};
      damiera_query query{sizeof query, 0, 0, run_of(white.my_run), run_of(white.their_run)};
      damiera_result r{}, without{};
      r.size = without.size = sizeof r;
      ASSERT_EQ(damiera_probe(tables, &p, &query, &r), DAMIERA_OK) << damiera_message();
      const Probe probe = *expected.probe(pos);
      ASSERT_EQ(r.value, static_cast<int>(probe.value)) << fen(Variant::frisian, {pos, to_move});
      ASSERT_EQ(r.dtc, probe.dtc.value_or(DAMIERA_NO_DISTANCE));
      const int plies = expected.ending(pos)->plies;
      ASSERT_EQ(r.dtw, probe.value == Value::draw ? DAMIERA_NO_DISTANCE : plies);
      query.size = offsetof(damiera_query, white_run);  // a program that knows no runs
      ASSERT_EQ(damiera_probe(tables, &p, &query, &without), DAMIERA_OK);
      ASSERT_EQ(without.value, static_cast<int>(*expected.wdl(without_runs(pos))));
      changed += without.value != r.value;
      ++asked;
    }
  EXPECT_GT(asked, 1000U);
  EXPECT_GT(changed, 10U);
  damiera_close(tables);
}

TEST(CQueriesOfFrisian, RefuseRunsThatCannotBe) {
  const auto status = [](int game, std::uint64_t white_men, const damiera_run& white,
                         const damiera_run& black) {
    damiera_tablebase* tables = nullptr;
    EXPECT_EQ(damiera_open(game, nullptr, nullptr, &tables), DAMIERA_OK);
    const damiera_position p{white_men, std::uint64_t{1} << 45, 0, std::uint64_t{1} << 10, 0};
    const damiera_query query{sizeof query, 0, 0, white, black};
    damiera_result r{};
    r.size = sizeof r;
    const damiera_status found = damiera_probe(tables, &p, &query, &r);
    damiera_close(tables);
    return found;
  };
  constexpr std::uint64_t man = std::uint64_t{1} << 27;
  if (in_build(Variant::international)) {
    EXPECT_EQ(status(DAMIERA_INTERNATIONAL, man, {0, 45}, {}), DAMIERA_OK);
    EXPECT_EQ(status(DAMIERA_INTERNATIONAL, man, {1, 45}, {}), DAMIERA_BAD_POSITION);
  }
  if (!in_build(Variant::frisian)) GTEST_SKIP() << "built without the game";
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {3, 45}, {}), DAMIERA_OK);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {0, -9}, {}), DAMIERA_OK);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {4, 45}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {-1, 45}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {257, 45}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {2, 44}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {2, 300}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, 0, {2, 45}, {}), DAMIERA_BAD_POSITION);
  EXPECT_EQ(status(DAMIERA_FRISIAN, man, {}, {1, 10}), DAMIERA_BAD_POSITION);  // no men
}

TEST_P(CQueries, LegalMovesNeedNoTables) {
  for_each([&](const Position& pos, const damiera_position& p) {
    std::array<damiera_move, 64> moves;
    std::size_t count = 0;
    ASSERT_EQ(damiera_legal_moves(game(), &p, moves.data(), moves.size(), &count), DAMIERA_OK);
    std::vector<Move> expected;
    with_moves(GetParam(), [&]<Rules R>() {
      for (const Move& move : legal_moves<R>(pos)) expected.push_back(move);
    });
    ASSERT_EQ(count, expected.size());
    for (std::size_t n = 0; n < count; ++n) {
      ASSERT_EQ(moves[n].from, static_cast<int>(expected[n].from));
      ASSERT_EQ(moves[n].to, static_cast<int>(expected[n].to));
      ASSERT_EQ(moves[n].captured, expected[n].taken.bits());
      ASSERT_EQ(moves[n].plies, DAMIERA_NO_DISTANCE);
      ASSERT_EQ(moves[n].after.black_to_move, 1);
    }
    if (count > 1) {
      ASSERT_EQ(damiera_legal_moves(game(), &p, moves.data(), 1, &count), DAMIERA_TOO_SMALL);
      ASSERT_EQ(count, expected.size());
    }
  });
}

TEST_P(CQueries, BestPlayEndsAfterTheDistanceToTheEnd) {
  for_each([&](const Position& pos, const damiera_position& p) {
    std::array<damiera_move, 256> line;
    std::size_t count = 0;
    ASSERT_EQ(damiera_best_line(handle_, &p, line.data(), line.size(), &count), DAMIERA_OK)
        << damiera_message();
    const Ending ending = *tables_.ending(pos);
    ASSERT_EQ(count, ending.value == Value::draw ? 0u : static_cast<std::size_t>(ending.plies));
    if (count == 0) return;
    std::size_t left = 1;
    ASSERT_EQ(damiera_legal_moves(game(), &line[count - 1].after, line.data(), line.size(), &left),
              DAMIERA_OK);
    ASSERT_EQ(left, 0u);
  });
}

TEST_P(CQueries, ABestLineWithoutDistancesIsNone) {
  const test::BuiltTables bare{GetParam(), 2, {.dtc = false}};
  const damiera_options options{sizeof options, 0, 1};
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(game(), bare.folder().string().c_str(), &options, &tables), DAMIERA_OK);
  std::uint64_t refused = 0;
  for_each([&](const Position&, const damiera_position& p) {
    std::array<damiera_move, 256> line;
    std::size_t count = 0;
    const auto status = damiera_best_line(tables, &p, line.data(), line.size(), &count);
    refused += status == DAMIERA_MISSING_TABLE;
    ASSERT_TRUE(status == DAMIERA_OK || status == DAMIERA_MISSING_TABLE) << damiera_message();
  });
  EXPECT_EQ(refused > 0, GetParam() == Variant::italian);
  damiera_close(tables);
}

TEST_P(CQueries, TablesAreThoseOfTheFolderWithTheirCounts) {
  const auto expected = tables_.tables();
  ASSERT_EQ(damiera_table_count(handle_), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    damiera_table t{}, same{};
    t.size = same.size = sizeof t;
    ASSERT_EQ(damiera_table_at(handle_, n, &t), DAMIERA_OK) << damiera_message();
    const TableInfo info = Table::open(built_.folder(), expected[n])->info();
    const Material& m = info.id.material;
    ASSERT_EQ((Material{t.slice.my_men, t.slice.my_kings, t.slice.their_men, t.slice.their_kings}),
              m);
    ASSERT_EQ(t.metric, static_cast<int>(info.id.metric));
    ASSERT_EQ(t.count, info.id.count);
    ASSERT_EQ(t.positions, info.positions);
    ASSERT_EQ(t.wins, info.wins);
    ASSERT_EQ(t.draws, info.draws);
    ASSERT_EQ(t.losses, info.losses);
    ASSERT_EQ(t.captures, info.captures);
    ASSERT_EQ(t.longest_plies, info.longest_plies);
    ASSERT_EQ(t.longest, static_cast<std::uint64_t>(info.longest));
    ASSERT_EQ(t.bytes, std::filesystem::file_size(built_.folder() / name(info.id)));
    ASSERT_EQ(damiera_table_of(handle_, &t.slice, t.metric, t.count, &same), DAMIERA_OK);
    ASSERT_EQ(same.wins, t.wins);
  }
  damiera_table t{};
  t.size = sizeof t;
  EXPECT_EQ(damiera_table_at(handle_, expected.size(), &t), DAMIERA_BAD_ARGUMENT);
  const damiera_slice four{0, 2, 0, 2};
  EXPECT_EQ(damiera_table_of(handle_, &four, DAMIERA_WDL, 0, &t), DAMIERA_MISSING_TABLE);
  EXPECT_EQ(damiera_table_of(handle_, &four, 9, 0, &t), DAMIERA_BAD_ARGUMENT);
  for (const int count : {-5, 0, 256}) {
    EXPECT_EQ(damiera_table_of(handle_, &four, DAMIERA_COUNTED_WDL, count, &t),
              DAMIERA_BAD_ARGUMENT);
    EXPECT_NE(std::string{damiera_message()}.find("count: found " + std::to_string(count)),
              std::string::npos);
  }
}

TEST_P(CQueries, NumbersArePositionsAndBack) {
  for_each([&](const Position& pos, const damiera_position& p) {
    damiera_slice slice{};
    std::uint64_t number = 0;
    ASSERT_EQ(damiera_position_number(handle_, &p, &slice, &number), DAMIERA_OK);
    with_moves(GetParam(), [&]<Rules R>() {
      ASSERT_EQ(Index{number}, SliceIndex<R>{material_of(pos)}.index(pos));
    });
    damiera_position found{};
    ASSERT_EQ(damiera_position_at(handle_, &slice, number, &found), DAMIERA_OK);
    ASSERT_EQ(found.white_men, p.white_men);
    ASSERT_EQ(found.white_kings, p.white_kings);
    ASSERT_EQ(found.black_men, p.black_men);
    ASSERT_EQ(found.black_kings, p.black_kings);
  });
  const damiera_slice slice{0, 1, 0, 1};
  std::uint64_t size = 0;
  damiera_position p{};
  ASSERT_EQ(damiera_slice_size(game(), &slice, &size), DAMIERA_OK);
  EXPECT_EQ(damiera_position_at(handle_, &slice, size, &p), DAMIERA_BAD_ARGUMENT);
  const damiera_position four{0, 3, 0, std::uint64_t{3} << 20, 0};
  EXPECT_EQ(damiera_position_number(handle_, &four, nullptr, &size), DAMIERA_MISSING_TABLE);
}

INSTANTIATE_TEST_SUITE_P(Games, CQueries, testing::Values(Variant::italian, Variant::russian),
                         [](const auto& game) { return std::string{name(game.param)}; });

}  // namespace
}  // namespace damiera
