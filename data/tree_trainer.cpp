#include "data/tree_trainer.h"

#include <algorithm>
#include <numeric>

namespace damiera {

namespace {

// Logarithms to base 2 and numbers of bits, in 65536ths.
constexpr unsigned log_bits = 16;

// floor(65536 log2(x / 2^15)) for x from 2^15 to 2^16 - 1, by squaring.
constexpr std::uint32_t log_of_mantissa(std::uint32_t x) {
  std::uint32_t log = 0;
  for (unsigned bit = 0; bit < log_bits; ++bit) {
    const std::uint64_t square = std::uint64_t{x} * x;
    const bool carry = square >> 31 != 0;
    x = static_cast<std::uint32_t>(square >> (carry ? 16 : 15));
    log = log << 1 | (carry ? 1U : 0U);
  }
  return log;
}

std::uint64_t log2_of(std::uint64_t n) {
  static const auto table = [] {
    std::vector<std::uint32_t> logs(1 << 12);
    for (std::uint32_t i = 0; i < logs.size(); ++i)
      logs[i] = log_of_mantissa((1U << 15) + (i << 3));
    return logs;
  }();
  const unsigned top = static_cast<unsigned>(std::bit_width(n)) - 1;
  const std::uint64_t mantissa = (top >= 12 ? n >> (top - 12) : n << (12 - top)) & 0xfff;
  return (std::uint64_t{top} << log_bits) + table[mantissa];
}

// Bits that values take which come so often, each with its ideal code.
std::uint64_t bits(std::span<const std::uint32_t, 3> counts) {
  const std::uint64_t n = std::uint64_t{counts[0]} + counts[1] + counts[2];
  std::uint64_t sum = 0;
  for (const std::uint64_t c : counts)
    if (c != 0) sum += c * (log2_of(n) - log2_of(c));
  return sum;
}

// The number of the probability with which guesses take the fewest bits.
unsigned best_probability(std::uint64_t hits, std::uint64_t misses) {
  unsigned best = 0;
  std::uint64_t least = UINT64_MAX;
  // A miss that never came is still possible: a 64th of one.
  hits = 64 * hits + 1;
  misses = 64 * misses + 1;
  for (unsigned q = 0; q < miss_probabilities.size(); ++q) {
    const std::uint64_t miss = miss_probabilities[q], one = std::uint64_t{16} << log_bits;
    const std::uint64_t cost =
        misses * (one - log2_of(miss)) + hits * (one - log2_of(65536 - miss));
    if (cost < least) {
      least = cost;
      best = q;
    }
  }
  return best;
}

constexpr std::size_t max_leaves = 600;
// What a branch and a leaf take in the file, and what a split must save at the least, in bits.
constexpr std::uint64_t branch_bits = 10, leaf_size_bits = 24, least_gain_bits = 40;
// A split is chosen by so many samples at most.
constexpr std::size_t enough_samples = 60000;

}  // namespace

struct TreeTrainer::Growing {
  std::vector<std::uint32_t> samples;
  Counts counts{};
  std::size_t best = 0;    // feature
  std::uint64_t gain = 0;  // bits that it saves
};

void TreeTrainer::add(const TreeCodec::Sample& sample) {
  answers_.insert(answers_.end(), sample.answers.begin(), sample.answers.end());
  labels_.push_back(sample.label);
}

// Finds the best split of a leaf.
void TreeTrainer::look(Growing& node, std::uint64_t every) const {
  for (const std::uint32_t s : node.samples) ++node.counts[labels_[s]];
  const auto enough = least_gain_bits << log_bits;
  if (bits(node.counts) * every <= enough) return;
  const std::size_t step = std::max<std::size_t>(1, node.samples.size() / enough_samples);
  std::vector<std::array<Counts, 4>> counts(features_.size());
  Counts all{};
  for (std::size_t n = 0; n < node.samples.size(); n += step) {
    const std::uint32_t s = node.samples[n];
    const std::uint8_t* answers = &answers_[s * features_.size()];
    ++all[labels_[s]];
    for (std::size_t f = 0; f < features_.size(); ++f) ++counts[f][answers[f]][labels_[s]];
  }
  for (std::size_t f = 0; f < features_.size(); ++f) {
    std::uint64_t after = 0, size = branch_bits;
    for (const Counts& c : counts[f]) {
      after += bits(c);
      size += c == Counts{} ? 8 : leaf_size_bits;
    }
    const std::uint64_t before = bits(all);
    if (after >= before) continue;
    const std::uint64_t saved = (before - after) * step * every;
    const std::uint64_t paid = size << log_bits;
    if (saved > paid + enough && saved - paid > node.gain) {
      node.gain = saved - paid;
      node.best = f;
    }
  }
}

std::uint16_t TreeTrainer::leaf_of(const Counts& c) const {
  if (!values_) {
    const bool likely = c[1] >= c[0];
    return leaf_bits(likely, best_probability(std::max(c[0], c[1]), std::min(c[0], c[1])), 0);
  }
  unsigned order = 0;
  for (unsigned n = 1; n < 6; ++n) {
    const auto seen = [&](unsigned m) { return std::pair{c[m / 2], c[(m / 2 + 1 + m % 2) % 3]}; };
    if (seen(n) > seen(order)) order = n;
  }
  const std::uint32_t first = c[order / 2], second = c[(order / 2 + 1 + order % 2) % 3];
  const std::uint32_t third = c[0] + c[1] + c[2] - first - second;
  return leaf_bits(order, best_probability(first, second + third), best_probability(second, third));
}

ContextTree TreeTrainer::train(std::uint64_t every) const {
  ContextTree tree;
  std::vector<Growing> growing(1);
  tree.nodes.resize(1);
  growing[0].samples.resize(labels_.size());
  std::iota(growing[0].samples.begin(), growing[0].samples.end(), 0U);
  look(growing[0], every);
  std::vector<int> number(features_.size(), -1);  // in the tree
  for (std::size_t leaves = 1; leaves < max_leaves; leaves += 3) {
    const auto best = std::ranges::max_element(growing, {}, &Growing::gain);
    if (best->gain == 0) break;
    const auto n = static_cast<std::size_t>(best - growing.begin());
    Growing node = std::move(*best);
    best->gain = 0;
    if (int& f = number[node.best]; f < 0) {
      f = static_cast<int>(tree.features.size());
      tree.features.push_back(features_[node.best]);
    }
    const std::size_t first = tree.nodes.size();
    tree.nodes[n] = {number[node.best], static_cast<std::uint32_t>(first), 0};
    tree.nodes.resize(first + 4);
    growing.resize(first + 4);
    for (const std::uint32_t s : node.samples)
      growing[first + answers_[s * features_.size() + node.best]].samples.push_back(s);
    for (std::size_t k = first; k < first + 4; ++k)
      if (growing[k].samples.empty())
        growing[k].counts = node.counts;  // never seen: as its parent
      else
        look(growing[k], every);
  }
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    if (tree.nodes[n].feature < 0) tree.nodes[n].leaf = leaf_of(growing[n].counts);
  return tree;
}

}  // namespace damiera
