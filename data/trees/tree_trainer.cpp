#include "data/trees/tree_trainer.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

namespace damiera {

namespace {

// Probabilities, slopes and nats are in 16384ths.
constexpr int unit_bits = 14;
constexpr std::int32_t one = 1 << unit_bits;

constexpr std::size_t most_leaves = 130;
// Answers that are looked at to find the best split of a leaf: samples times features.
constexpr std::size_t enough_answers = 1 << 25;
// The bits that a split takes in the file (one more branch and three more leaves), and the bits
// that a tree must save at least.
constexpr std::int64_t split_bits = 64, leaf_bits = 64;
// With hundreds of features to choose from, some seem to save so much by chance.
constexpr std::int64_t chance = 5 * one;
// Curvature that is added to every leaf's: keeps leaves of few samples near 0.
constexpr std::int64_t ridge = 2 * one;
// The limit of a Newton step: a step that starts far from the minimum would go too far.
constexpr std::int64_t longest_step = 24;
constexpr int newton_steps = 10;
// The part of the way, in tenths, that a tree goes: the next tree sees what is left.
constexpr int rate = 6;

}  // namespace

// The first and second derivatives of a sample's cost by each score.
struct TreeTrainer::Slope {
  std::array<std::int16_t, 4> parts;
};

namespace {

__extension__ using Wide = __int128;  // squares of sums over a million samples

// Rounded to the nearest.
constexpr std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return (a >= 0 ? a + b / 2 : a - b / 2) / b;
}

}  // namespace

// Sums of slopes over so few samples that 32 bits are enough.
struct TreeTrainer::FewSums {
  static constexpr std::size_t most_samples = 1 << 16;
  static_assert(std::int64_t{most_samples} * one < std::numeric_limits<std::int32_t>::max());
  std::array<std::int32_t, 4> parts{};

  void add(const FewSums& s) {
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] += s.parts[k];
  }
};

// Sums of slopes.
struct TreeTrainer::Sums {
  std::array<std::int64_t, 4> parts{};

  void add(const auto& s) {
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] += s.parts[k];
  }
  void subtract(const Sums& s) {
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] -= s.parts[k];
  }
  // Nats that the best change of scores would save, doubled.
  std::int64_t worth() const {
    Wide sum = 0;
    for (std::size_t k = 0; k < 2; ++k) sum += Wide{parts[k]} * parts[k] / (parts[2 + k] + ridge);
    return static_cast<std::int64_t>(sum);
  }
};

void TreeTrainer::reserve(std::uint64_t samples) {
  answers_.reserve(samples * bytes_for(features_.size()));
  labels_.reserve(samples);
}

void TreeTrainer::add(const TreeCodec::Sample& sample) {
  answers_.insert(answers_.end(), sample.answers.begin(), sample.answers.end());
  labels_.push_back(sample.label);
  answers_.resize(labels_.size() * bytes_for(features_.size()));
}

void TreeTrainer::join(const TreeTrainer& other) {
  answers_.insert(answers_.end(), other.answers_.begin(), other.answers_.end());
  labels_.insert(labels_.end(), other.labels_.begin(), other.labels_.end());
}

std::uint8_t TreeTrainer::likeliest(const Scores& scores) const {
  if (!values_) return scores[0] >= 0 ? 1 : 0;
  const int best = std::max({scores[0], 0, scores[1]});
  return best == scores[0] ? 0 : best == 0 ? 1 : 2;
}

TreeTrainer::Slope TreeTrainer::slope(std::size_t sample, const Scores& scores) const {
  const int best = std::max({scores[0], 0, values_ ? scores[1] : 0});
  const std::uint32_t first = weight(best - scores[0]), none = weight(best),
                      second = values_ ? weight(best - scores[1]) : 0;
  const std::uint32_t sum = first + none + second;
  const auto label = labels_[sample];
  const auto make = [&](std::uint32_t w, bool is) {
    const auto p = static_cast<std::int32_t>((w << unit_bits) / sum);
    return std::array{static_cast<std::int16_t>(p - (is ? one : 0)),
                      static_cast<std::int16_t>(p * (one - p) >> unit_bits)};
  };
  const auto a = make(first, label == (values_ ? 0 : 1)), b = make(second, values_ && label == 2);
  return {{a[0], b[0], a[1], b[1]}};
}

struct TreeTrainer::Growing {
  std::vector<std::uint32_t> samples;
  std::size_t step = 1;                     // one in `step` samples is in the sums
  std::vector<std::array<Sums, 4>> sums{};  // of slopes, by feature and answer
  std::size_t best = 0;                     // feature
  std::int64_t gain = 0;                    // bits that it saves
  std::int64_t worth = 0;                   // bits that scores save without a split
};

