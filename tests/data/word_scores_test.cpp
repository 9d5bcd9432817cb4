// The scores for many cells at once, or by several trees at once, must equal the scores found cell
// by cell and tree by tree.

#include "data/trees/word_scores.h"

#include <gtest/gtest.h>

#include <random>

#include "data/file/cell_values.h"
#include "data/trees/quick_trees.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

// The values of a third of the cells do not matter.
std::vector<std::uint16_t> random_cells(std::size_t count) {
  std::mt19937 random{5};
  std::vector<std::uint16_t> cells(count);
  for (auto &cell : cells) {
    const unsigned v = random() % 9;
    cell = v < 6 ? static_cast<std::uint16_t>(v % 3) : dont_care;
  }
  return cells;
}

// Trees that test any of these features, with three branches above each leaf.
ScoreTrees random_trees(std::vector<Feature> features) {
  std::mt19937 random{6};
  ScoreTrees trees{std::move(features), {}, {}};
  for (int tree = 0; tree < 12; ++tree) {
    const auto root = static_cast<std::uint32_t>(trees.nodes.size());
    trees.roots.push_back(root);
    trees.nodes.resize(root + 1 + 4 + 16 + 64);
    for (std::uint32_t n = 0; n < 1 + 4 + 16 + 64; ++n) {
      ScoreTrees::Node &node = trees.nodes[root + n];
      if (n < 1 + 4 + 16)
        node = {static_cast<int>(random() % trees.features.size()), root + 4 * n + 1, {}};
      else
        for (auto &score : node.scores) score = static_cast<std::int8_t>(random() % 90 - 45);
    }
  }
  return trees;
}

// The answers of each cell's own neighbours, as a decoder finds them.
class OneByOne {
 public:
  OneByOne(const CellOrder &order, const FeatureSet &set, std::uint64_t begin,
           std::span<const std::uint16_t> cells)
      : set_{set}, cells_{cells}, cursor_{order, begin}, neighbours_{order, set, cursor_, cells} {}

  unsigned answer(std::size_t f) const {
    const auto &item = set_.items()[f];
    return item.first < 0 ? last_ : std::min<unsigned>(neighbours_.value(item, at_), 3);
  }
  void follow() { neighbours_.follow(); }
  const std::int64_t *shifts() const { return neighbours_.shifts().data(); }
  void next() {
    if (cells_[at_] != dont_care) last_ = cells_[at_];
    ++at_;
    cursor_.next();
  }

 private:
  const FeatureSet &set_;
  std::span<const std::uint16_t> cells_;
  CellCursor cursor_;
  Neighbours neighbours_;
  std::size_t at_ = 0;
  unsigned last_ = 1;
};

// A QuickTrees finds the scores of each cell from the values before it.
template <Rules R>
void expect_the_same_quickly(const char *slice, std::uint64_t begin, std::size_t size) {
  const CellOrder order{R, *parse_material(slice), {}};
  const ScoreTrees trees = random_trees(FeatureSet::candidates(R, order, 1));
  const auto set = *FeatureSet::make(R, order, trees.features);
  const QuickTrees quick{trees, set, 3};
  const auto cells = random_cells(std::min<std::uint64_t>(size, order.cells() - begin));
  OneByOne one{order, set, begin, cells};
  std::vector<unsigned> answers(cells.size() + 2, 3);
  answers.back() = 1;
  for (std::size_t i = 0; i < cells.size(); ++i, one.next()) {
    if (cells[i] == dont_care) continue;
    one.follow();
    const QuickTrees::Cell cell{one.shifts(), i, cells.size()};
    const auto found = [&](std::size_t n) { return answers[n]; };
    const Scores wanted = trees.scores([&](std::size_t f) { return one.answer(f); }, lead_of_value);
    ASSERT_EQ(quick.scores(cell, found, lead_of_value), wanted) << slice << ' ' << i;
    answers.back() = answers[i] = cells[i];
  }
}

TEST(QuickTrees, FindTheSameScores) {
  expect_the_same_quickly<english>("KKvKM", 32 * 77, 3000);
  expect_the_same_quickly<italian>("MMvM", 500, 3000);
  expect_the_same_quickly<international>("KMvK", 1000, 3000);
  expect_the_same_quickly<russian>("KKvKM", 3000, 3000);
}

