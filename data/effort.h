// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "data/spans/span_encoder.h"

namespace damiera {

/// How much a packer works for small files: from 1, the least, to 9, the most.
struct Effort {
  static constexpr int least = 1, most = 9, usual = 5;
  int level = usual;

  /// What is meant for a slice of so many cells: a small one is packed with the most effort, since
  /// that takes a second at most.
  constexpr Effort at(std::uint64_t cells) const {
    constexpr std::uint64_t small_slice = 1 << 17;
    return {cells < small_slice ? most : level};
  }
};

/// What goes into a table coded in spans.
struct SpanEffort {
  std::size_t training_beam, beam;  ///< of encoders that train, and of that of the file
  int kicks;                        ///< by which a learned order is made shorter
};

constexpr SpanEffort span_effort(Effort effort, std::uint64_t cells) {
  constexpr std::uint64_t large_slice = 10'000'000;
  const std::size_t usual = cells < large_slice ? 16 : 4;
  const std::array<SpanEffort, Effort::most> levels{
      {{1, 1, 100},
       {1, 2, 300},
       {2, 2, 1'000},
       {2, 4, 1'000},
       {2, usual, 1'000},
       {2, 16, 3'000},
       {4, 16, 10'000},
       {16, 64, 10'000},
       {SpanEncoder::widest, SpanEncoder::widest, 10'000}}};
  return levels[static_cast<std::size_t>(effort.at(cells).level - 1)];
}

}  // namespace damiera