// Grows one more tree.
class TreeTrainer::Growth {
 public:
  Growth(TreeTrainer& trainer, std::uint64_t every, const TreeEffort& effort, ScoreTrees& trees,
         const Workers& workers)
      : trainer_{trainer},
        every_{static_cast<std::int64_t>(every)},
        effort_{effort},
        trees_{trees},
        workers_{workers} {}

  // Returns false if no further tree would save enough.
  bool grow() {
    growing_.resize(1);
    choose_samples();
    in_parts(growing_[0].samples, [&](std::span<const std::uint32_t> samples) {
      for (const std::uint32_t s : samples) {
        slopes_[s] = trainer_.slope(s, trainer_.scores_[s]);
        for (std::int16_t& part : slopes_[s].parts)
          part = static_cast<std::int16_t>(part * weights_[s]);
      }
    });
    count(growing_[0]);
    look(growing_[0]);
    if (growing_[0].gain == 0 && growing_[0].worth < leaf_bits) return false;
    root_ = trees_.nodes.size();
    trees_.roots.push_back(static_cast<std::uint32_t>(root_));
    trees_.nodes.emplace_back();
    for (std::size_t leaves = 1; leaves < most_leaves; leaves += 3) {
      const auto best = std::ranges::max_element(growing_, {}, &Growing::gain);
      if (best->gain == 0) break;
      split(static_cast<std::size_t>(best - growing_.begin()));
    }
    workers_(growing_.size(), [&](std::size_t n) {
      if (trees_.nodes[root_ + n].feature < 0) settle(n);
    });
    in_parts(left_out_, [&](std::span<const std::uint32_t> samples) {
      for (const std::uint32_t s : samples) add_scores(s);
    });
    return true;
  }

 private:
  int lead(const Scores& s) const {
    return trainer_.values_ ? lead_of_value(s) : lead_of_answer(s);
  }

  // Finds the samples that the tree is grown from. Sure samples have small slopes, so that a few of
  // them tell enough. Source: Ke and others, LightGBM, 2017 (gradient-based one-side sampling).
  void choose_samples() {
    const std::size_t count = trainer_.labels_.size();
    slopes_.resize(count);
    weights_.assign(count, 1);
    const OneIn is_one{effort_.sure_every};
    const std::uint64_t tree = trees_.roots.size();
    for (std::uint32_t s = 0; s < count; ++s) {
      const Scores& scores = trainer_.scores_[s];
      const int ahead = lead(scores);
      if (ahead >= ScoreTrees::decided) continue;
      if (ahead >= effort_.sure && trainer_.likeliest(scores) == trainer_.labels_[s]) {
        if (!is_one(64 * std::uint64_t{s} + tree)) {
          left_out_.push_back(s);
          continue;
        }
        weights_[s] = effort_.sure_every;
      }
      growing_[0].samples.push_back(s);
    }
  }

  // Calls work(part of the samples) on all workers until all samples are done.
  template <class Work>
  void in_parts(const std::vector<std::uint32_t>& samples, const Work& work) const {
    constexpr std::size_t size = 1 << 15;
    static_assert(size <= FewSums::most_samples);
    workers_((samples.size() + size - 1) / size, [&](std::size_t n) {
      work(std::span{samples}.subspan(n * size, std::min(size, samples.size() - n * size)));
    });
  }

  // Sums up the slopes of a leaf. Sums of integers are the same in whatever order parts are added.
  void count(Growing& node) const {
    const std::size_t features = trainer_.features_.size();
    node.step = node.samples.size() * features / enough_answers + 1;
    node.sums.resize(features);
    std::mutex mutex;
    in_parts(node.samples, [&](std::span<const std::uint32_t> samples) {
      constexpr std::size_t many = 1 << 12;
      const auto few = samples.size() / node.step < many ? sums_of(samples, node.step)
                                                         : sums_of_many(samples, node.step);
      const std::scoped_lock lock{mutex};
      for (std::size_t f = 0; f < features; ++f)
        for (std::size_t a = 0; a < few[f].size(); ++a) node.sums[f][a].add(few[f][a]);
    });
  }
  // Sums by feature and answer, for as many features as fit in the bytes of a sample.
  using SumsByAnswer = std::vector<std::array<FewSums, 4>>;

