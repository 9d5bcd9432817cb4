// Positions with a property: all ways of searching find the same.

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "answers/best_line.h"
#include "answers/evaluator.h"
#include "answers/find/finder.h"
#include "answers/study.h"
#include "indexing/slice_index.h"
#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

constexpr std::uint64_t much = std::uint64_t{1} << 30;

struct FoundAll {
  std::vector<std::uint64_t> numbers;
  std::optional<Place> next;
};

FoundAll find_all(const Tablebase& tables, const FindRequest& request, const char* slice,
                  std::uint64_t from = 0) {
  Finder finder{tables, request};
  FoundAll all;
  const auto end = finder.find(
      {*parse_material(slice)}, from, [](Found&) { return Result<void>{}; },
      [&](const Found& found) {
        all.numbers.push_back(found.place.number);
        return true;
      },
      [](std::uint64_t) { return true; });
  EXPECT_TRUE(end) << end.error().message;
  if (end) all.next = end->next;
  if (end) {
    EXPECT_EQ(end->found, all.numbers.size());
  }
  return all;
}

std::size_t count(const Tablebase& tables, const char* slice, const FindCriteria& criteria) {
  return find_all(tables, {.question = {criteria}, .memory = much}, slice).numbers.size();
}

Tablebase open(Variant variant) { return *Tablebase::open(variant, {}); }

FindCriteria wanted(RuleValue value) {
  FindCriteria criteria;
  criteria.values.add(value);
  return criteria;
}
FindCriteria without_captures(RuleValue value) {
  FindCriteria criteria = wanted(value);
  criteria.captures = CaptureFilter::none;
  return criteria;
}

