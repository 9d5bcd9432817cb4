// A falsified value in a table is found and named, in every coding. The check of whole slices finds
// the same as the check of one position after the other.

#include <gtest/gtest.h>

#include "answers/verification/check_slice.h"
#include "answers/verification/value_checker.h"
#include "answers/verification/verify_tables.h"
#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "tests/data/fixtures.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

constexpr Material two_kings{0, 1, 0, 1};
bool go_on_checking(std::uint64_t) { return true; }

/// The outcomes in a table of one block, and which position is falsified.
struct Contents {
  std::vector<Outcome> outcomes;
  std::uint64_t falsified = 0;
};

template <class T>
std::vector<T> block_of(const Table& table) {
  std::vector<T> values(table.positions_in(0));
  EXPECT_TRUE(table.read(0, std::span{values}));
  return values;
}

Outcome outcome_of(Value v, int plies) {
  return v == Value::win    ? Outcome::win(plies)
         : v == Value::loss ? Outcome::loss(plies)
                            : Outcome::draw();
}

/// Falsifies the first win without a capture that takes three plies or more: in a table of values
/// it becomes a draw, in a table of distances it gets two plies nearer. `distances` is the table
/// that stores the distances: the same one, or the table without a count to which it refers.
Contents falsified(const Table& table, const Table& distances, const Table& values) {
  const Metric metric = table.info().id.metric;
  const SliceIndex<italian> slice{two_kings};
  const auto value = block_of<Value>(values);
  std::vector<std::uint16_t> plies(value.size(), 3);
  if (!holds_values(metric)) plies = block_of<std::uint16_t>(distances);
  Contents made;
  made.falsified = slice.size();
  for (std::uint64_t n = 0; n < value.size(); ++n) {
    const bool capture = has_capture<italian>(slice.position(Index{n}));
    int distance = plies[n];
    if (metric == Metric::dtw) distance = 2 * distance + (value[n] == Value::win);
    made.outcomes.push_back(capture ? Outcome::capture(Value::draw)
                                    : outcome_of(value[n], distance));
    if (capture || value[n] != Value::win || distance < 3 || made.falsified < slice.size())
      continue;
    made.falsified = n;
    made.outcomes[n] = holds_values(metric) ? Outcome::draw() : Outcome::win(distance - 2);
  }
  return made;
}

void write_anew(const std::filesystem::path& folder, const TableInfo& info,
                const std::vector<Outcome>& outcomes) {
  auto writer = TableWriter::create(folder, info);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->add(encode_block(info.id.metric, outcomes)));
  ASSERT_TRUE(writer->finish());
}

enum class Form { built, fast, small };

struct Fault {
  Metric metric;
  Form form;
};
std::ostream& operator<<(std::ostream& out, const Fault& f) {
  return out << name(f.metric) << ", form " << static_cast<int>(f.form);
}

/// Italian tables of two pieces with every metric, a draw count of 5 moves, in one form.
class Falsified : public testing::TestWithParam<Fault> {
 protected:
  static int count(Metric m) { return is_counted(m) ? 5 : 0; }
  static TableId id(Metric m) { return {Variant::italian, two_kings, m, count(m)}; }
  Checked what() const {
    const Metric m = GetParam().metric;
    if (is_counted(m)) return {Metric::counted_dtc, 5};
    return {m == Metric::dtw ? Metric::dtw : Metric::dtc};
  }
  static Metric values_beside(Metric m) {
    return is_counted(m) ? Metric::counted_wdl : Metric::wdl;
  }
  void falsify() {
    const auto table = Table::open(built_.folder(), id(GetParam().metric));
    const auto values = Table::open(built_.folder(), id(values_beside(GetParam().metric)));
    const auto dtc = Table::open(built_.folder(), id(Metric::dtc));
    ASSERT_TRUE(table && values && dtc);
    const Contents contents =
        falsified(*table, table->is_as_without_count() ? *dtc : *table, *values);
    falsified_ = contents.falsified;
    write_anew(built_.folder(), table->info(), contents.outcomes);
  }
  /// The folder of the tables in the form that is wanted.
  std::filesystem::path folder() const {
    if (GetParam().form == Form::built) return built_.folder();
    const Profile profile = GetParam().form == Form::fast ? Profile::fast : Profile::small;
    const auto ids = Tablebase::open(Variant::italian, {built_.folder()}, {.shipped = false});
    for (const TableId& each : ids->tables()) {
      const auto table = Table::open(built_.folder(), each);
      const auto wdl = Table::open(built_.folder(), {each.variant, each.material, Metric::wdl});
      const auto packed = pack(*table, *wdl, packed_.path(), profile);
      EXPECT_TRUE(packed) << packed.error().message;
    }
    return packed_.path();
  }