  FewSums slope_of(std::uint32_t sample) const {
    FewSums slope;
    std::ranges::copy(slopes_[sample].parts, slope.parts.begin());
    return slope;
  }
  SumsByAnswer sums_of(std::span<const std::uint32_t> samples, std::size_t step) const {
    const std::size_t bytes = bytes_for(trainer_.features_.size());
    SumsByAnswer sums(bytes * in_byte);
    const OneIn is_one{step};
    for (const std::uint32_t s : samples) {
      if (!is_one(s)) continue;
      const std::uint8_t* answers = trainer_.answers(s);
      const FewSums slope = slope_of(s);
      for (std::size_t b = 0; b < bytes; ++b)
        for (std::size_t k = 0; k < in_byte; ++k)
          sums[b * in_byte + k][answers[b] >> 2 * k & 3].add(slope);
    }
    return sums;
  }
  // Like sums_of(), but sums up by whole bytes first: one addition for four features. It does a few
  // bytes at a time, so that their sums stay in the cache that is nearest to the processor.
  SumsByAnswer sums_of_many(std::span<const std::uint32_t> samples, std::size_t step) const {
    const std::size_t bytes = bytes_for(trainer_.features_.size());
    std::vector<std::array<FewSums, 256>> by_byte(bytes);
    const OneIn is_one{step};
    std::vector<Counted> some;
    for (const std::uint32_t& s : samples) {
      if (is_one(s)) some.push_back({trainer_.answers(s), slope_of(s)});
      constexpr std::size_t at_once = 1 << 11;
      if (some.size() < at_once && &s != &samples.back()) continue;
      for (std::size_t b = 0; b < bytes; b += bytes_at_once) add_by_bytes(some, b, &by_byte[b]);
      some.clear();
    }
    SumsByAnswer sums(bytes * in_byte);
    for (std::size_t b = 0; b < bytes; ++b)
      for (std::size_t byte = 0; byte < by_byte[b].size(); ++byte)
        for (std::size_t k = 0; k < in_byte; ++k)
          sums[b * in_byte + k][byte >> 2 * k & 3].add(by_byte[b][byte]);
    return sums;
  }
  // A sample that is counted: its answers and its slope.
  struct Counted {
    const std::uint8_t* answers;
    FewSums slope;
  };
  static void add_by_bytes(const std::vector<Counted>& samples, std::size_t first,
                           std::array<FewSums, 256>* sums) {
    for (const Counted& sample : samples)
      for (std::size_t b = 0; b < bytes_at_once; ++b)
        sums[b][sample.answers[first + b]].add(sample.slope);
  }

  // Sums up the samples of the four leaves that `parent` was split into. The sums of the largest
  // leaf are what remains of the parent's sums after subtracting the sums of the others.
  void count(const Growing& parent, std::span<Growing, 4> leaves) const {
    const auto largest = std::ranges::max_element(
        leaves, {}, [](const Growing& leaf) { return leaf.samples.size(); });
    for (Growing& leaf : leaves)
      if (parent.step > 1 || &leaf != &*largest) count(leaf);
    if (parent.step > 1) return;
    largest->sums = parent.sums;
    for (const Growing& leaf : leaves) {
      if (&leaf == &*largest) continue;
      for (std::size_t f = 0; f < leaf.sums.size(); ++f)
        for (std::size_t a = 0; a < 4; ++a) largest->sums[f][a].subtract(leaf.sums[f][a]);
    }
  }

  // Finds the best split of a leaf whose slopes are summed up.
  void look(Growing& node) {
    Sums all;
    for (const Sums& s : node.sums.front()) all.add(s);
    const std::int64_t before = all.worth(), scale = static_cast<std::int64_t>(node.step) * every_;
    const auto bits = [&](std::int64_t nats) {  // of all samples; 23 / 16 is about 1 / ln 2
      return nats * scale * 23 / 16 >> unit_bits;
    };
    node.worth = bits(before / 2);
    for (std::size_t f = 0; f < node.sums.size(); ++f) {
      std::int64_t after = 0;
      for (const Sums& s : node.sums[f]) after += s.worth();
      const std::int64_t nats = (after - before) / 2 - chance;
      if (nats <= 0) continue;
      trainer_.worth_[f] += bits(nats);
      if (bits(nats) - split_bits > node.gain) {
        node.gain = bits(nats) - split_bits;
        node.best = f;
      }
    }
  }

