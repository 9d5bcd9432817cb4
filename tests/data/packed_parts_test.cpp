// The parts of packed tables, each held to its inverse.

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "data/trees/range_coder.h"
#include "data/trees/score_trees.h"
#include "data/trees/tree_trainer.h"
#include "indexing/slice_index.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

template <Rules R>
void expect_cells_of_positions(const char* slice_name, const CellLayout& layout) {
  const SliceIndex<R> slice{*parse_material(slice_name)};
  const CellOrder order{R, slice.material(), layout};
  std::set<std::uint64_t> positions;
  CellCursor cursor{order, 0};
  for (std::uint64_t cell = 0; cell < order.cells(); ++cell, cursor.next()) {
    if (!cursor.is_position()) continue;
    const Position& pos = cursor.position();
    ASSERT_TRUE(is_valid<R>(pos));
    ASSERT_EQ(order.cell(pos), cell);
    if (cell % 101 == 0) {
      ASSERT_EQ((CellCursor{order, cell}.position()), pos);
    }
    positions.insert(static_cast<std::uint64_t>(slice.index(pos)));
  }
  EXPECT_EQ(positions.size(), slice.size());
}

CellLayout with_runs(CellLayout::Runs place, std::uint8_t groups) {
  CellLayout layout{groups, CellLayout::Squares::snake};
  layout.runs = place;
  return layout;
}

TEST(CellOrder, EveryPositionHasACell) {
  for (const auto squares : {CellLayout::Squares::by_row, CellLayout::Squares::snake})
    for (int groups = 0; groups < CellLayout::group_orders; ++groups) {
      const CellLayout layout{static_cast<std::uint8_t>(groups), squares};
      expect_cells_of_positions<english>("KMvK", layout);
      expect_cells_of_positions<international>("MvM", layout);
    }
  expect_cells_of_positions<italian>("MMvKM", {});
  expect_cells_of_positions<russian>("KKvKM", {7, CellLayout::Squares::snake});
  expect_cells_of_positions<frisian>("KMvK", {5, CellLayout::Squares::snake});
  for (const auto place : {CellLayout::Runs::before_last, CellLayout::Runs::last}) {
    expect_cells_of_positions<frisian>("KMvK", with_runs(place, 5));
    expect_cells_of_positions<frisian>("KvKM", with_runs(place, 0));
  }
}

// Of slices with runs of both sides samples are enough.
TEST(CellOrder, HasRunsBesideTheLastGroup) {
  for (const char* slice : {"KMvKM", "KKMvKM", "KMMvKK"})
    for (const std::uint8_t groups : {0, 5, 23})
      for (const auto place : {CellLayout::Runs::before_last, CellLayout::Runs::last}) {
        const CellOrder order{frisian, *parse_material(slice), with_runs(place, groups)};
        const SliceIndex<frisian> index{*parse_material(slice)};
        const std::uint64_t states = index.runs().count();
        const bool are_last = place == CellLayout::Runs::last;
        EXPECT_EQ(order.groups().back().is_of_runs(), are_last);
        const std::uint64_t row = are_last ? 1 : order.groups().back().count;
        for (std::uint64_t cell = 1; cell < order.cells(); cell += order.cells() / 1009) {
          CellCursor cursor{order, cell};
          if (!cursor.is_position()) continue;
          const Position pos = cursor.position();
          ASSERT_TRUE(is_valid<frisian>(pos)) << cell;
          ASSERT_EQ(order.cell(pos), cell);
          ASSERT_EQ(index.position(index.index(pos)), pos);
          ASSERT_EQ(index.runs().rank(pos), cell / row % states);
          for (std::uint64_t n = 0; n < row; ++n) cursor.next();
          ASSERT_EQ(cursor.position(), (CellCursor{order, cell + row}.position()));
        }
      }
}

// A layout with a learned order, which is random, of the joint choices of the last `groups` groups.
CellLayout learned_layout(const Rules& rules, const char* slice, int number, std::size_t groups) {
  CellLayout layout{static_cast<std::uint8_t>(number), CellLayout::Squares::snake};
  const CellOrder plain{rules, *parse_material(slice), layout};
  std::vector<std::uint16_t> order(plain.last_cells(groups));
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::shuffle(order, std::mt19937{static_cast<unsigned>(number)});
  layout.learned_groups = static_cast<std::uint8_t>(groups);
  layout.learned = std::make_shared<const LearnedOrder>(std::move(order));
  return layout;
}

