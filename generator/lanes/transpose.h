// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace damiera {

/// A square matrix of bits: bit c of word r stands in row r and column c.
template <std::unsigned_integral Word>
using BitMatrix = std::array<Word, std::numeric_limits<Word>::digits>;

/// Exchanges rows and columns, with instructions for any processor.
/// Source: Warren, Hacker's Delight, 7-3.
template <std::unsigned_integral Word>
void transpose_portably(BitMatrix<Word>& m) {
  constexpr std::size_t size = BitMatrix<Word>{}.size();
  // Exchanges ever smaller squares on the two sides of the diagonal.
  Word mask = static_cast<Word>(~Word{0} >> size / 2);
  for (std::size_t j = size / 2; j != 0; j /= 2, mask ^= mask << j)
    for (std::size_t k = 0; k < size; k = (k + j + 1) & ~j) {
      const Word t = (m[k] >> j ^ m[k + j]) & mask;
      m[k] ^= t << j;
      m[k + j] ^= t;
    }
}

/// Exchanges rows and columns, in the way that is fastest on this processor.
void transpose(BitMatrix<std::uint32_t>& m);
void transpose(BitMatrix<std::uint64_t>& m);

}  // namespace damiera
