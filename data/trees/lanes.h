// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace damiera {

/// A word of cells that are processed at once: 64 cells in each of 4 or 8 lanes. `Lanes` has a bit
/// for each cell, `CellCounts` a number of cells for each lane. These are vector types of GCC and
/// Clang, for any processor. Pass them by reference: how they are returned by value depends on the
/// processor. Do not use them as template arguments, since they would lose their alignment.
template <std::size_t lanes>
struct Word;
template <>
struct Word<4> {
  static constexpr std::size_t lanes = 4;
  using Lanes [[gnu::vector_size(32), gnu::aligned(32)]] = std::uint64_t;
  using CellCounts [[gnu::vector_size(32), gnu::aligned(32)]] = std::int64_t;
};
template <>
struct Word<8> {
  static constexpr std::size_t lanes = 8;
  using Lanes [[gnu::vector_size(64), gnu::aligned(64)]] = std::uint64_t;
  using CellCounts [[gnu::vector_size(64), gnu::aligned(64)]] = std::int64_t;
};

/// A number of N bits for each cell of a word W. Element b has bit b of all of them.
template <class W, std::size_t N>
struct LaneNumbers {
  typename W::Lanes bits[N];

  typename W::Lanes& operator[](std::size_t n) { return bits[n]; }
  const typename W::Lanes& operator[](std::size_t n) const { return bits[n]; }
  static constexpr std::size_t size() { return N; }
};

/// Answers 0 to 3 for the cells of a word W: the low bit and the high bit of each answer.
template <class W>
struct AnswerLanes {
  typename W::Lanes low, high;
};

}  // namespace damiera