TEST(CellOrder, EveryPositionHasACellInALearnedOrder) {
  for (int number = 0; number < CellLayout::group_orders; number += 5)
    for (const std::size_t groups : {1, 2})
      expect_cells_of_positions<english>("KMvK", learned_layout(english, "KMvK", number, groups));
  expect_cells_of_positions<italian>("KMvM", learned_layout(italian, "KMvM", 22, 2));
  expect_cells_of_positions<international>("MvMM", learned_layout(international, "MvMM", 7, 1));
}

TEST(CellOrder, LearnedNumbersAreThoseOfTheFormat) {
  std::vector<std::uint16_t> order(32);
  for (std::uint16_t place = 0; place < 32; ++place)
    order[place] = static_cast<std::uint16_t>(31 - place);
  const CellOrder kings{
      english,
      {0, 1, 0, 1},
      {.learned_groups = 1, .learned = std::make_shared<const LearnedOrder>(std::move(order))}};
  EXPECT_EQ(kings.cell({{}, Bitboard{1 << 2}, {}, Bitboard{1 << 5}}), 2u * 32 + 26);
}

// FORMAT.md, worked out by hand: a king on 0, then 1, ..., and the last cell.
TEST(CellOrder, NumbersAreThoseOfTheFormat) {
  const CellOrder order{english, {0, 1, 0, 1}, {}};
  EXPECT_EQ(order.cells(), 32u * 32u);
  EXPECT_EQ(order.cell({{}, Bitboard{1 << 2}, {}, Bitboard{1 << 5}}), 2u * 32 + 5);
  const CellOrder men{english, {2, 0, 1, 0}, {}};
  EXPECT_EQ(men.cells(), 378u * 28u);
  // Men on squares 4 and 6 are on slots 0 and 2: C(0, 1) + C(2, 2) = 1.
  EXPECT_EQ(men.cell({Bitboard{0b1010000}, {}, Bitboard{1}, {}}), 28u);
  // The snake begins with rows 0, 2, 4, 6 and goes back through 7, 5, 3, 1.
  const CellOrder snake{english, {0, 1, 0, 1}, {0, CellLayout::Squares::snake}};
  EXPECT_EQ(snake.cell({{}, Bitboard{1}, {}, Bitboard{1 << 11}}), 4u);  // row 2 from the right
  EXPECT_EQ(snake.cell({{}, Bitboard{1}, {}, Bitboard{1 << 4}}), 28u);  // row 1 from the left
}

TEST(RangeCoder, AnyProbabilitiesSurvive) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    std::mt19937 random{seed};
    std::vector<std::pair<bool, std::uint32_t>> guesses;
    for (unsigned n = 0; n < 200 * seed; ++n) {
      const std::uint32_t p = 1 + static_cast<std::uint32_t>(random()) % 65535;
      guesses.emplace_back(seed % 5 == 0 ? random() % 2 == 0 : random() % 65536 < p, p);
    }
    Bytes bytes;
    RangeEncoder out{bytes};
    for (const auto& [miss, p] : guesses) out.put(miss, p);
    out.finish();
    RangeDecoder in{bytes};
    for (const auto& [miss, p] : guesses) ASSERT_EQ(in.get(p), miss) << "seed " << seed;
  }
}

TEST(RangeCoder, RightGuessesTakeNothing) {
  Bytes bytes;
  RangeEncoder out{bytes};
  for (int n = 0; n < 100000; ++n) out.put(false, 1 + static_cast<std::uint32_t>(n) % 65535);
  out.finish();
  EXPECT_TRUE(bytes.empty());
}

TEST(ScoreTrees, WeightsAreThoseOfTheFormat) {
  EXPECT_EQ(weight(0), 65536u);
  EXPECT_EQ(weight(1), 61440u);
  EXPECT_EQ(weight(2), 57600u);
  EXPECT_EQ(weight(255), 7u);
  EXPECT_EQ(weight(5000), 7u);
}

TEST(ScoreTrees, TheLeadIsThatOverTheSecondBest) {
  for (int loss = -20; loss <= 20; ++loss)
    for (int win = -20; win <= 20; ++win) {
      std::array scores{loss, 0, win};
      std::ranges::sort(scores);
      EXPECT_EQ(lead_of_value({loss, win}), scores[2] - scores[1]) << loss << ' ' << win;
    }
  EXPECT_EQ(lead_of_answer({-7, 0}), 7);
  EXPECT_EQ(lead_of_answer({7, 0}), 7);
}

