// The parts of packed tables, each held to its inverse.

#include <gtest/gtest.h>

#include <set>

#include "data/context_tree.h"
#include "data/pair_codes.h"
#include "data/range_coder.h"
#include "data/span_encoder.h"
#include "data/tree_trainer.h"
#include "indexing/slice_index.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

template <Rules R>
void expect_cells_of_positions(const char* slice_name, CellLayout layout) {
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

TEST(CellOrder, EveryPositionHasACell) {
  for (const auto squares : {CellLayout::Squares::by_row, CellLayout::Squares::snake})
    for (int groups = 0; groups < CellLayout::group_orders; ++groups) {
      const CellLayout layout{static_cast<std::uint8_t>(groups), squares};
      expect_cells_of_positions<english>("KMvK", layout);
      expect_cells_of_positions<international>("MvM", layout);
    }
  expect_cells_of_positions<italian>("MMvKM", {});
  expect_cells_of_positions<russian>("KKvKM", {7, CellLayout::Squares::snake});
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
      const std::uint32_t p = miss_probabilities[random() % 64];
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
  for (int n = 0; n < 100000; ++n)
    out.put(false, miss_probabilities[static_cast<unsigned>(n) % 64]);
  out.finish();
  EXPECT_TRUE(bytes.empty());
}

TEST(RangeCoder, ProbabilitiesAreThoseOfTheFormat) {
  EXPECT_EQ(miss_probabilities[0], 32768u);
  EXPECT_EQ(miss_probabilities[1], 28672u);
  EXPECT_EQ(miss_probabilities[63], 11u);
}

std::vector<std::uint16_t> random_values(std::size_t count, unsigned run, unsigned values,
                                         unsigned seed) {
  std::mt19937 random{seed};
  std::vector<std::uint16_t> made(count);
  std::uint16_t v = 0;
  for (std::uint16_t& m : made)
    m = v = random() % run == 0 ? static_cast<std::uint16_t>(3 * (random() % values)) : v;
  return made;
}

TEST(PairCodes, ValuesSurvive) {
  for (const unsigned values : {1u, 3u, 100u, 400u})
    for (const unsigned run : {1u, 5u, 300u}) {
      const auto span = random_values(1 << 14, run, values, run);
      std::vector<std::uint16_t> alphabet(span);
      std::ranges::sort(alphabet);
      alphabet.erase(std::ranges::unique(alphabet).begin(), alphabet.end());
      const PairCodes codes = PairCodes::train(alphabet, {span});
      Bytes model, bytes;
      codes.append_to(model);
      codes.encode(span, bytes);
      EXPECT_LT(bytes.size(), span.size() * codes.code_bytes() + 1);
      const auto parsed = PairCodes::parse(model);
      ASSERT_TRUE(parsed);
      std::vector<std::uint16_t> decoded(span.size());
      ASSERT_TRUE(parsed->decode(bytes, decoded));
      EXPECT_EQ(decoded, span);
      for (std::uint32_t i = 0; i < span.size(); i += 13)
        ASSERT_EQ(parsed->value(bytes, i), span[i]);
      EXPECT_FALSE(parsed->value(bytes, static_cast<std::uint32_t>(span.size())));
      EXPECT_FALSE(parsed->decode(bytes, std::span{decoded}.first(span.size() - 1)));
      for (std::size_t size = 0; size < model.size(); ++size)
        EXPECT_FALSE(PairCodes::parse(std::span{model}.first(size)));
    }
}

/// `values`, of each run of which a part does not matter.
std::vector<std::uint16_t> with_gaps(std::vector<std::uint16_t> values, unsigned seed) {
  std::mt19937 random{seed};
  bool open = false;
  for (std::uint16_t& v : values) {
    if (random() % 4 == 0) open = !open;
    if (open) v = SpanEncoder::any;
  }
  return values;
}

bool agree(const std::vector<std::uint16_t>& values, const std::vector<std::uint16_t>& decoded) {
  return std::ranges::equal(values, decoded, [](std::uint16_t wanted, std::uint16_t found) {
    return wanted == SpanEncoder::any || wanted == found;
  });
}

/// The fewest codes of the values from `at` on, by trying every string everywhere.
std::size_t fewest(const PairCodes& codes, const std::vector<std::uint16_t>& values,
                   std::size_t at = 0) {
  if (at == values.size()) return 0;
  std::size_t best = values.size();
  for (std::size_t n = 0; n < codes.size(); ++n) {
    std::vector<std::uint16_t> string;
    for (const auto& run : codes.runs(n)) string.insert(string.end(), run.length, run.value);
    if (string.size() > values.size() - at) continue;
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(at);
    if (agree({first, first + static_cast<std::ptrdiff_t>(string.size())}, string))
      best = std::min(best, 1 + fewest(codes, values, at + string.size()));
  }
  return best;
}

TEST(SpanEncoder, FindsTheFewestCodes) {
  const PairCodes codes = PairCodes::train({0, 3, 6}, {random_values(60, 3, 3, 1)});
  ASSERT_GT(codes.size(), 5u);
  for (unsigned seed = 0; seed < 30; ++seed) {
    const auto values = with_gaps(random_values(9, 3, 3, seed), seed);
    Bytes bytes;
    SpanEncoder{codes}.encode(values, bytes);
    EXPECT_EQ(bytes.size(), fewest(codes, values));
    std::vector<std::uint16_t> decoded(values.size());
    ASSERT_TRUE(codes.decode(bytes, decoded));
    EXPECT_TRUE(agree(values, decoded));
  }
}

TEST(SpanEncoder, KeepsWhatMattersInFewerCodesThanJoining) {
  for (const unsigned values : {1u, 3u, 300u})
    for (const unsigned run : {2u, 100u}) {
      const auto all = random_values(1 << 12, run, values, run);
      std::vector<std::uint16_t> alphabet(all);
      std::ranges::sort(alphabet);
      alphabet.erase(std::ranges::unique(alphabet).begin(), alphabet.end());
      const PairCodes codes = PairCodes::train(alphabet, {all});
      const auto open = with_gaps(all, run);
      Bytes joined, fewest;
      codes.encode(all, joined);
      SpanEncoder{codes}.encode(open, fewest);
      EXPECT_LE(fewest.size(), joined.size());
      std::vector<std::uint16_t> decoded(open.size());
      ASSERT_TRUE(codes.decode(fewest, decoded));
      EXPECT_TRUE(agree(open, decoded));
    }
}

Bytes bytes_in(std::initializer_list<int> values) {
  Bytes b;
  for (const int v : values) b.push_back(static_cast<std::byte>(v));
  return b;
}

TEST(PairCodes, RefusesWhatIsNoDictionary) {
  EXPECT_EQ(PairCodes::parse(bytes_in({2, 5, 9, 1, 0, 1}))->greatest(), 9u);
  EXPECT_TRUE(PairCodes::parse(bytes_in({1, 5, 1, 0, 0})));
  EXPECT_FALSE(PairCodes::parse(bytes_in({0, 0})));           // no value
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 1, 0, 1})));  // a pair of itself
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 0, 0})));     // a byte too many
  Bytes deep{std::byte{1}, std::byte{0}, std::byte{16}};      // 2^16 values in a string
  for (int n = 0; n < 16; ++n) deep.insert(deep.end(), 2, static_cast<std::byte>(n));
  EXPECT_FALSE(PairCodes::parse(deep));
}