  test::BuiltTables built_{Variant::italian, 2, {.dtc = true, .count = 5, .dtw = true}};
  TemporaryFolder packed_;
  std::uint64_t falsified_ = 0;
};

TEST_P(Falsified, PositionIsFoundAndNamed) {
  ASSERT_TRUE(built_.ok()) << built_.error();
  falsify();
  const auto tables = Tablebase::open(Variant::italian, {folder()}, {.shipped = false});
  ASSERT_TRUE(tables);
  ValueChecker checker{*tables, std::uint64_t{1} << 26};
  const auto found = checker.check(two_kings, what(), go_on_checking);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_GE(found->wrong, 1u);
  const Position pos = SliceIndex<italian>{two_kings}.position(Index{falsified_});
  const auto example = std::ranges::find(found->examples, pos, &WrongValue::pos);
  ASSERT_NE(example, found->examples.end());
  EXPECT_EQ(example->recomputed.value, Value::win);
  if (holds_values(GetParam().metric)) {
    EXPECT_EQ(example->stored, (Probe{Value::draw, {}}));
  } else {
    EXPECT_EQ(example->stored, (Probe{Value::win, *example->recomputed.dtc - 2}));
  }
}

TEST_P(Falsified, AllIsFoundThatTheSlowCheckFinds) {
  falsify();
  const auto tables = Tablebase::open(Variant::italian, {folder()}, {.shipped = false});
  ASSERT_TRUE(tables);
  ValueChecker checker{*tables, std::uint64_t{1} << 26};
  for (const Material& m : slices_of(2)) {
    const auto fast = checker.check(m, what(), go_on_checking),
               slow = check_slice(*tables, m, what(), go_on_checking);
    ASSERT_TRUE(fast && slow);
    EXPECT_EQ(fast->wrong, slow->wrong) << name(m);
    EXPECT_EQ(fast->examples, slow->examples) << name(m);
    EXPECT_EQ(fast->counts.wins, slow->counts.wins) << name(m);
    EXPECT_EQ(fast->longest_plies, slow->longest_plies) << name(m);
    EXPECT_EQ(fast->longest, slow->longest) << name(m);
  }
}

TEST_P(Falsified, ReportsNameTheTableThatLeadsTheCheck) {
  falsify();
  const auto tables = Tablebase::open(Variant::italian, {folder()}, {.shipped = false});
  ASSERT_TRUE(tables);
  const VerifyRequest request{.slices = {two_kings}};
  const Findings found = verify_tables(*tables, request, [](const auto&) { return true; });
  EXPECT_FALSE(found.is_fine());
  EXPECT_GE(found.wrong, 1u);
  const Position pos = SliceIndex<italian>{two_kings}.position(Index{falsified_});
  const Metric falsified = GetParam().metric;
  const TableId leader = id(falsified == Metric::dtc           ? Metric::wdl
                            : falsified == Metric::counted_dtc ? Metric::counted_wdl
                                                               : falsified);
  EXPECT_TRUE(std::ranges::any_of(found.examples, [&](const auto& example) {
    return example.first == leader && example.second.pos == pos;
  })) << to_json(found, request, Variant::italian).dump(2);
}

std::vector<Fault> all_faults() {
  std::vector<Fault> faults;
  for (const Metric m :
       {Metric::wdl, Metric::dtc, Metric::dtw, Metric::counted_wdl, Metric::counted_dtc})
    for (const Form f : {Form::built, Form::fast, Form::small}) faults.push_back({m, f});
  return faults;
}
INSTANTIATE_TEST_SUITE_P(All, Falsified, testing::ValuesIn(all_faults()));

/// Headers with one false count each.
class FalseHeader : public Falsified {};

TEST_P(FalseHeader, DoesNotAgree) {
  const TableId wanted = id(GetParam().metric);
  const auto table = Table::open(built_.folder(), wanted);
  ASSERT_TRUE(table);
  const TableInfo sound = table->info();
  const auto tables = Tablebase::open(Variant::italian, {folder()}, {.shipped = false});
  ValueChecker checker{*tables, std::uint64_t{1} << 26};
  const auto found = checker.check(two_kings, what(), go_on_checking);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->agrees_with(sound, true));
  const auto differs = [&](auto change) {
    TableInfo info = sound;
    change(info);
    EXPECT_FALSE(found->agrees_with(info, true));
  };
  differs([](TableInfo& i) { ++i.wins, --i.draws; });
  differs([](TableInfo& i) { ++i.losses, --i.draws; });
  differs([](TableInfo& i) { ++i.captures; });
  differs([](TableInfo& i) { ++i.longest_plies; });
  differs([](TableInfo& i) { i.longest = Index{static_cast<std::uint64_t>(i.longest) + 1}; });
}
INSTANTIATE_TEST_SUITE_P(All, FalseHeader, testing::ValuesIn(all_faults()));

}  // namespace
}  // namespace damiera