// Two trees: a leaf; and a branch on feature 1 whose second child is a branch on feature 0.
ScoreTrees two_trees() {
  ScoreTrees trees{
      {{3, Feature::none}, {Feature::fact, 0}}, std::vector<ScoreTrees::Node>(10), {0, 1}};
  trees.nodes[0].scores = {50, -127};
  trees.nodes[1] = {1, 2, {}};
  trees.nodes[3] = {0, 6, {}};
  for (const std::size_t n : {2, 4, 5, 6, 7, 8, 9})
    trees.nodes[n].scores = {static_cast<std::int8_t>(n), static_cast<std::int8_t>(-n)};
  return trees;
}
// The bytes of a model in a file, in form 0.
Bytes plain_model(std::initializer_list<int> content) {
  Bytes bytes = bytes_in(content);
  bytes.insert(bytes.begin(), std::byte{0});
  return bytes;
}

TEST(ScoreTrees, SurviveAndRefuseWhatIsNone) {
  for (const std::size_t per_leaf : {1, 2}) {
    Bytes bytes, again;
    append_trees(two_trees(), per_leaf, bytes);
    const auto parsed = parse_trees(bytes, per_leaf);
    ASSERT_TRUE(parsed);
    append_trees(*parsed, per_leaf, again);
    EXPECT_EQ(again, bytes);
    EXPECT_EQ(parsed->features, two_trees().features);
    EXPECT_EQ(parsed->leaf(parsed->roots[1], [](std::size_t f) { return f == 1 ? 1U : 2U; }).scores,
              (std::array<std::int8_t, 2>{8, static_cast<std::int8_t>(per_leaf == 1 ? 0 : -8)}));
    EXPECT_FALSE(parse_trees(bytes, 3 - per_leaf));
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(parse_trees(std::span{bytes}.first(size), per_leaf)) << size;
    bytes.push_back({});
    EXPECT_FALSE(parse_trees(bytes, per_leaf));
  }
  EXPECT_TRUE(parse_trees(plain_model({0, 0}), 1));            // no tree
  EXPECT_TRUE(parse_trees(plain_model({0, 1, 0, 5}), 1));      // a leaf
  EXPECT_FALSE(parse_trees(plain_model({0, 1, 1, 0, 5}), 1));  // there are no features
  EXPECT_FALSE(parse_trees(plain_model({0, 2, 0, 5}), 1));     // a tree is missing
  EXPECT_FALSE(parse_trees(bytes_in({2, 0, 0}), 1));           // a form that does not exist
}

TEST(ScoreTrees, AreNotTooMany) {
  for (const std::size_t count : {64, 65}) {
    Bytes bytes = bytes_in({0, 0, static_cast<int>(count)});
    for (std::size_t n = 0; n < count; ++n) bytes.insert(bytes.end(), 2, std::byte{0});
    EXPECT_EQ(parse_trees(bytes, 1).has_value(), count == 64);
  }
}

TEST(ScoreTrees, AddUpUntilThereIsALead) {
  const ScoreTrees trees = two_trees();
  const auto answer = [](std::size_t) { return 0U; };
  EXPECT_EQ(trees.scores(answer, lead_of_value), (Scores{52, -129}));
  // After the first tree the second score is -127. That is enough if `lead` looks at this score
  // only.
  const auto lead = [](const Scores& s) { return -s[1]; };
  EXPECT_EQ(trees.scores(answer, lead), (Scores{50, -127}));
}

// A chain of branches, each below the first child of the one above.
Bytes chain(std::size_t depth) {
  Bytes bytes = bytes_in({0, 1, Feature::fact, 0, 1});
  bytes.insert(bytes.end(), depth, std::byte{1});
  for (std::size_t leaves = 3 * depth + 1; leaves > 0; --leaves) bytes.insert(bytes.end(), 3, {});
  return bytes;
}

TEST(ScoreTrees, HaveABoundedDepth) {
  EXPECT_TRUE(parse_trees(chain(63), 2));
  EXPECT_FALSE(parse_trees(chain(64), 2));
}

// A sample of up to four answers, two bits each.
void add(TreeTrainer& trainer, unsigned answers, unsigned label) {
  const std::array packed{static_cast<std::uint8_t>(answers)};
  trainer.add({packed, static_cast<std::uint8_t>(label)});
}