TEST(ContextTree, SurvivesAndRefusesWhatIsNone) {
  ContextTree tree{{{3, Feature::none}, {Feature::fact, 0}}, std::vector<ContextTree::Node>(9)};
  tree.nodes[0] = {1, 1, 0};
  tree.nodes[2] = {0, 5, 0};
  for (const std::size_t n : {1, 3, 4, 5, 6, 7, 8})
    tree.nodes[n].leaf = leaf_bits(n % 6, n, 63 - n);
  Bytes bytes, again;
  append_tree(tree, bytes);
  const auto parsed = parse_tree(bytes);
  ASSERT_TRUE(parsed);
  append_tree(*parsed, again);
  EXPECT_EQ(again, bytes);
  EXPECT_EQ(parsed->leaf([](std::size_t f) { return f == 1 ? 1u : 2u; }), leaf_bits(7 % 6, 7, 56));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(parse_tree(std::span{bytes}.first(size))) << size;
  bytes.push_back({});
  EXPECT_FALSE(parse_tree(bytes));
  EXPECT_FALSE(
      parse_tree(bytes_in({0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})));  // asks a feature of none
}

// A chain of branches, each below the first child of the one above.
Bytes chain(std::size_t depth) {
  Bytes bytes = bytes_in({1, Feature::fact, 0});
  bytes.insert(bytes.end(), depth, std::byte{1});
  for (std::size_t leaves = 3 * depth + 1; leaves > 0; --leaves) bytes.insert(bytes.end(), 3, {});
  return bytes;
}

TEST(ContextTree, HasABoundedDepth) {
  EXPECT_TRUE(parse_tree(chain(255)));
  EXPECT_FALSE(parse_tree(chain(256)));
}

TEST(TreeTrainer, AsksWhatDecides) {
  // Answer 1 is the value, answer 0 is noise.
  TreeTrainer trainer{{{0, Feature::none}, {1, Feature::none}}, true};
  std::mt19937 random{1};
  for (int n = 0; n < 3000; ++n) {
    const auto v = static_cast<std::uint8_t>(random() % 3);
    trainer.add({{static_cast<std::uint8_t>(random() % 4), v}, v});
  }
  const ContextTree tree = trainer.train(1);
  ASSERT_EQ(tree.features, (std::vector<Feature>{{1, Feature::none}}));
  for (unsigned v = 0; v < 3; ++v)
    EXPECT_EQ(Leaf{tree.leaf([&](std::size_t) { return v; })}.order / 2, v);
}

TEST(TreeTrainer, GrowsNothingWithoutNeed) {
  TreeTrainer trainer{{{0, Feature::none}}, true};
  for (int n = 0; n < 3000; ++n) trainer.add({{static_cast<std::uint8_t>(n % 4)}, 2});
  EXPECT_EQ(trainer.train(1).nodes.size(), 1u);
}

}  // namespace
}  // namespace damiera
