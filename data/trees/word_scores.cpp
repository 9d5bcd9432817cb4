#include "data/trees/word_scores.h"

// All that is always inlined here is compiled once for each of the kinds of processor at the end.

namespace damiera {

namespace {

// Bits of a leaf's score, and of sums of 64 trees of up to 127 points each way; with a sign.
constexpr std::size_t bits_of_leaf = 8, bits_of_sum = 14;
// For each byte its bits, each of them repeated 64 times.
constexpr auto spread = [] {
  std::array<std::array<std::uint64_t, 8>, 256> made{};
  for (std::size_t byte = 0; byte < made.size(); ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit) made[byte][bit] = -std::uint64_t{byte >> bit & 1};
  return made;
}();

static_assert(ScoreTrees::decided == 0b1100000, "what the comparisons below are made for");

// Finds the scores of a word of cells.
template <class W>
class ScoreFinder {
  template <class Other>
  friend class ScoreFinder;

  using Lanes = typename W::Lanes;
  using Columns = typename WordScores<W>::Columns;
  using Leaves = std::array<LaneNumbers<W, bits_of_leaf>, 2>;

  // The branches and leaves of a tree that cells come to, and which cells come to each: first
  // branches, then leaves.
  struct Reached {
    // A tree has at most 43 branches and 130 leaves. A child that is not counted is written behind
    // them.
    static constexpr std::size_t first_leaf = 64, most = 256;

    std::array<std::uint16_t, most> numbers;
    Lanes cells[most];
    std::size_t end;  // of leaves
  };

  [[gnu::always_inline]] static bool any(const Lanes& x) {
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane < W::lanes; ++lane) all |= x[lane];
    return all != 0;
  }

  using Four = Word<4>::Lanes;
  // Finds which of four sets have a cell: their words of `united` are not 0.
  [[gnu::always_inline]] static void unite(const LaneNumbers<W, 4>& sets, Four& united) {
    if constexpr (W::lanes == 8) {
      LaneNumbers<Word<4>, 4> halves;
      for (std::size_t n = 0; n < 4; ++n)
        halves[n] = __builtin_shufflevector(sets[n], sets[n], 0, 1, 2, 3) |
                    __builtin_shufflevector(sets[n], sets[n], 4, 5, 6, 7);
      ScoreFinder<Word<4>>::unite(halves, united);
    } else {
      const Four a = __builtin_shufflevector(sets[0], sets[1], 0, 4, 2, 6) |
                     __builtin_shufflevector(sets[0], sets[1], 1, 5, 3, 7),
                 b = __builtin_shufflevector(sets[2], sets[3], 0, 4, 2, 6) |
                     __builtin_shufflevector(sets[2], sets[3], 1, 5, 3, 7);
      united =
          __builtin_shufflevector(a, b, 0, 1, 4, 5) | __builtin_shufflevector(a, b, 2, 3, 6, 7);
    }
  }

  // Finds the leaves of a tree that the cells come to, and which cells come to each. Branches are
  // followed in the order in which they are found: the processor can begin with the next branch
  // before it knows where the cells of this one go. There is no test, which it could guess wrong,
  // of whether a cell comes to a child: each child is written to the list, and counted if one does.
  [[gnu::always_inline]] static void walk(const WordTrees& trees, const WordTrees::Tree& tree,
                                          const WordFeatures<W>& features, const Lanes& cells,
                                          Reached& reached) {
    std::size_t branches = 0, leaves = Reached::first_leaf;
    const std::size_t first = tree.is_leaf ? leaves++ : branches++;
    reached.numbers[first] = tree.root;
    reached.cells[first] = cells;
    for (std::size_t n = 0; n < branches; ++n) {
      const WordTrees::Branch& branch = trees.branches[reached.numbers[n]];
      const Lanes here = reached.cells[n];
      const AnswerLanes<W>& answers = features.answers(branch.feature);
      const Lanes odd = here & answers.low, even = here & ~answers.low;
      const LaneNumbers<W, 4> parts{
          {even & ~answers.high, odd & ~answers.high, even & answers.high, odd & answers.high}};
      Four united;
      unite(parts, united);
      for (std::size_t a = 0; a < 4; ++a) {
        const std::size_t is_met = united[a] != 0, is_leaf = branch.is_leaf >> a & 1U;
        const std::size_t place = is_leaf != 0 ? leaves : branches;
        reached.numbers[place] = branch.child[a];
        reached.cells[place] = parts[a];
        leaves += is_met & is_leaf;
        branches += is_met & ~is_leaf;
      }
    }
    reached.end = leaves;
  }

