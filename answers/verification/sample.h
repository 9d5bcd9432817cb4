// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "data/file/table_info.h"

namespace damiera {

/// How a check of some positions draws them.
struct Sample {
  std::uint64_t size = 0;  ///< positions of each slice; 0: all of them
  std::uint64_t seed = 1;
};

/// Draws `sample.size` positions without capture, with replacement, and returns their numbers in
/// ascending order. A seed and a table give the same numbers on any machine. Draws fewer if nearly
/// every position has a capture.
std::vector<Index> draw(const Sample& sample, const TableId& id);

/// The least fraction of wrong values that `samples` independent samples detect with probability
/// 99 %: they miss a fraction f with probability (1 - f)^samples. 1 without samples.
double fraction_found(std::uint64_t samples);

}  // namespace damiera
