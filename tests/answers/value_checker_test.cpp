// The check of whole slices finds what the check of one position after the other finds.

#include "answers/verification/value_checker.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include "answers/verification/check_slice.h"
#include "answers/verification/known_slices.h"
#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "tests/data/fixtures.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

bool go_on(std::uint64_t) { return true; }

class ShippedTables : public testing::TestWithParam<Variant> {
 protected:
  void compare(const Material& m, const Checked& what) {
    const auto fast = checker_.check(m, what, go_on);
    ASSERT_TRUE(fast) << fast.error().message;
    const auto slow = check_slice(tables_, m, what, go_on);
    ASSERT_TRUE(slow) << slow.error().message;
    const std::string slice = name(m) + " " + std::string{name(what.distances)};
    EXPECT_EQ(fast->counts.wins, slow->counts.wins) << slice;
    EXPECT_EQ(fast->counts.draws, slow->counts.draws) << slice;
    EXPECT_EQ(fast->counts.losses, slow->counts.losses) << slice;
    EXPECT_EQ(fast->counts.captures, slow->counts.captures) << slice;
    EXPECT_EQ(fast->longest_plies, slow->longest_plies) << slice;
    EXPECT_EQ(fast->longest, slow->longest) << slice;
    EXPECT_EQ(fast->wrong, 0u) << slice;
    EXPECT_EQ(slow->wrong, 0u) << slice;
  }
  void compare_all(int pieces, bool chosen = true) {
    for (const TableId& id : tables_.tables()) {
      if (id.material.total() != pieces || is_chosen(id.material) != chosen) continue;
      if (id.metric == Metric::dtc) compare(id.material, {Metric::dtc});
      if (id.metric == Metric::wdl && pieces == 2) compare(id.material, {Metric::wdl});
      if (id.metric == Metric::dtw) compare(id.material, {Metric::dtw});
      if (id.metric == Metric::counted_dtc) compare(id.material, {Metric::counted_dtc, id.count});
    }
  }

  /// True for the slices that are checked. All slices of three pieces take long on the large board.
  /// So of the international game one slice of each pair is checked, and of games that limit the
  /// moves of kings only KMvK, in which the limit counts.
  bool is_chosen(const Material& m) const {
    const bool limited = rules_of(GetParam()).king_limit > 0;
    if (m.total() < 3 || (GetParam() != Variant::international && !limited)) return true;
    return limited ? m == Material{1, 1, 0, 1} : m >= m.flipped();
  }

  Tablebase tables_ = *Tablebase::open(GetParam(), {});
  ValueChecker checker_{tables_, std::uint64_t{1} << 30};
};

TEST_P(ShippedTables, OfTwoAndThreePiecesAreCheckedAsPositionByPosition) {
  compare_all(2);
  compare_all(3);
}

constexpr std::array games_with_tables_left_out{Variant::international, Variant::frisian};

class LeftOutTables : public ShippedTables {};

TEST_P(LeftOutTables, AreCheckedAsPositionByPosition) { compare_all(3, false); }

/// The shipped tables of two and three pieces, of which one slice of each pair stores nothing: the
/// one that is shipped without distances to the end, else the lesser one.
class OneSideOnly : public ShippedTables {
 protected:
  OneSideOnly() {
    for (const TableId& id : tables_.tables())
      if (id.material.total() <= 3 && !is_counted(id.metric)) put(id);
  }
  void put(const TableId& id) const {
    const auto from = *tables_.folder_of(id);
    if (stores_nothing(id.material)) {
      ASSERT_TRUE(pack_searched(*Table::open(from, id), folder_.path()));
      return;
    }
    const auto to = table_path(folder_.path(), id);
    std::filesystem::create_directories(to.parent_path());
    std::filesystem::copy_file(table_path(from, id), to);
  }
  bool stores_nothing(const Material& m) const {
    if (is_shipped_empty(m) || is_shipped_empty(m.flipped())) return is_shipped_empty(m);
    return m < m.flipped();
  }
  bool is_shipped_empty(const Material& m) const {
    const TableId dtw{GetParam(), m, Metric::dtw};
    return Table::open(*tables_.folder_of(dtw), dtw)->is_searched();
  }
  TemporaryFolder folder_;
};

// Derived values and distances equal the values and distances in tables of both sides.
TEST_P(OneSideOnly, IsCheckedAsBothSidesAre) {
  const auto one = Tablebase::open(GetParam(), {folder_.path()}, {.shipped = false});
  ASSERT_TRUE(one);
  ValueChecker checker{*one, std::uint64_t{1} << 30};
  for (const TableId& id : one->tables()) {
    if (id.metric == Metric::wdl) continue;
    std::atomic<std::uint64_t> done = 0;
    const auto derived = checker.check(id.material, {id.metric}, [&](std::uint64_t positions) {
      done += positions;
      return true;
    });
    const auto stored = checker_.check(id.material, {id.metric}, go_on);
    ASSERT_TRUE(derived) << derived.error().message;
    EXPECT_EQ(derived->wrong, 0u) << name(id);
    EXPECT_TRUE(derived->agrees_with(Table::open(folder_.path(), id)->info(), true)) << name(id);
    EXPECT_EQ(derived->longest, stored->longest) << name(id);
    EXPECT_EQ(done, derived->counts.positions) << name(id);
  }
}

// A table under a count may refer to the values with unlimited moves, which then have to be derived
// as well.
class OneSideOfCounts : public OneSideOnly {};

