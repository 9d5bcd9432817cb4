// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// What a packed table is made for.
enum class Profile : std::uint8_t {
  small,  ///< few bytes: coded along trees of contexts, block by block
  fast,   ///< read in place: a probe looks at a few cache lines
};

/// "small" or "fast".
constexpr const char* name(Profile profile) { return profile == Profile::small ? "small" : "fast"; }

/// How much a packer works for small files: from 1, the least, to 9, the most.
struct Effort {
  static constexpr int least = 1, most = 9, usual = 5;
  int level = usual;

  bool operator==(const Effort&) const = default;

  /// The effort for a slice of `cells` cells: a small one always gets the most, since that takes a
  /// second at most.
  constexpr Effort at(std::uint64_t cells) const {
    constexpr std::uint64_t small_slice = 1 << 17;
    return {cells < small_slice ? most : level};
  }
};

}  // namespace damiera