template <class W>
unsigned answer(const AnswerLanes<W> &answers, std::size_t lane, int bit) {
  return static_cast<unsigned>((answers.low[lane] >> bit & 1) +
                               2 * (answers.high[lane] >> bit & 1));
}

template <class W, Rules R>
void expect_same_words(const char *slice, std::uint64_t begin, std::size_t size) {
  const CellOrder order{R, *parse_material(slice), {}};
  const ScoreTrees trees = random_trees(FeatureSet::candidates(R, order, 1));
  const auto set = *FeatureSet::make(R, order, trees.features);
  const auto cells = random_cells(std::min<std::uint64_t>(size, order.cells() - begin));
  RowMoves moves{order, set};
  WordFeatures<W> words{order, set, moves, begin, cells};
  OneByOne one{order, set, begin, cells};
  std::int64_t at = 0;
  const WordTrees word_trees{trees};
  WordScores<W> scores, portable;
  while (words.next()) {
    scores.find(word_trees, words);
    portable.find_portably(word_trees, words);
    words.find_answers(trees.features.size());
    for (std::size_t lane = 0; at < std::min(words.end(), std::ssize(cells)); ++at, one.next()) {
      if (lane + 1 < W::lanes && words.begin(lane + 1) == at) ++lane;
      const int bit = static_cast<int>(at - words.begin(lane));
      const bool matters = cells[static_cast<std::size_t>(at)] != dont_care;
      ASSERT_EQ((words.matter(lane) >> bit & 1) != 0, matters) << slice << ' ' << at;
      if (!matters) continue;
      one.follow();
      for (std::size_t f = 0; f < trees.features.size(); f += 1 + static_cast<std::size_t>(at) % 5)
        ASSERT_EQ(answer(words.answers(f), lane, bit), one.answer(f))
            << slice << ' ' << at << ' ' << f;
      const Scores wanted =
          trees.scores([&](std::size_t f) { return one.answer(f); }, lead_of_value);
      ASSERT_EQ(scores.of(lane, bit), wanted);
      ASSERT_EQ(portable.of(lane, bit), wanted);
    }
  }
  EXPECT_EQ(at, std::ssize(cells));
}

template <Rules R>
void expect_the_same(const char *slice, std::uint64_t begin, std::size_t size) {
  expect_same_words<Word<4>, R>(slice, begin, size);
  expect_same_words<Word<8>, R>(slice, begin, size);
}

TEST(WordScores, AreThoseOfEachCell) {
  expect_the_same<english>("KKvKM", 0, 3000);  // rows of 32 cells
  expect_the_same<english>("KKvKM", 32 * 77, 3000);
  expect_the_same<english>("KMvKK", 1 << 15,
                           3000);                      // of 496, from the middle of one
  expect_the_same<italian>("MMvM", 500, 3000);         // of 28
  expect_the_same<international>("KMvK", 1000, 3000);  // of 50
  expect_the_same<international>("MvMM", 64, 4000);    // of 990
}

template <class W>
void expect_last_values() {
  const CellOrder order{english, *parse_material("KvK"), {}};
  const auto set = *FeatureSet::make(english, order, {{Feature::fact, 0}});
  std::vector<std::uint16_t> cells(256, dont_care);
  cells[3] = 2;
  cells[200] = 0;
  RowMoves moves{order, set};
  WordFeatures<W> words{order, set, moves, 0, cells};
  std::vector<unsigned> answers;
  while (words.next()) {
    words.find_answers(1);
    for (std::size_t lane = 0; lane < W::lanes; ++lane)
      for (int bit = 0; bit < 64; ++bit) answers.push_back(answer(words.answers(0), lane, bit));
  }
  for (std::size_t i = 0; i < answers.size(); ++i)
    ASSERT_EQ(answers[i], i <= 3 ? 1U : i <= 200 ? 2U : 0U) << i;
}

TEST(WordScores, KnowTheLastValueOfTheWordBefore) {
  expect_last_values<Word<4>>();
  expect_last_values<Word<8>>();
}

}  // namespace
}  // namespace damiera