TEST(TreeTrainer, AsksWhatDecides) {
  // Answer 1 is the value, answer 0 is noise.
  TreeTrainer trainer{{{0, Feature::none}, {1, Feature::none}}, true};
  std::mt19937 random{1};
  for (int n = 0; n < 3000; ++n) {
    const auto v = static_cast<unsigned>(random() % 3);
    add(trainer, static_cast<unsigned>(random() % 4) | v << 2, v);
  }
  const ScoreTrees trees = trainer.train(1);
  ASSERT_EQ(trees.features, (std::vector<Feature>{{1, Feature::none}}));
  for (unsigned v = 0; v < 3; ++v) {
    const Scores s = trees.scores([&](std::size_t) { return v; }, lead_of_value);
    const std::array scores{s[0], 0, s[1]};
    EXPECT_EQ(std::ranges::max_element(scores) - scores.begin(), v);
    EXPECT_GT(lead_of_value(s), 60);  // a miss is less likely than 2%
  }
}

TEST(TreeTrainer, FindsHowLikelyAnAnswerIs) {
  // Yes: one in ten if the answer is 0, nine in ten if it is 1.
  TreeTrainer trainer{{{0, Feature::none}}, false};
  std::mt19937 random{1};
  for (int n = 0; n < 20000; ++n) {
    const auto answer = static_cast<unsigned>(random() % 2);
    add(trainer, answer, (random() % 10 == 0) != (answer == 1));
  }
  const ScoreTrees trees = trainer.train(1);
  for (const unsigned answer : {0U, 1U}) {
    const int yes = trees.scores([&](std::size_t) { return answer; }, lead_of_answer)[0];
    EXPECT_NEAR(yes, answer == 1 ? 34 : -34, 3);  // the logarithm of 9, in points
  }
}

TEST(TreeTrainer, FindsTheSameFromAFewOfTheSamplesThatAreSure) {
  // Yes: one in twenty if the answer is 0, nineteen in twenty if it is 1.
  TreeTrainer trainer{{{0, Feature::none}}, false};
  std::mt19937 random{1};
  for (int n = 0; n < 40000; ++n) {
    const auto answer = static_cast<unsigned>(random() % 2);
    add(trainer, answer, (random() % 20 == 0) != (answer == 1));
  }
  TreeEffort effort = most_tree_effort;
  effort.sure = 32;
  effort.sure_every = 4;
  // Each sample stands for 100 values, so that a tree that improves scores by little still pays.
  const ScoreTrees trees = trainer.train(100, effort);
  for (const unsigned answer : {0U, 1U}) {
    const int yes = trees.scores([&](std::size_t) { return answer; }, lead_of_answer)[0];
    EXPECT_NEAR(yes, answer == 1 ? 46 : -46, 3);  // the logarithm of 19, in points
  }
}

TEST(TreeTrainer, GrowsNothingWithoutNeed) {
  TreeTrainer trainer{{{0, Feature::none}}, true};
  for (unsigned n = 0; n < 3000; ++n) add(trainer, n % 4, 2);
  const ScoreTrees trees = trainer.train(1);
  EXPECT_TRUE(trees.features.empty());
  EXPECT_EQ(trees.nodes.size(), trees.roots.size());
}

