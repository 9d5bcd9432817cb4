// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace damiera {

/// A bit for each of 256 cells: 64 in each lane. This is a vector type of GCC and Clang, for any
/// processor. Pass it by reference: how it is returned by value depends on the processor. Do not
/// use it as a template argument, since it would lose its alignment.
using Lanes [[gnu::vector_size(32), gnu::aligned(32)]] = std::uint64_t;
inline constexpr std::size_t lanes_of_word = 4;
/// A number of cells for each lane.
using LaneMoves [[gnu::vector_size(32), gnu::aligned(32)]] = std::int64_t;

/// A number of N bits for each of 256 cells. Element b has bit b of all of them.
template <std::size_t N>
struct LaneNumbers {
  Lanes bits[N];

  Lanes& operator[](std::size_t n) { return bits[n]; }
  const Lanes& operator[](std::size_t n) const { return bits[n]; }
  static constexpr std::size_t size() { return N; }
};

/// Answers 0 to 3 for 256 cells: the low bit and the high bit of each answer.
struct AnswerLanes {
  Lanes low, high;
};

}  // namespace damiera