  void split(std::size_t n) {
    const Growing node = std::exchange(growing_[n], {});
    growing_[n].best = node.best;
    const std::size_t first = growing_.size();
    trees_.nodes[root_ + n] = {
        number_of(trainer_.features_[node.best]), static_cast<std::uint32_t>(root_ + first), {}};
    trees_.nodes.resize(root_ + first + 4);
    growing_.resize(first + 4);
    part(node, std::span{growing_}.subspan(first).first<4>());
    const auto leaves = std::span{growing_}.subspan(first).first<4>();
    count(node, leaves);
    for (Growing& leaf : leaves) look(leaf);
  }
  // Divides the samples by their answers. It counts them first: growing lists, or branches that
  // depend on answers, would take longer.
  void part(const Growing& node, std::span<Growing, 4> leaves) const {
    std::vector<std::uint8_t> answers(node.samples.size());
    std::array<std::size_t, 4> count{};
    for (std::size_t i = 0; i < answers.size(); ++i)
      ++count[answers[i] = static_cast<std::uint8_t>(trainer_.answer(node.samples[i], node.best))];
    std::array<std::uint32_t*, 4> next;
    for (std::size_t a = 0; a < 4; ++a) {
      leaves[a].samples.resize(count[a]);
      next[a] = leaves[a].samples.data();
    }
    for (std::size_t i = 0; i < answers.size(); ++i) *next[answers[i]]++ = node.samples[i];
  }
  // The number of a feature in the file.
  int number_of(Feature feature) {
    const auto found = std::ranges::find(trees_.features, feature);
    const auto number = found - trees_.features.begin();
    if (found == trees_.features.end()) trees_.features.push_back(feature);
    return static_cast<int>(number);
  }

  // Gives a leaf scores that suit its samples, found by Newton's method.
  void settle(std::size_t n) {
    Scores change{};
    for (int step = 0; step < newton_steps; ++step) {
      std::array<std::int64_t, 4> sums{};
      for (const std::uint32_t s : growing_[n].samples) {
        const Scores& scores = trainer_.scores_[s];
        const Slope slope = trainer_.slope(s, {scores[0] + change[0], scores[1] + change[1]});
        for (std::size_t k = 0; k < sums.size(); ++k)
          sums[k] += std::int64_t{slope.parts[k]} * weights_[s];
      }
      const Scores before = change;
      for (std::size_t k = 0; k < change.size(); ++k) {
        const auto points = quotient(-31 * sums[k], 2 * (sums[2 + k] + ridge));  // 15.5 in a nat
        change[k] +=
            static_cast<int>(std::clamp<std::int64_t>(points, -longest_step, longest_step));
      }
      if (change == before) break;  // every further step would say the same
    }
    auto& scores = trees_.nodes[root_ + n].scores;
    for (std::size_t k = 0; k < scores.size(); ++k)
      scores[k] = static_cast<std::int8_t>(
          std::clamp<std::int64_t>(quotient(std::int64_t{change[k]} * rate, 10), -127, 127));
    for (const std::uint32_t s : growing_[n].samples)
      for (std::size_t k = 0; k < scores.size(); ++k) trainer_.scores_[s][k] += scores[k];
  }

  // Adds the scores of the new tree to those of a sample that it was not grown from.
  void add_scores(std::uint32_t sample) const {
    std::size_t n = 0;  // counted from the root
    while (trees_.nodes[root_ + n].feature >= 0)
      n = trees_.nodes[root_ + n].first_child - root_ + trainer_.answer(sample, growing_[n].best);
    const auto& scores = trees_.nodes[root_ + n].scores;
    for (std::size_t k = 0; k < scores.size(); ++k) trainer_.scores_[sample][k] += scores[k];
  }

  TreeTrainer& trainer_;
  std::int64_t every_;
  const TreeEffort& effort_;
  ScoreTrees& trees_;
  const Workers& workers_;
  std::vector<Slope> slopes_;            // of samples, times their weights
  std::vector<std::uint8_t> weights_;    // of samples: how many each of them stands for
  std::vector<std::uint32_t> left_out_;  // samples that others stand for
  std::size_t root_ = 0;
  std::vector<Growing> growing_;  // nodes from the root on
};

void TreeTrainer::keep_best(std::size_t count) {
  if (features_.size() <= count) return;
  std::vector<std::uint32_t> kept(features_.size());
  std::iota(kept.begin(), kept.end(), 0U);
  std::ranges::stable_sort(kept, std::greater{}, [&](std::uint32_t f) { return worth_[f]; });
  kept.resize(count);
  std::ranges::sort(kept);
  Bytes of_kept;
  of_kept.reserve(labels_.size() * bytes_for(count));
  for (std::size_t s = 0; s < labels_.size(); ++s)
    for (std::size_t b = 0; b < bytes_for(count); ++b)
      of_kept.push_back(
          four_answers(in_byte * b, count, [&](std::size_t k) { return answer(s, kept[k]); }));
  answers_ = std::move(of_kept);
  for (std::size_t k = 0; k < count; ++k) features_[k] = features_[kept[k]];
  features_.resize(count);
}

ScoreTrees TreeTrainer::train(std::uint64_t every, const TreeEffort& effort,
                              const Workers& workers) {
  ScoreTrees trees;
  scores_.resize(labels_.size());
  worth_.resize(features_.size());
  while (trees.roots.size() < effort.trees && Growth{*this, every, effort, trees, workers}.grow())
    if (trees.roots.size() == effort.trees_of_all) keep_best(effort.kept_features);
  return trees;
}

}  // namespace damiera
