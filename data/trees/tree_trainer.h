// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/huge_pages.h"
#include "data/trees/tree_codec.h"
#include "data/workers.h"

namespace damiera {

/// How much work goes into trees.
struct TreeEffort {
  std::uint64_t samples;  ///< the approximate number of values; fewer if there are many features
  std::size_t trees;      ///< at most
  /// The first `trees_of_all` trees choose from all features, the others from the `kept_features`
  /// that seemed best.
  std::size_t trees_of_all, kept_features;
  std::uint64_t guesses = 0;  ///< about the most guesses at distances (several each); 0: no limit
  /// A sample is sure if its label leads by at least `sure` points. Of these, each tree is grown
  /// from one in `sure_every`, which counts for all of them. (With 4 and 32 a slope, which has 16
  /// bits, cannot overflow.)
  int sure = ScoreTrees::decided;
  std::uint8_t sure_every = 1;
};
inline constexpr TreeEffort most_tree_effort{1'000'000, 24, 2, 128};

/// Grows trees that code a table's values in few bytes, their own bytes included, by gradient
/// boosting: each tree follows the slope of the cost that the trees before it have left, and splits
/// are chosen greedily. It uses integers only: the same samples give the same trees on any machine.
/// Source: Friedman, Greedy function approximation: a gradient boosting machine, 2001.
class TreeTrainer {
 public:
  /// `features`: the features that samples have answers for. `values`: true if labels are values of
  /// a WDL table, false if they say whether guesses are right.
  TreeTrainer(std::vector<Feature> features, bool values)
      : features_{std::move(features)}, values_{values} {}

  /// Makes room for this many samples at once.
  void reserve(std::uint64_t samples);
  void add(const TreeCodec::Sample& sample);
  /// Appends the samples of another trainer with the same features.
  void join(const TreeTrainer& other);
  /// `every`: how many values of the table one sample stands for. Call once: features that seem of
  /// little worth are dropped on the way. `workers` change nothing but the time.
  ScoreTrees train(std::uint64_t every, const TreeEffort& effort = most_tree_effort,
                   const Workers& workers = one_worker);

 private:
  struct Slope;
  struct FewSums;
  struct Sums;
  struct Growing;
  class Growth;

  using Bytes = std::vector<std::uint8_t, HugePages<std::uint8_t>>;

  // Four answers take a byte.
  static constexpr std::size_t in_byte = 4;
  // The number of bytes that are processed together: the bytes of a sample are a multiple of it.
  static constexpr std::size_t bytes_at_once = 4;
  // The number of bytes that the answers of a sample to this number of features take.
  static std::size_t bytes_for(std::size_t features) {
    constexpr std::size_t together = in_byte * bytes_at_once;
    return (features + together - 1) / together * bytes_at_once;
  }
  const std::uint8_t* answers(std::size_t sample) const {
    return &answers_[sample * bytes_for(features_.size())];
  }
  unsigned answer(std::size_t sample, std::size_t f) const {
    return answers(sample)[f / in_byte] >> f % in_byte * 2 & 3U;
  }
  // The label that the scores say is the likeliest.
  std::uint8_t likeliest(const Scores& scores) const;
  Slope slope(std::size_t sample, const Scores& scores) const;
  void keep_best(std::size_t count);

  std::vector<Feature> features_;
  bool values_;
  Bytes answers_;
  std::vector<std::uint8_t> labels_;
  std::vector<Scores> scores_;       // of samples, so far
  std::vector<std::int64_t> worth_;  // of features: the bits they could save, summed over leaves
};

}  // namespace damiera