TEST_P(OneSideOfCounts, MayBeStoppedAnywhere) {
  const auto one = Tablebase::open(GetParam(), {folder_.path()});
  ASSERT_TRUE(one);
  const auto ids = one->tables();
  const auto counted = std::ranges::find_if(ids, [&](const TableId& id) {
    return id.metric == Metric::counted_dtc && id.material.total() == 3 &&
           stores_nothing(id.material);
  });
  ASSERT_NE(counted, ids.end());
  bool was_stopped = true;
  for (int most = 1; was_stopped && most < 200; most += 4) {
    std::atomic<int> calls = 0;
    ValueChecker checker{*one, std::uint64_t{1} << 30};
    const auto found = checker.check(counted->material, {counted->metric, counted->count},
                                     [&](std::uint64_t) { return ++calls < most; });
    was_stopped = calls >= most;
    EXPECT_TRUE(!found || found->wrong == 0) << most;
  }
}

// A capture takes a king, and the run of another one stays: only with four pieces and more.
TEST(ConversionLookup, TellsPositionsThatDifferInRunsApart) {
  constexpr Rules R = quiet_rules(frisian);
  const Material one_king{0, 1, 1, 2};
  SliceKeys<R> after{{1, 1, 0, 1}};
  after.fill([](std::uint64_t n) { return static_cast<Key>(n % 251); });
  const auto known = std::make_shared<const KnownSlice<R>>(after, true);
  const Conversions<R> conversions{
      one_king, R.goal, [&](const Material& m) {
        return typename Conversions<R>::Known{m == after.material() ? known : nullptr};
      }};
  Work work{go_on};
  ConversionLookup<R> lookup{conversions, work};
  for (std::uint64_t n = 0; n < after.index.size(); n += 7)
    ASSERT_EQ(lookup.after_capture(after.index.position(Index{n}), false), n % 251) << n;
}

// A capture leaves a man and a king, and the run of this king. That takes four pieces.
TEST(ShippedTablesOfFrisian, AreCheckedWhereARunOutlivesACapture) {
  const Tablebase tables = *Tablebase::open(Variant::frisian, {});
  ValueChecker checker{tables, std::uint64_t{1} << 30};
  const auto found = checker.check(*parse_material("KvKMM"), {Metric::wdl}, go_on);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->wrong, 0u);
}

/// Memory, threads and stopping, which are the same in all games.
class CheckAtWork : public ShippedTables {};

TEST_P(CheckAtWork, MemoryThatIsTooLittleIsAnErrorThatSaysHowMuchIsNeeded) {
  const Material m{0, 2, 0, 2};
  ValueChecker checker{tables_, std::uint64_t{1} << 20};
  const auto found = checker.check(m, {Metric::dtc}, go_on);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Error::Code::out_of_memory);
  EXPECT_NE(found.error().message.find("KKvKK and its flip takes "), std::string::npos);
  EXPECT_NE(found.error().message.find("and 1 MiB may be used"), std::string::npos);
}

// Values of other slices are dropped if there is no room for them, and read again.
TEST_P(CheckAtWork, LittleMemoryGivesTheSameResults) {
  ValueChecker checker{tables_, std::uint64_t{3} << 20};
  for (const Material& m : slices_of(3)) {
    const auto narrow = checker.check(m, {Metric::dtc}, go_on);
    ASSERT_TRUE(narrow) << narrow.error().message;
    EXPECT_EQ(narrow->counts.wins, checker_.check(m, {Metric::dtc}, go_on)->counts.wins);
  }
}

TEST_P(CheckAtWork, StopsWhenItIsTold) {
  std::atomic<int> calls = 0;
  const auto stop = [&](std::uint64_t) { return ++calls < 3; };
  const Material m{1, 1, 1, 1};
  const auto found = checker_.check(m, {Metric::dtc}, stop);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_LT(found->counts.positions, checker_.check(m, {Metric::dtc}, go_on)->counts.positions);
}

TEST_P(CheckAtWork, AnyNumberOfThreadsFindsTheSame) {
  const Material m{1, 1, 0, 2};
  const auto with = [&](int threads) {
    oneapi::tbb::task_arena arena{threads};
    return arena.execute([&] {
      ValueChecker checker{tables_, std::uint64_t{1} << 30};
      return *checker.check(m, {Metric::dtc}, go_on);
    });
  };
  const SliceCheck one = with(1), five = with(5);
  EXPECT_EQ(one.longest, five.longest);
  EXPECT_EQ(one.counts.wins, five.counts.wins);
  EXPECT_EQ(one.wrong + five.wrong, 0u);
}

constexpr std::array games_at_work{Variant::italian, Variant::russian};
INSTANTIATE_TEST_SUITE_P(Variants, CheckAtWork, testing::ValuesIn(built<games_at_work>),
                         [](const auto& suite) { return std::string{name(suite.param)}; });
INSTANTIATE_TEST_SUITE_P(Variants, OneSideOnly, testing::ValuesIn(test::played_variants()),
                         [](const auto& suite) { return std::string{name(suite.param)}; });
INSTANTIATE_TEST_SUITE_P(Variants, ShippedTables, testing::ValuesIn(test::played_variants()),
                         [](const auto& suite) { return std::string{name(suite.param)}; });
INSTANTIATE_TEST_SUITE_P(Games, OneSideOfCounts,
                         testing::Values(Variant::italian, Variant::english),
                         [](const auto& suite) { return std::string{name(suite.param)}; });
INSTANTIATE_TEST_SUITE_P(Games, LeftOutTables, testing::ValuesIn(built<games_with_tables_left_out>),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

}  // namespace
}  // namespace damiera
