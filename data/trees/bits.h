// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// The lowest `count` bits of a word, 0 to 64.
constexpr std::uint64_t first_bits(int count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace damiera
