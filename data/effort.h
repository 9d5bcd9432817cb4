// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "data/profile.h"
#include "data/spans/span_encoder.h"
#include "data/trees/tree_trainer.h"

namespace damiera {

/// The limits of the work for a table coded in spans.
struct SpanEffort {
  std::size_t training_beam, beam;  ///< beam widths while training, and for the file
  int kicks;                        ///< random changes by which learn_order() shortens a path
  /// The number of comparisons, of 64 values each, to learn an order: first for each of many
  /// candidates, then for the best few.
  std::uint64_t few_words, many_words;
};

constexpr SpanEffort span_effort(Effort effort, std::uint64_t cells) {
  constexpr std::uint64_t large_slice = 10'000'000;
  constexpr std::size_t widest = SpanEncoder::widest;
  const bool is_large = cells >= large_slice;
  const std::size_t usual = is_large ? 3 : 16;
  // In large slices, orders learned from fewer comparisons give the same number of bytes.
  const std::uint64_t few = std::uint64_t{1} << (is_large ? 27 : 29),
                      many = std::uint64_t{1} << (is_large ? 29 : 31);
  const std::array<SpanEffort, Effort::most> levels{{
      {1, 1, 100, 1 << 27, 1 << 27},
      {1, 2, 300, 1 << 27, 1 << 28},
      {2, 2, 1'000, 1 << 28, 1 << 28},
      {2, 4, 1'000, 1 << 28, 1 << 29},
      {2, usual, 1'000, few, many},
      {2, 16, 3'000, 1 << 29, std::uint64_t{1} << 31},
      {4, 16, 10'000, 1 << 29, std::uint64_t{1} << 31},
      {16, 64, 10'000, 1 << 29, std::uint64_t{1} << 31},
      {widest, widest, 10'000, 1 << 29, std::uint64_t{1} << 31},
  }};
  return levels[static_cast<std::size_t>(effort.at(cells).level - 1)];
}

/// The limits of the work for a table coded along trees.
constexpr TreeEffort tree_effort(Effort effort, std::uint64_t cells) {
  constexpr std::array<TreeEffort, Effort::most> levels{{
      {120'000, 12, 1, 64, 200'000},
      {200'000, 16, 1, 64, 300'000},
      {300'000, 18, 1, 96, 400'000},
      {400'000, 20, 2, 128, 500'000},
      {600'000, 24, 2, 128, 600'000},
      {700'000, 24, 2, 128, 800'000},
      {800'000, 24, 2, 128, 1'000'000},
      {900'000, 24, 2, 128, 1'500'000},
      most_tree_effort,
  }};
  const int level = effort.at(cells).level;
  TreeEffort found = levels[static_cast<std::size_t>(level - 1)];
  if (level < Effort::most) {  // a third less time, and the same number of bytes
    found.sure = 32;
    found.sure_every = 4;
  }
  return found;
}

/// How many samples are drawn from a table: one value in `every`.
struct SampleRate {
  std::uint64_t every;
  std::uint64_t samples;  ///< the approximate number of samples

  /// The rate at which `values` values give at most about `most` samples.
  static constexpr SampleRate at_most(std::uint64_t most, std::uint64_t values) {
    const std::uint64_t every = 1 + values / most;
    return {every, values / every};
  }
  /// Lowers the rate where each value gives several samples: this rate would give `found` samples,
  /// but only about `most` are wanted.
  constexpr SampleRate reduced_to(std::uint64_t most, std::uint64_t found) const {
    const std::uint64_t less_often = std::max(every, every * found / most);
    return {less_often, found * every / less_often};
  }
};

}  // namespace damiera