// The cell of a position whose pieces were displaced as a feature says, found on the board; nothing
// if they cannot be.
template <Rules R>
std::optional<std::uint64_t> displaced(const CellOrder& order, const CellCursor& cursor,
                                       const Feature& feature) {
  Position pos = cursor.position(), moved = pos;
  // Runs of kings: how many kings of the side stand on lower squares, and how many moves it made.
  struct Run {
    int king, moves;
  };
  const auto run_of = [](const KingRun& run, Bitboard kings) {
    return Run{run.any() ? kings.below(run.king).count() : 0, run.moves};
  };
  std::array runs{run_of(pos.my_run, pos.my_kings), run_of(pos.their_run, pos.their_kings)};
  std::array<Bitboard, 6> landed;
  for (const int code : {feature.first, feature.second}) {
    if (code == Feature::none) continue;
    int pieces = 0;
    for (const auto& group : order.groups()) pieces += group.set != nullptr ? group.pieces : 0;
    if (code >= 17 * pieces) {
      Run& run = runs[static_cast<std::size_t>((code - 17 * pieces) / 3)];
      const int how = (code - 17 * pieces) % 3;
      if (run.moves == 0 || (how == 2 && run.king == 0)) return {};
      run = how == 0   ? Run{0, 0}
            : how == 1 ? Run{run.king, run.moves - 1}
                       : Run{run.king - 1, run.moves};
      continue;
    }
    const bool is_near = code < 9 * pieces;
    int piece = is_near ? code / 9 : (code - 9 * pieces) / 8;
    std::size_t g = 0;
    for (;; ++g) {
      if (order.groups()[g].set == nullptr) continue;
      if (piece < order.groups()[g].pieces) break;
      piece -= order.groups()[g].pieces;
    }
    const CellOrder::Group& group = order.groups()[g];
    std::vector<int> slots;
    for (const Square sq : pos.*group.set) slots.push_back(group.slot_of[static_cast<int>(sq)]);
    std::ranges::sort(slots);
    const int from =
        group.square_of[static_cast<std::size_t>(slots[static_cast<std::size_t>(piece)])];
    const int row = from / R.row_squares();
    const int column =
        2 * (from % R.row_squares()) + ((row % 2 == 0) == R.top_left_is_dark ? 0 : 1);
    const int number = is_near ? code % 9 : 9 + (code - 9 * pieces) % 8;
    const auto [down, right] = displacements[static_cast<std::size_t>(number)];
    if (row + down < 0 || row + down >= R.width || column + right < 0 || column + right >= R.width)
      return {};
    const auto to = Square((row + down) * R.row_squares() + (column + right) / 2);
    if (group.slot_of[static_cast<int>(to)] == CellOrder::nowhere) return {};
    moved.*group.set &= ~Bitboard::of(Square(from));
    if ((landed[g] & Bitboard::of(to)).any()) return {};
    landed[g] = landed[g].with(to);
  }
  for (std::size_t g = 0; g < order.groups().size(); ++g) {
    if (order.groups()[g].set == nullptr) continue;
    Bitboard& set = moved.*order.groups()[g].set;
    if ((set & landed[g]).any()) return {};
    set |= landed[g];
  }
  const auto set_run = [](const Run& run, Bitboard kings) {
    return run.moves == 0 ? KingRun{}
                          : KingRun{static_cast<std::uint8_t>(run.moves), kings.nth(run.king)};
  };
  moved.my_run = set_run(runs[0], moved.my_kings);
  moved.their_run = set_run(runs[1], moved.their_kings);
  return order.cell(moved);
}

