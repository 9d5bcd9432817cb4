// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// Gathers bits 0, 2, 4, ... of x in the lowest 32 bits: 0b0101 becomes 0b11.
constexpr std::uint64_t even_bits(std::uint64_t x) {
  x &= 0x5555555555555555;
  x = (x | x >> 1) & 0x3333333333333333;
  x = (x | x >> 2) & 0x0f0f0f0f0f0f0f0f;
  x = (x | x >> 4) & 0x00ff00ff00ff00ff;
  x = (x | x >> 8) & 0x0000ffff0000ffff;
  return (x | x >> 16) & 0xffffffff;
}

}  // namespace damiera