// Counted once by another program, position by position.
TEST(Find, MeetsKnownCountsOfItalianPositions) {
  const Tablebase tables = open(Variant::italian);
  FindCriteria wins = without_captures(RuleValue::win);
  EXPECT_EQ(count(tables, "KKvKM", wins), 92'052u);
  EXPECT_EQ(count(tables, "KKvK", wins), 12'830u);
  EXPECT_EQ(count(tables, "KMvKM", wins), 47'191u);
  FindCriteria zugzwang;  // with captures
  zugzwang.zugzwang = Zugzwang::mutual;
  EXPECT_EQ(count(tables, "KKvKM", zugzwang), 136u);
  EXPECT_EQ(count(tables, "KKvK", zugzwang), 0u);
  EXPECT_EQ(count(tables, "KMvKM", zugzwang), 342u);
  wins.unique = true;
  EXPECT_EQ(count(tables, "KKvKM", wins), 24'139u);
  EXPECT_EQ(count(tables, "KKvK", wins), 38u);
  EXPECT_EQ(count(tables, "KMvKM", wins), 26'027u);
}

TEST(Find, MeetsKnownNumbersOfLongestWins) {
  const Tablebase tables = open(Variant::italian);
  const auto longest = [&](const char* slice, int plies) {
    FindCriteria wins = without_captures(RuleValue::win);
    wins.dtc = PlyRange{plies};
    return count(tables, slice, wins);
  };
  EXPECT_EQ(longest("KKvKM", 43), 3u);
  EXPECT_EQ(longest("KKvKM", 44), 0u);
  EXPECT_EQ(longest("KKvK", 33), 220u);
  EXPECT_EQ(longest("KKvK", 34), 0u);
  EXPECT_EQ(longest("KMvKM", 15), 3u);
  EXPECT_EQ(longest("KMvKM", 16), 0u);
}

/// Many different criteria.
std::vector<FindCriteria> questions() {
  std::vector<FindCriteria> all(1);
  for (const RuleValue v : {RuleValue::win, RuleValue::draw, RuleValue::loss}) {
    all.push_back(wanted(v));
    all.push_back(without_captures(v));
    all.push_back(wanted(v));
    all.back().unique = true;
    all.push_back(wanted(v));
    all.back().captures = CaptureFilter::only;
    all.back().unique = true;
  }
  for (const Zugzwang z : {Zugzwang::mutual, Zugzwang::mover}) {
    all.emplace_back();
    all.back().zugzwang = z;
  }
  all.emplace_back();
  all.back().dtc = PlyRange{2, 5};
  all.emplace_back();
  all.back().dtw = PlyRange{5};
  all.emplace_back();
  all.back().men_rows = {3, 6};
  all.emplace_back();
  all.back().one_of_symmetric = true;
  return all;
}

class FindTest : public testing::TestWithParam<Variant> {
 protected:
  Tablebase tables_ = open(GetParam());
};

TEST_P(FindTest, FindsTheSameInWholeSlicesAsPositionByPosition) {
  const bool kings = rules_of(GetParam()).kings_play();
  std::vector<const char*> slices{"MvM"};
  if (kings) slices.insert(slices.end(), {"KvM", "MvK", "KvK"});
  if (rules_of(GetParam()).width == 8) slices.push_back("KMvM");  // on 10x10 it would take seconds
  if (!kings) slices.push_back("MMvM");
  std::size_t found = 0;
  for (const char* slice : slices) {
    int number = 0;
    for (const FindCriteria& criteria : questions()) {
      const auto whole = find_all(tables_, {.question = {criteria}, .memory = much}, slice);
      const auto single = find_all(tables_, {.question = {criteria}, .memory = 0}, slice);
      EXPECT_EQ(whole.numbers, single.numbers) << slice << ", question " << number;
      EXPECT_TRUE(std::ranges::is_sorted(whole.numbers));
      found += whole.numbers.size();
      ++number;
    }
  }
  EXPECT_GT(found, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Games, FindTest,
                         testing::Values(Variant::italian, Variant::english, Variant::russian,
                                         Variant::international, Variant::portuguese,
                                         Variant::breakthrough, Variant::antidraughts),
                         [](const auto& game) { return std::string{name(game.param)}; });

// The same criterion computed by the evaluator, which front ends use.
TEST(Find, UniqueMovesAreThoseThatTheEvaluatorCounts) {
  const Tablebase tables = open(Variant::italian);
  const Evaluator evaluator{tables, std::nullopt};
  const Material slice = *parse_material("KMvM");
  std::size_t all = 0;
  for (const Value value : {Value::win, Value::draw, Value::loss}) {
    FindCriteria criteria = wanted(rule_value(value, value));
    criteria.unique = true;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t n = 0; n < SliceIndex<italian>{slice}.size(); ++n) {
      const Position pos = *tables.position(slice, Index{n});
      if (*tables.wdl(pos) != value) continue;
      const auto keeps = [&](const EvaluatedMove& m) { return m.worth.probe.value == value; };
      if (std::ranges::count_if(*evaluator.moves(pos), keeps) == 1) expected.push_back(n);
    }
    EXPECT_EQ(find_all(tables, {.question = {criteria}}, "KMvM").numbers, expected);
    all += expected.size();
  }
  EXPECT_GT(all, 100u);
}

TEST(Find, DoesNotDependOnTheNumberOfThreads) {
  const Tablebase tables = open(Variant::english);
  FindCriteria criteria = wanted(RuleValue::win);
  criteria.unique = true;
  const auto with = [&](std::size_t threads) {
    using oneapi::tbb::global_control;
    const global_control limit{global_control::max_allowed_parallelism, threads};
    return oneapi::tbb::task_arena{static_cast<int>(threads)}.execute(
        [&] { return find_all(tables, {.question = {criteria}}, "KKvKM").numbers; });
  };
  const auto one = with(1);
  EXPECT_GT(one.size(), 10'000u);
  EXPECT_EQ(with(5), one);
}

TEST(Find, GoesOnWhereALimitEndedIt) {
  const Tablebase tables = open(Variant::italian);
  const FindCriteria criteria = without_captures(RuleValue::loss);
  const auto all = find_all(tables, {.question = {criteria}}, "KvKK").numbers;
  std::vector<std::uint64_t> parts;
  std::optional<Place> next{Place{}};
  int calls = 0;
  for (; next; ++calls) {
    const auto part =
        find_all(tables, {.question = {criteria}, .limit = 1000}, "KvKK", next->number);
    EXPECT_LE(part.numbers.size(), 1000u);
    parts.insert(parts.end(), part.numbers.begin(), part.numbers.end());
    next = part.next;
  }
  EXPECT_EQ(parts, all);
  EXPECT_GT(calls, 5);
}

TEST(Find, GoesOnWhereItWasStopped) {
  const Tablebase tables = open(Variant::italian);
  const FindRequest request{.question = {without_captures(RuleValue::win)}};
  const auto all = find_all(tables, request, "KKvKM").numbers;
  Finder finder{tables, request};
  std::vector<std::uint64_t> parts;
  std::atomic<bool> stopped = false;
  const std::vector<Material> slices{*parse_material("KKvKM")};
  const auto end = finder.find(
      slices, 0, [](Found&) { return Result<void>{}; },
      [&](const Found& found) {
        parts.push_back(found.place.number);
        if (parts.size() == 30'000) stopped = true;
        return true;
      },
      [&](std::uint64_t) { return !stopped; });
  ASSERT_TRUE(end);
  ASSERT_TRUE(end->next);
  EXPECT_LT(parts.size(), all.size());
  const auto rest = find_all(tables, request, "KKvKM", end->next->number).numbers;
  parts.insert(parts.end(), rest.begin(), rest.end());
  EXPECT_EQ(parts, all);
}

TEST(Find, GivesTheLongestFirst) {
  const Tablebase tables = open(Variant::italian);
  FindRequest request{.question = {without_captures(RuleValue::win)}};
  request.question.dtc = true;
  request.order = FindOrder::longest;
  request.limit = 230;
  const auto found = find_all(tables, request, "KKvK").numbers;
  ASSERT_EQ(found.size(), 230u);
  const auto dtc = [&](std::uint64_t n) {
    return *tables.probe(*tables.position(*parse_material("KKvK"), Index{n}))->dtc;
  };
  EXPECT_EQ(dtc(found[0]), 33);
  EXPECT_EQ(dtc(found[219]), 33);
  EXPECT_LT(dtc(found[220]), 33);
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater{}, dtc));
}

TEST(Find, GivesOnePositionOfEachLine) {
  const Tablebase tables = open(Variant::italian);
  FindRequest request{.question = {without_captures(RuleValue::win)}};
  request.question.dtw = true;
  request.order = FindOrder::longest;
  const auto all = find_all(tables, request, "KMvK").numbers;
  request.one_of_each_line = true;
  const auto starts = find_all(tables, request, "KMvK").numbers;
  ASSERT_GT(starts.size(), 10u);
  EXPECT_LT(starts.size(), all.size());
  const std::set<std::uint64_t> some{starts.begin(), starts.end()};
  const Material slice = *parse_material("KMvK");
  for (std::size_t i = 0; i < 20; ++i) {
    const auto line = best_line(tables, *tables.position(slice, Index{starts[i]}));
    ASSERT_TRUE(line);
    for (const EvaluatedMove& m : line->moves)
      if (material_of(m.position) == slice) {
        EXPECT_FALSE(some.contains(static_cast<std::uint64_t>(*tables.index(m.position))));
      }
  }
}

TEST(Find, GivesOneOfSymmetricPositions) {
  const Tablebase tables = open(Variant::english);
  FindCriteria criteria;
  EXPECT_EQ(count(tables, "KvK", criteria), 32u * 31);
  criteria.one_of_symmetric = true;
  // By Burnside's lemma. Turning changes every position. Mirroring at the long diagonal with 8
  // playing squares leaves 8 * 7 positions as they are; at the other, which has none, it leaves no
  // position.
  EXPECT_EQ(count(tables, "KvK", criteria), (32u * 31 + 8 * 7) / 4);
  EXPECT_EQ(count(tables, "KvM", criteria), 32u * 28 - 28);
}

/// Two or three kings against one: what is won in time, and what is not, differ.
TEST(Find, KnowsValuesUnderACount) {
  const Tablebase tables = open(Variant::english);
  for (const char* slice : {"KKvK", "KKvKM"}) {
    FindCriteria criteria = wanted(RuleValue::win);
    const auto wins = count(tables, slice, criteria);
    criteria.count = 40;
    const auto in_time = count(tables, slice, criteria);
    FindCriteria cursed = wanted(RuleValue::cursed_win);
    cursed.count = 40;
    EXPECT_EQ(in_time + count(tables, slice, cursed), wins);
    EXPECT_GT(in_time, 0u);
  }
}

TEST(Find, SaysWhichTableIsMissingAndWhichPositionThereIsNot) {
  const Tablebase tables = open(Variant::italian);
  Finder finder{tables, {}};
  const auto none = [](Found&) { return Result<void>{}; };
  const auto take = [](const Found&) { return true; };
  const auto go_on = [](std::uint64_t) { return true; };
  const auto missing = finder.find({*parse_material("KKKvKKK")}, 0, none, take, go_on);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Error::Code::missing_table);
  const auto beyond = finder.find({*parse_material("KvK")}, 992, none, take, go_on);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().message, "KvK has positions 0 to 991");
}

TEST(UniqueLine, OfAWinEachWinningMoveIsTheOnlyOne) {
  const Tablebase tables = open(Variant::italian);
  FindCriteria criteria = wanted(RuleValue::win);
  criteria.unique = true;
  const auto unique = find_all(tables, {.question = {criteria}}, "KMvM").numbers;
  criteria.unique_line = true;
  const auto studies = find_all(tables, {.question = {criteria}}, "KMvM").numbers;
  ASSERT_GT(studies.size(), 100u);
  EXPECT_LT(studies.size(), unique.size());
  EXPECT_TRUE(std::ranges::includes(unique, studies));
  const Evaluator evaluator{tables, std::nullopt};
  for (std::size_t i = 0; i < studies.size(); i += studies.size() / 50) {
    Position pos = *tables.position(*parse_material("KMvM"), Index{studies[i]});
    for (bool wins = true;; wins = !wins) {
      const auto moves = *evaluator.moves(pos);
      if (moves.empty()) break;
      if (wins && moves.size() > 1) {
        EXPECT_NE(moves[1].worth.probe.value, Value::win);
      }
      pos = moves.front().position;
    }
  }
}

/// The positions after the quiet king moves that draw. Sets `all` to the number of all moves that
/// draw.
std::vector<Setup> drawn_after(const Tablebase& tables, const Setup& setup, int& all) {
  std::vector<Setup> found;
  all = 0;
  for (const Move& m : legal_moves(tables.variant(), setup)) {
    const Setup next = after(tables.variant(), setup, m);
    if (*tables.wdl(next.pos) != Value::draw) continue;
    ++all;
    if (!m.is_conversion()) found.push_back(next);
  }
  return found;
}

TEST(UniqueLine, OfADrawEveryReplyIsMetByTheOnlyMove) {
  const Tablebase tables = open(Variant::italian);
  FindCriteria criteria = wanted(RuleValue::draw);
  criteria.unique = true;
  const auto unique = find_all(tables, {.question = {criteria}}, "KvKM").numbers;
  criteria.unique_line = true;
  const auto studies = find_all(tables, {.question = {criteria}}, "KvKM").numbers;
  EXPECT_TRUE(std::ranges::includes(unique, studies));
  EXPECT_LT(studies.size(), unique.size());
  ASSERT_FALSE(studies.empty());
  // After its only move and any reply that draws, such a position is one again.
  for (const std::uint64_t n : studies) {
    const damiera::Setup setup{*tables.position(*parse_material("KvKM"), Index{n}), Color::white};
    int drawing = 0, replies = 0;
    const auto moved = drawn_after(tables, setup, drawing);
    EXPECT_EQ(drawing, 1);
    for (const auto& theirs : moved)
      for (const auto& next : drawn_after(tables, theirs, replies))
        EXPECT_TRUE(*is_sound_study(tables, next.pos)) << fen(Variant::italian, next);
  }
}

}  // namespace
}  // namespace damiera