template <Rules R>
void expect_neighbours(const char* slice, CellLayout layout) {
  const CellOrder order{R, *parse_material(slice), layout};
  const auto features = FeatureSet::candidates(R, order, 0);
  const auto set = FeatureSet::make(R, order, features);
  ASSERT_TRUE(set);
  const std::uint64_t begin = order.cells() / 3,
                      size = std::min<std::uint64_t>(1200, order.cells() - begin);
  std::vector<std::uint16_t> block(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<std::uint16_t>(i);
  CellCursor cursor{order, begin};
  Neighbours neighbours{order, *set, cursor, block};
  for (std::size_t i = 0; i < size; ++i, cursor.next()) {
    neighbours.follow();
    for (std::size_t f = 0; f < features.size(); f += 1 + i % 3) {
      const auto cell = displaced<R>(order, cursor, features[f]);
      const bool known = cell && *cell >= begin && *cell < begin + i;
      ASSERT_EQ(neighbours.value(set->items()[f], i),
                known ? static_cast<std::uint16_t>(*cell - begin) : Neighbours::unknown);
    }
  }
}

TEST(Neighbours, AreThoseOnTheBoard) {
  expect_neighbours<english>("KKvKM", {});
  expect_neighbours<italian>("MMvKK", {5, CellLayout::Squares::snake});
  expect_neighbours<international>("KMMvM", {});
  expect_neighbours<international>("KKvK", {});
  expect_neighbours<russian>("MvKKM", {5, CellLayout::Squares::snake});
  expect_neighbours<frisian>("KMvKM", {});
  expect_neighbours<frisian>("KMvKM", with_runs(CellLayout::Runs::before_last, 0));
  expect_neighbours<frisian>("KMvKM", with_runs(CellLayout::Runs::last, 0));
  expect_neighbours<frisian>("KKMvMM", with_runs(CellLayout::Runs::before_last, 5));
  // In these orders a block of the test has runs of both kings.
  expect_neighbours<frisian>("KKMvMM", with_runs(CellLayout::Runs::before_last, 23));
  expect_neighbours<frisian>("KKMvMM", with_runs(CellLayout::Runs::last, 5));
}

// Only kings that fly go far, and no more pieces than codes can tell apart.
TEST(Neighbours, AreFarForFlyingKings) {
  const auto far_ones = []<Rules R>(const char* slice) {
    const CellOrder order{R, *parse_material(slice), {}};
    const auto features = FeatureSet::candidates(R, order, 1);
    const int near = 9 * parse_material(slice)->total();
    return std::ranges::count_if(features, [&](const Feature& f) {
      const bool alone = f.second == Feature::none;
      return f.first != Feature::fact && (alone ? f.first : f.second) >= near;
    });
  };
  EXPECT_EQ(far_ones.operator()<english>("KKvKM"), 0);
  EXPECT_EQ(far_ones.operator()<russian>("MvMM"), 0);
  EXPECT_EQ(far_ones.operator()<russian>("KvMM"), 8 + 2 * 4 * 8);  // men come first
  EXPECT_EQ(far_ones.operator()<russian>("KvK"), 2 * 8 + 4 * 8);
  EXPECT_GT(far_ones.operator()<russian>("KKKKKKKvKKKKKKK"), 0);   // 14 pieces
  EXPECT_EQ(far_ones.operator()<russian>("KKKKKKKKvKKKKKKK"), 0);  // 15
}

// Runs are there only where the game limits the moves of kings, and for a side with men and kings.
TEST(Neighbours, AreOfOtherRuns) {
  const auto of_runs = []<Rules R>(const char* slice) {
    const CellOrder order{R, *parse_material(slice), {}};
    const auto features = FeatureSet::candidates(R, order, 1);
    const int first = 17 * parse_material(slice)->total();
    return std::ranges::count_if(
        features, [&](const Feature& f) { return f.first != Feature::fact && f.first >= first; });
  };
  EXPECT_EQ(of_runs.operator()<international>("KMvKM"), 0);
  EXPECT_EQ(of_runs.operator()<frisian>("KKvMM"), 0);
  EXPECT_EQ(of_runs.operator()<frisian>("KMvMM"), 3 + 2 * 4 * 9);
  EXPECT_EQ(of_runs.operator()<frisian>("KMvKM"), 2 * (3 + 2 * 4 * 9) + 3 * 3);
}

TEST(FeatureSet, RefusesRunsThatThereAreNot) {
  constexpr int first = 17 * 3;
  const auto make = [&](const Rules& rules, const char* slice, Feature f) {
    return FeatureSet::make(rules, {rules, *parse_material(slice), {}}, {f}).has_value();
  };
  for (const int run : {0, 2}) {
    const auto mine = static_cast<std::uint8_t>(first + run),
               theirs = static_cast<std::uint8_t>(first + 3 + run);
    EXPECT_TRUE(make(frisian, "KMvK", {mine, Feature::none}));
    EXPECT_TRUE(make(frisian, "KvKM", {0, theirs}));
    EXPECT_FALSE(make(frisian, "KMvK", {theirs, Feature::none}));
    EXPECT_FALSE(make(frisian, "KMvK", {0, theirs}));
    EXPECT_FALSE(make(frisian, "KvKM", {mine, Feature::none}));
    EXPECT_FALSE(make(international, "KMvK", {mine, Feature::none}));
  }
  EXPECT_FALSE(make(frisian, "KvKM", {first + 6, Feature::none}));
  EXPECT_FALSE(make(frisian, "KMvK", {first, first + 1}));  // one run twice
}

TEST(FeatureSet, RefusesWhatIsNoPiece) {
  const CellOrder order{english, *parse_material("KKvM"), {}};
  const auto make = [&](Feature f) { return FeatureSet::make(english, order, {f}).has_value(); };
  EXPECT_TRUE(make({0, Feature::none}));
  EXPECT_TRUE(make({9 * 1, 9 * 2 + 8}));  // two kings
  EXPECT_TRUE(make({9 * 3 + 8 * 3 - 1, Feature::none}));
  EXPECT_FALSE(make({9 * 3 + 8 * 3, Feature::none}));  // there are three pieces
  EXPECT_FALSE(make({0, 9 * 3 + 8 * 3}));
  EXPECT_FALSE(make({9 * 1 + 2, 9 * 1 + 3}));  // one piece twice
  EXPECT_FALSE(make({9 * 1, 9 * 3 + 8 + 7}));  // near and far
  EXPECT_TRUE(make({9 * 1, 9 * 3 + 8 + 8}));
}

}  // namespace
}  // namespace damiera
