#include "data/trees/word_scores.h"

namespace damiera {

namespace {

// The bits of a byte, each in a byte of its own.
constexpr auto spread = [] {
  std::array<std::uint64_t, 256> made{};
  for (std::size_t byte = 0; byte < made.size(); ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit) made[byte] |= (byte >> bit & 1) << 8 * bit;
  return made;
}();

static_assert(ScoreTrees::decided == 0b1100000, "what the comparisons below are made for");

// Of numbers that are not negative, bit by bit: which are 96 or more.
template <std::size_t N>
std::uint64_t reach_96(const std::array<std::uint64_t, N>& x) {
  std::uint64_t large = x[5] & x[6];
  for (std::size_t b = 7; b + 1 < N; ++b) large |= x[b];
  return large;
}
template <std::size_t N>
std::uint64_t at_least_96(const std::array<std::uint64_t, N>& x) {
  return ~x[N - 1] & reach_96(x);
}
// Which of 64 numbers x are -96 or less: -1 - x is then 95 or more.
template <std::size_t N>
std::uint64_t at_most_minus_96(const std::array<std::uint64_t, N>& x) {
  std::array<std::uint64_t, N> y;
  for (std::size_t b = 0; b < N; ++b) y[b] = ~x[b];
  const std::uint64_t is_95 = y[6] & y[4] & y[3] & y[2] & y[1] & y[0];
  return x[N - 1] & (reach_96(y) | is_95);
}

}  // namespace

WordScores::WordScores(const ScoreTrees& trees, WordFeatures& features) {
  std::uint64_t open = features.matter();
  for (const std::uint32_t root : trees.roots) {
    if (open == 0) break;
    Leaves leaves{};
    walk(trees, root, features, open, leaves);
    add(leaves);
    open &= ~decided();
  }
  write();
}

void WordScores::walk(const ScoreTrees& trees, std::uint32_t root, WordFeatures& features,
                      std::uint64_t cells, Leaves& leaves) {
  struct Open {
    std::uint32_t node;
    std::uint64_t cells;
  };
  std::array<Open, 256> open;  // three for each branch on the way to the deepest leaf, and one
  std::size_t count = 0;
  open[count++] = {root, cells};
  while (count > 0) {
    const Open now = open[--count];
    const ScoreTrees::Node& node = trees.nodes[now.node];
    if (node.feature < 0) {
      for (std::size_t k = 0; k < leaves.size(); ++k)
        for (std::size_t b = 0; b < leaf_bits; ++b)
          leaves[k][b] |=
              now.cells &
              -std::uint64_t{(unsigned{static_cast<std::uint8_t>(node.scores[k])} >> b) & 1U};
      continue;
    }
    const AnswerPlanes& answers = features.answers(static_cast<std::size_t>(node.feature));
    const std::uint64_t odd = now.cells & answers.low, even = now.cells & ~answers.low;
    const std::array parts{even & ~answers.high, odd & ~answers.high, even & answers.high,
                           odd & answers.high};
    for (std::uint32_t a = 0; a < 4; ++a) {
      open[count] = {node.first_child + a, parts[a]};
      count += parts[a] != 0;
    }
  }
}

void WordScores::add(const Leaves& leaves) {
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    std::uint64_t carry = 0;
    for (std::size_t b = 0; b < sum_bits; ++b) {
      const std::uint64_t x = sums_[k][b], y = leaves[k][std::min(b, leaf_bits - 1)];
      sums_[k][b] = x ^ y ^ carry;
      carry = (x & y) | (carry & (x ^ y));
    }
  }
}

// Where the best of three values is far enough ahead of the second best.
std::uint64_t WordScores::decided() const {
  const auto& [loss, win] = sums_;
  Numbers<sum_bits + 1> ahead;  // loss of win
  std::uint64_t carry = ~std::uint64_t{0};
  for (std::size_t b = 0; b < ahead.size(); ++b) {
    const std::uint64_t x = loss[std::min(b, sum_bits - 1)], y = ~win[std::min(b, sum_bits - 1)];
    ahead[b] = x ^ y ^ carry;
    carry = (x & y) | (carry & (x ^ y));
  }
  return (at_least_96(loss) & at_least_96(ahead)) | (at_least_96(win) & at_most_minus_96(ahead)) |
         (at_most_minus_96(loss) & at_most_minus_96(win));
}

void WordScores::write() {
  for (std::size_t k = 0; k < sums_.size(); ++k)
    for (std::size_t eight = 0; eight < 8; ++eight) {
      std::uint64_t low = 0, high = 0;
      const auto spread_bit = [&](std::size_t b) {
        return spread[sums_[k][std::min(b, sum_bits - 1)] >> 8 * eight & 255];
      };
      for (std::size_t b = 0; b < 8; ++b) {
        low |= spread_bit(b) << b;
        high |= spread_bit(b + 8) << b;
      }
      for (std::size_t n = 0; n < 8; ++n)
        scores_[k][8 * eight + n] =
            static_cast<std::int16_t>((low >> 8 * n & 255) | (high >> 8 * n & 255) << 8);
    }
}

}  // namespace damiera