  // Finds the scores that a tree gives to each cell.
  [[gnu::always_inline]] static void collect(const WordTrees& trees, const Reached& reached,
                                             Leaves& leaves) {
    const auto visit = [&](std::size_t n, const auto& take) __attribute__((always_inline)) {
      const WordTrees::Leaf& leaf = trees.leaves[reached.numbers[n]];
      for (std::size_t k = 0; k < leaves.size(); ++k) {
        const auto& bits = spread[static_cast<std::uint8_t>(leaf[k])];
        for (std::size_t b = 0; b < bits_of_leaf; ++b)
          take(leaves[k][b], reached.cells[n] & bits[b]);
      }
    };
    visit(Reached::first_leaf, [](Lanes& plane, const Lanes& bits) { plane = bits; });
    for (std::size_t n = Reached::first_leaf + 1; n < reached.end; ++n)
      visit(n, [](Lanes& plane, const Lanes& bits) { plane |= bits; });
  }

  [[gnu::always_inline]] static void add(const LaneNumbers<W, bits_of_leaf>& leaves,
                                         Columns& sums) {
    Lanes carry{};
    for (std::size_t b = 0; b < bits_of_sum; ++b) {
      const Lanes x = sums[b], y = leaves[std::min(b, bits_of_leaf - 1)];
      sums[b] = x ^ y ^ carry;
      carry = (x & y) | (carry & (x ^ y));
    }
  }

  // Finds which of the numbers x, given bit by bit, are 96 or more. Requires that none is negative.
  template <std::size_t N>
  [[gnu::always_inline]] static void reach_96(const LaneNumbers<W, N>& x, Lanes& large) {
    large = x[5] & x[6];
    for (std::size_t b = 7; b + 1 < N; ++b) large |= x[b];
  }
  template <std::size_t N>
  [[gnu::always_inline]] static void at_least_96(const LaneNumbers<W, N>& x, Lanes& large) {
    reach_96(x, large);
    large &= ~x[N - 1];
  }
  // Which of the numbers x are -96 or less: -1 - x is then 95 or more.
  template <std::size_t N>
  [[gnu::always_inline]] static void at_most_minus_96(const LaneNumbers<W, N>& x, Lanes& small) {
    LaneNumbers<W, N> y;
    for (std::size_t b = 0; b < N; ++b) y[b] = ~x[b];
    reach_96(y, small);
    small |= y[6] & y[4] & y[3] & y[2] & y[1] & y[0];
    small &= x[N - 1];
  }

  // Where the best of three values is not far enough ahead of the second best.
  [[gnu::always_inline]] static void keep_open(const Columns& loss, const Columns& win,
                                               Lanes& open) {
    using Numbers = LaneNumbers<W, bits_of_sum + 1>;
    Numbers ahead, losses, wins;  // ahead: loss minus win
    Lanes carry = ~Lanes{};
    for (std::size_t b = 0; b < ahead.size(); ++b) {
      const Lanes x = loss[std::min(b, bits_of_sum - 1)], y = ~win[std::min(b, bits_of_sum - 1)];
      losses[b] = x;
      wins[b] = ~y;
      ahead[b] = x ^ y ^ carry;
      carry = (x & y) | (carry & (x ^ y));
    }
    Lanes a, b;
    at_least_96(losses, a);
    at_least_96(ahead, b);
    open &= ~(a & b);
    at_least_96(wins, a);
    at_most_minus_96(ahead, b);
    open &= ~(a & b);
    at_most_minus_96(losses, a);
    at_most_minus_96(wins, b);
    open &= ~(a & b);
  }

