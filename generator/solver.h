// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// The ways to solve a men block. They give equal outcomes for every position.
enum class Solver : std::uint8_t {
  plain,  ///< one position at a time, straight from the definitions
  lanes,  ///< a word of positions at a time
};

}  // namespace damiera
