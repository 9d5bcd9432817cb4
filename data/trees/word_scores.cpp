#include "data/trees/word_scores.h"

// All that is always inlined here is compiled once for each of the two processors at the end.

namespace damiera {

namespace {

using Columns = WordScores::Columns;

// Bits of a leaf's score, and of sums of 64 trees of up to 127 points each way; with a sign.
constexpr std::size_t bits_of_leaf = 8, bits_of_sum = 14;
using Leaves = std::array<LaneNumbers<bits_of_leaf>, 2>;

// For each byte its bits, each of them repeated 64 times.
constexpr auto spread = [] {
  std::array<std::array<std::uint64_t, 8>, 256> made{};
  for (std::size_t byte = 0; byte < made.size(); ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit) made[byte][bit] = -std::uint64_t{byte >> bit & 1};
  return made;
}();

// Nodes of a tree, and the cells that come to each of them.
struct Reached {
  static constexpr std::size_t most = 200;  // a tree has 173

  // Without branches, which a processor would guess wrong.
  void add_if(bool is_met, std::uint32_t node, const Lanes& there) {
    nodes[count] = node;
    cells[count] = there;
    count += is_met;
  }

  std::array<std::uint32_t, most> nodes;
  Lanes cells[most];
  std::size_t count = 0;
};

[[gnu::always_inline]] inline bool any(const Lanes& x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }

// Finds which of four sets have a cell: their words of `united` are not 0.
[[gnu::always_inline]] inline void unite(const LaneNumbers<4>& sets, Lanes& united) {
  const Lanes a = __builtin_shufflevector(sets[0], sets[1], 0, 4, 2, 6) |
                  __builtin_shufflevector(sets[0], sets[1], 1, 5, 3, 7),
              b = __builtin_shufflevector(sets[2], sets[3], 0, 4, 2, 6) |
                  __builtin_shufflevector(sets[2], sets[3], 1, 5, 3, 7);
  united = __builtin_shufflevector(a, b, 0, 1, 4, 5) | __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

// Finds the leaves of a tree that the cells come to, and which cells come to each. Branches are
// followed in the order in which they are found: the processor can begin with the next branch
// before it knows where the cells of this one go.
[[gnu::always_inline]] inline void walk(const ScoreTrees& trees, std::uint32_t root,
                                        WordFeatures& features, const Lanes& cells,
                                        Reached& branches, Reached& leaves) {
  leaves.count = 0;
  branches.count = 0;
  (trees.nodes[root].feature < 0 ? leaves : branches).add_if(true, root, cells);
  for (std::size_t n = 0; n < branches.count; ++n) {
    const ScoreTrees::Node& node = trees.nodes[branches.nodes[n]];
    const Lanes here = branches.cells[n];
    const AnswerLanes& answers = features.answers(static_cast<std::size_t>(node.feature));
    const Lanes odd = here & answers.low, even = here & ~answers.low;
    const LaneNumbers<4> parts{
        {even & ~answers.high, odd & ~answers.high, even & answers.high, odd & answers.high}};
    Lanes united;
    unite(parts, united);
    for (std::uint32_t a = 0; a < 4; ++a) {
      const std::uint32_t child = node.first_child + a;
      Reached& kind = trees.nodes[child].feature < 0 ? leaves : branches;
      kind.add_if(united[a] != 0, child, parts[a]);
    }
  }
}

[[gnu::always_inline]] inline void collect(const ScoreTrees& trees, const Reached& found,
                                           Leaves& leaves) {
  for (std::size_t n = 0; n < found.count; ++n) {
    const ScoreTrees::Node& node = trees.nodes[found.nodes[n]];
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const auto& bits = spread[static_cast<std::uint8_t>(node.scores[k])];
      for (std::size_t b = 0; b < bits_of_leaf; ++b) leaves[k][b] |= found.cells[n] & bits[b];
    }
  }
}

[[gnu::always_inline]] inline void add(const LaneNumbers<bits_of_leaf>& leaves, Columns& sums) {
  Lanes carry{};
  for (std::size_t b = 0; b < bits_of_sum; ++b) {
    const Lanes x = sums[b], y = leaves[std::min(b, bits_of_leaf - 1)];
    sums[b] = x ^ y ^ carry;
    carry = (x & y) | (carry & (x ^ y));
  }
}

static_assert(ScoreTrees::decided == 0b1100000, "what the comparisons below are made for");

// Finds which of the numbers x, given bit by bit, are 96 or more. Requires that none is negative.
template <std::size_t N>
[[gnu::always_inline]] inline void reach_96(const LaneNumbers<N>& x, Lanes& large) {
  large = x[5] & x[6];
  for (std::size_t b = 7; b + 1 < N; ++b) large |= x[b];
}
template <std::size_t N>
[[gnu::always_inline]] inline void at_least_96(const LaneNumbers<N>& x, Lanes& large) {
  reach_96(x, large);
  large &= ~x[N - 1];
}
// Which of the numbers x are -96 or less: -1 - x is then 95 or more.
template <std::size_t N>
[[gnu::always_inline]] inline void at_most_minus_96(const LaneNumbers<N>& x, Lanes& small) {
  LaneNumbers<N> y;
  for (std::size_t b = 0; b < N; ++b) y[b] = ~x[b];
  reach_96(y, small);
  small |= y[6] & y[4] & y[3] & y[2] & y[1] & y[0];
  small &= x[N - 1];
}

// Where the best of three values is not far enough ahead of the second best.
[[gnu::always_inline]] inline void keep_open(const Columns& loss, const Columns& win, Lanes& open) {
  using Numbers = LaneNumbers<bits_of_sum + 1>;
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
[[gnu::always_inline]] inline void transpose(Columns& x) {
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

[[gnu::always_inline]] inline void find_scores(const ScoreTrees& trees, WordFeatures& features,
                                               std::array<Columns, 2>& sums) {
  sums = {};
  Lanes open = features.matter();
  Reached branches, found;
  for (const std::uint32_t root : trees.roots) {
    if (!any(open)) break;
    walk(trees, root, features, open, branches, found);
    Leaves leaves{};
    collect(trees, found, leaves);
    for (std::size_t k = 0; k < sums.size(); ++k) add(leaves[k], sums[k]);
    keep_open(sums[0], sums[1], open);
  }
  for (Columns& s : sums) {
    for (std::size_t b = bits_of_sum; b < s.size(); ++b) s[b] = s[bits_of_sum - 1];
    transpose(s);
  }
}

#ifdef __x86_64__

[[gnu::target("avx2")]] void find_by_avx2(const ScoreTrees& trees, WordFeatures& features,
                                          std::array<Columns, 2>& sums) {
  find_scores(trees, features, sums);
}

const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

#endif

}  // namespace

void WordScores::find_portably(const ScoreTrees& trees, WordFeatures& features) {
  find_scores(trees, features, scores_);
}

void WordScores::find(const ScoreTrees& trees, WordFeatures& features) {
#ifdef __x86_64__
  if (has_avx2) return find_by_avx2(trees, features, scores_);
#endif
  find_portably(trees, features);
}

}  // namespace damiera