  // Exchanges rows and columns in each square of 16 times 16 bits.
  [[gnu::always_inline]] static void transpose(Columns& x) {
    constexpr std::array<std::uint64_t, 9> masks{
        0, 0x5555555555555555, 0x3333333333333333, 0, 0x0f0f0f0f0f0f0f0f, 0, 0,
        0, 0x00ff00ff00ff00ff};
    for (std::size_t by = 8; by > 0; by /= 2)
      for (std::size_t r = 0; r < x.size(); ++r) {
        if ((r & by) != 0) continue;
        const Lanes other = ((x[r] >> by) ^ x[r + by]) & masks[by];
        x[r + by] ^= other;
        x[r] ^= other << by;
      }
  }

 public:
  [[gnu::always_inline]] static void find(const WordTrees& trees, WordFeatures<W>& features,
                                          std::array<Columns, 2>& sums) {
    sums = {};
    Lanes open = features.matter();
    Reached reached;
    for (const WordTrees::Tree& tree : trees.trees) {
      if (!any(open)) break;
      features.find_answers(tree.features);
      walk(trees, tree, features, open, reached);
      Leaves leaves;
      collect(trees, reached, leaves);
      for (std::size_t k = 0; k < sums.size(); ++k) add(leaves[k], sums[k]);
      keep_open(sums[0], sums[1], open);
    }
    for (Columns& s : sums) {
      for (std::size_t b = bits_of_sum; b < s.size(); ++b) s[b] = s[bits_of_sum - 1];
      transpose(s);
    }
  }
};

#ifdef __x86_64__

template <class W>
using Sums = std::array<typename WordScores<W>::Columns, 2>;

[[gnu::target("avx2")]] void find_by_avx2(const WordTrees& trees, WordFeatures<Word<4>>& features,
                                          Sums<Word<4>>& sums) {
  ScoreFinder<Word<4>>::find(trees, features, sums);
}
[[gnu::target("avx512vl")]] void find_by_avx512(const WordTrees& trees,
                                                WordFeatures<Word<8>>& features,
                                                Sums<Word<8>>& sums) {
  ScoreFinder<Word<8>>::find(trees, features, sums);
}

const bool has_avx2 = __builtin_cpu_supports("avx2") != 0,
           has_avx512vl = __builtin_cpu_supports("avx512vl") != 0;

#else

constexpr bool has_avx512vl = false;

#endif

}  // namespace

WordTrees::WordTrees(const ScoreTrees& from) {
  const auto is_leaf = [&](std::size_t node) { return from.nodes[node].feature < 0; };
  std::vector<std::uint16_t> number(from.nodes.size());
  std::size_t count[2] = {};  // of branches, of leaves
  for (std::size_t n = 0; n < number.size(); ++n)
    number[n] = static_cast<std::uint16_t>(count[is_leaf(n)]++);
  for (const ScoreTrees::Node& node : from.nodes) {
    if (node.feature < 0) {
      leaves.push_back(node.scores);
      continue;
    }
    Branch branch{{}, static_cast<std::uint16_t>(node.feature), 0};
    for (std::uint32_t a = 0; a < branch.child.size(); ++a) {
      branch.child[a] = number[node.first_child + a];
      branch.is_leaf |= static_cast<std::uint8_t>(is_leaf(node.first_child + a) << a);
    }
    branches.push_back(branch);
  }
  // The nodes of a tree lie behind its root, and before the next root.
  std::size_t features = 0;
  for (std::size_t k = 0; k < from.roots.size(); ++k) {
    const std::size_t root = from.roots[k],
                      end = k + 1 < from.roots.size() ? from.roots[k + 1] : from.nodes.size();
    for (std::size_t n = root; n < end; ++n)
      features = std::max(features, static_cast<std::size_t>(from.nodes[n].feature + 1));
    trees.push_back({number[root], is_leaf(root), features});
  }
}

bool prefers_wide_words() { return has_avx512vl; }

template <class W>
void WordScores<W>::find_portably(const WordTrees& trees, WordFeatures<W>& features) {
  ScoreFinder<W>::find(trees, features, scores_);
}

template <class W>
void WordScores<W>::find(const WordTrees& trees, WordFeatures<W>& features) {
#ifdef __x86_64__
  if constexpr (W::lanes == 8) {
    if (has_avx512vl) return find_by_avx512(trees, features, scores_);
  } else {
    if (has_avx2) return find_by_avx2(trees, features, scores_);
  }
#endif
  find_portably(trees, features);
}

template class WordScores<Word<4>>;
template class WordScores<Word<8>>;

}  // namespace damiera
